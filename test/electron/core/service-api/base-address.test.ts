import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBaseAddress } from '#core/service-api/base-address.ts'
import { AppError } from '#shared/errors.ts'
import { property } from '../../../support/runs.ts'

test.each([
  ['https://api.example.com', 'https://api.example.com', 'https://api.example.com'],
  [' https://API.example.com/ ', 'https://api.example.com', 'https://api.example.com'],
  [
    'https://api.example.com:8443/notes/',
    'https://api.example.com:8443/notes',
    'https://api.example.com:8443',
  ],
  ['https://api.example.com/a/b//', 'https://api.example.com/a/b', 'https://api.example.com'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:8080/v', 'http://[::1]:8080/v', 'http://[::1]:8080'],
])('accepts %s as the service’s base URL', (text, baseUrl, origin) => {
  expect(parseBaseAddress(text)).toEqual({ baseUrl, origin })
})

test.each([
  ['', 'Enter'],
  ['api.example.com', 'whole address'],
  ['https://api.example.com/v1', 'Remove /v1 from the end'],
  ['https://api.example.com/notes/v1/', 'Remove /v1 from the end'],
  ['ftp://api.example.com', 'whole address'],
  ['file:///etc/passwd', 'whole address'],
  ['javascript:alert(1)', 'whole address'],
  ['https:api.example.com', 'whole address'],
  ['https:///api.example.com', 'whole address'],
  ['https://api.example.com\\@evil.example.com', 'whole address'],
  ['https://api.exa\tmple.com', 'whole address'],
  ['https://', 'whole address'],
  ['https://api.example.com:99999', 'not an address'],
  ['http://api.example.com', 'https://'],
  ['http://localhost:8080', 'write http://127.0.0.1'],
  ['http://0.0.0.0:8080', 'write http://127.0.0.1'],
  ['http://127.0.0.1.example.com', 'https://'],
  ['http://192.168.1.2', 'https://'],
  ['https://user:pass@api.example.com', 'user name'],
  ['https://@api.example.com', 'user name'],
  ['https://api.example.com/?key=1', '?'],
  ['https://api.example.com?', '?'],
  ['https://api.example.com/#', '#'],
])('rejects %s as the service’s base URL, with a message for the field', (text, words) => {
  expect(() => parseBaseAddress(text)).toThrow(AppError)
  try {
    parseBaseAddress(text)
  } catch (error) {
    const { code, details } = error as AppError
    expect(code).toBe('invalid-input')
    expect(details.fields?.baseUrl).toContain(words)
  }
})

test('rejects base URLs that could send the API key unencrypted or to another host', () => {
  const parts = fc.array(
    fc.constantFrom(
      'https://',
      'http://',
      '127.0.0.1',
      '[::1]',
      'a.example.com',
      '@',
      ':',
      '443',
      '/',
      '?',
      '#',
      '\\',
      'x',
    ),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        parts.map((it) => it.join('')),
      ),
      (text) => {
        try {
          const { baseUrl, origin } = parseBaseAddress(text)
          const url = new URL(baseUrl)
          expect(url.protocol === 'https:' || ['127.0.0.1', '[::1]'].includes(url.hostname)).toBe(true)
          expect([url.username, url.password, url.search, url.hash]).toEqual(['', '', '', ''])
          expect(url.origin).toBe(origin)
          expect(parseBaseAddress(baseUrl)).toEqual({ baseUrl, origin })
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
        }
      },
    ),
    property(200_000),
  )
})
