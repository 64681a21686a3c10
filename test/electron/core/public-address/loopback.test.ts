import { expect, test } from 'vitest'
import { classifySandboxUrl } from '#core/public-address/loopback.ts'

test.each([
  'http://127.0.0.1:4000/webhooks',
  'http://localhost:4000',
  'HTTP://LOCALHOST:4000/a?b=c',
  'http://[::1]:4000/webhooks',
  'http://127.0.0.1',
])('accepts %s as the URL of an endpoint in the sandbox', (url) => {
  expect(classifySandboxUrl(url)).toMatchObject({ verdict: 'allowed', code: 'loopback' })
})

test.each([
  ['http://127.1:4000/', 'not-https'],
  ['http://2130706433/', 'not-https'],
  ['http://0x7f.0.0.1/', 'not-https'],
  ['http://127.0.0.2:4000/', 'not-https'],
  ['http://0.0.0.0:4000/', 'not-https'],
  ['http://[::ffff:127.0.0.1]:4000/', 'not-https'],
  ['http://[0:0:0:0:0:0:0:1]:4000/', 'not-https'],
  ['http://localhost.:4000/', 'not-https'],
  ['http://api.localhost:4000/', 'not-https'],
  ['http://localhost.example.com/', 'not-https'],
  ['http://127.0.0.1.example.com/', 'not-https'],
  ['http://%31%32%37.0.0.1/', 'not-https'],
  ['http://192.168.1.2:4000/', 'not-https'],
  ['http://169.254.169.254/', 'not-https'],
  ['http://hooks.example.com/', 'not-https'],
  ['http://user@localhost:4000/', 'user-info'],
  ['http://localhost@hooks.example.com/', 'user-info'],
  ['http://localhost:4000\\@example.com/', 'backslash'],
  ['http://localhost:4000/ a', 'space-or-control'],
  ['http://localhost:4000/#x', 'fragment'],
  ['http://localhost:0/', 'port-zero'],
  ['http://localhost:99999/', 'not-https'],
  ['http://', 'incomplete'],
  ['ftp://localhost/', 'not-https'],
  ['https://127.0.0.1:4000/', 'special-ipv4'],
  [`http://localhost:4000/${'a'.repeat(2048)}`, 'too-long'],
])('rejects %s as the URL of an endpoint in the sandbox, with an explanation', (url, code) => {
  const verdict = classifySandboxUrl(url)
  expect(verdict).toMatchObject({ verdict: 'refused', code })
  expect(verdict.sentence).toMatch(/^[A-Z\d].*\.$/)
})
