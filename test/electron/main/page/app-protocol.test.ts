import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bundle } from '#core/platform/files/built-page.ts'
import { respond } from '../../../../electron/main/page/app-protocol.ts'
import { property } from '../../../support/runs.ts'

const page = {
  body: new TextEncoder().encode('<title>Notehook</title>'),
  type: 'text/html',
  immutable: false,
}
const script = { body: new TextEncoder().encode('1'), type: 'text/javascript', immutable: true }
const bundle: Bundle = new Map([
  ['/', page],
  ['/index.html', page],
  ['/assets/index-abc.js', script],
])
const policy = "default-src 'none'"
const get = (url: string, method = 'GET') => respond(bundle, policy, { method, url })

describe('app://bundle', () => {
  test('app://bundle serves a built file with the security headers', async () => {
    const response = get('app://bundle/')
    expect(await response.text()).toBe('<title>Notehook</title>')
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'content-type': 'text/html',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  })

  test('app://bundle allows caching of files with a hash in their name', () => {
    expect(get('app://bundle/assets/index-abc.js').headers.get('cache-control')).toContain('immutable')
  })

  test('app://bundle ignores the query and fragment of a URL', () => {
    expect(get('app://bundle/index.html?x=/../y#/notes').status).toBe(200)
  })

  test('app://bundle rejects methods other than GET and HEAD with 405', async () => {
    expect(await get('app://bundle/', 'HEAD').text()).toBe('')
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'get']) {
      const response = get('app://bundle/', method)
      expect([response.status, response.headers.get('content-security-policy')]).toEqual([405, policy])
    }
  })

  test.each([
    'app://bundle',
    'app://other/index.html',
    'app://bundle:1/index.html',
    'app://user@bundle/index.html',
    'app://bundle.example.com/index.html',
    'https://bundle/index.html',
    'app://bundle/INDEX.HTML',
    'app://bundle/index.html/',
    'app://bundle//index.html',
    'app://bundle/%69ndex.html',
    'app://bundle/assets/../index.html',
    'app://bundle/assets\\index-abc.js',
    'app://bundle/csp.json',
  ])('app://bundle returns 404 for %s', (url) => {
    expect(get(url).status).toBe(404)
  })

  test('app://bundle returns 200 only for the exact paths of built files', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '..',
        '.',
        '%2e%2e',
        '%2f',
        '\\',
        'assets',
        'index.html',
        'index-abc.js',
        '\0',
        'csp.json',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    )
    const path = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('')}`)
    fc.assert(
      fc.property(fc.oneof(path, fc.constantFrom(...bundle.keys())), (requested) => {
        const pathname = requested.replace(/[?#][\s\S]*$/, '')
        expect(get(`app://bundle${requested}`).status).toBe(bundle.has(pathname) ? 200 : 404)
      }),
      property(500_000),
    )
  })
})
