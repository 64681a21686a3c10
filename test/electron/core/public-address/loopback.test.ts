import { expect, test } from 'vitest'
import { classifySandboxUrl } from '#core/public-address/loopback.ts'

const publicUrl = 'https://tunnel.example.com'

test.each([
  'http://127.0.0.1:4000/webhooks',
  'http://localhost:4000',
  'HTTP://LOCALHOST:4000/a?b=c',
  'http://[::1]:4000/webhooks',
  'http://127.0.0.1',
])('accepts %s as the URL of an endpoint in the sandbox', (url) => {
  expect(classifySandboxUrl(url, publicUrl)).toMatchObject({ verdict: 'allowed', code: 'loopback' })
})

test('accepts the inspector’s public URL', () => {
  const url = `${publicUrl}/hooks/a`
  expect(classifySandboxUrl(url, publicUrl)).toMatchObject({ verdict: 'allowed', code: 'public' })
  expect(classifySandboxUrl(url, null)).toMatchObject({ verdict: 'refused', code: 'outside-sandbox' })
})

test.each([
  ['http://127.1:4000/', 'outside-sandbox'],
  ['http://2130706433/', 'outside-sandbox'],
  ['http://0x7f.0.0.1/', 'outside-sandbox'],
  ['http://127.0.0.2:4000/', 'outside-sandbox'],
  ['http://0.0.0.0:4000/', 'outside-sandbox'],
  ['http://[::ffff:127.0.0.1]:4000/', 'outside-sandbox'],
  ['http://[0:0:0:0:0:0:0:1]:4000/', 'outside-sandbox'],
  ['http://localhost.:4000/', 'outside-sandbox'],
  ['http://api.localhost:4000/', 'outside-sandbox'],
  ['http://localhost.example.com/', 'outside-sandbox'],
  ['http://127.0.0.1.example.com/', 'outside-sandbox'],
  ['http://%31%32%37.0.0.1/', 'outside-sandbox'],
  ['http://192.168.1.2:4000/', 'outside-sandbox'],
  ['http://169.254.169.254/', 'outside-sandbox'],
  ['http://hooks.example.com/', 'outside-sandbox'],
  ['https://hooks.example.com/', 'outside-sandbox'],
  ['http://tunnel.example.com/hooks/a', 'outside-sandbox'],
  ['http://user@localhost:4000/', 'user-info'],
  ['http://localhost@hooks.example.com/', 'user-info'],
  ['http://localhost:4000\\@example.com/', 'backslash'],
  ['http://localhost:4000/ a', 'space-or-control'],
  ['http://localhost:4000/#x', 'fragment'],
  ['http://localhost:0/', 'port-zero'],
  ['http://localhost:99999/', 'outside-sandbox'],
  ['http://', 'incomplete'],
  ['ftp://localhost/', 'outside-sandbox'],
  ['https://127.0.0.1:4000/', 'outside-sandbox'],
  [`http://localhost:4000/${'a'.repeat(2048)}`, 'too-long'],
])('rejects %s as the URL of an endpoint in the sandbox, with an explanation', (url, code) => {
  const verdict = classifySandboxUrl(url, publicUrl)
  expect(verdict).toMatchObject({ verdict: 'refused', code })
  expect(verdict.sentence).toMatch(/^[A-Z\d].*\.$/)
})
