import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '#shared/content-security-policy.ts'

test('the content security policy allows only the app’s own files and one inline style', () => {
  expect(contentSecurityPolicy(['sha256-abc=']).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'sha256-abc='",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ])
})
