import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyEndpointUrl } from '#core/public-address/endpoint-url.ts'
import { UrlCode, UrlVerdict } from '#shared/endpoints/url.ts'
import { property } from '../../../support/runs.ts'
import { urlCases, warningCases } from './url-cases.ts'

describe('URL cases', () => {
  test.each(urlCases)('classifies %s as %s: %s', (url, code) => {
    const verdict = classifyEndpointUrl(url)
    expect(verdict).toMatchObject({ code, verdict: code === 'public' ? 'allowed' : 'refused' })
    expect(verdict.sentence).toMatch(/^\S.{10,200}\.$/)
  })

  test('at least 150 URL cases cover every result code', () => {
    expect(urlCases.length).toBeGreaterThanOrEqual(150)
    expect(new Set(urlCases.map(([url]) => url)).size).toBe(urlCases.length)
    expect(new Set(urlCases.map(([, code]) => code))).toEqual(
      new Set(UrlCode.exclude(['loopback', 'outside-sandbox']).options),
    )
  })
})

test.each(warningCases)('allows the endpoint URL %s and warns of %j', (url, codes) => {
  const { verdict, warnings } = classifyEndpointUrl(url)
  expect(verdict).toBe('allowed')
  expect(warnings.map(({ code }) => code)).toEqual(codes)
})

test('explains why an endpoint’s URL is rejected without repeating its query or password', () => {
  const words = (url: string) => {
    const { sentence, warnings } = classifyEndpointUrl(url)
    return [sentence, ...warnings.map((warning) => warning.sentence)].join(' ')
  }
  expect(words('https://2130706433')).toBe(
    '127.0.0.1 is not public: 127.0.0.0/8 is each machine’s way to itself.',
  )
  expect(words('https://[2001:db8::1]')).toContain('2001:db8::/32 is for documentation')
  expect(words('https://[4000::1]')).toBe('4000::1 is not public: what is outside 2000::/3 is not assigned.')
  expect(words('https://0x08080808')).toContain('8.8.8.8')
  expect(words('https://a.7f000001.nip.io')).toMatch(
    /^The name contains an address\. 127\.0\.0\.1 is not public/,
  )
  expect(words('https://bücher.example.com')).toContain('xn--bcher-kva.example.com')
  expect(words('https://hooks.example.com?token=CANARY')).toMatch(/“token”(?!.*CANARY)/)
  expect(words('https://user:CANARY@hooks.example.com')).not.toContain('CANARY')
})

test('rejects every port that browsers block in an endpoint’s URL', async () => {
  const candidates = Array.from({ length: 10_081 }, (_, port) => port).filter(
    (port) => classifyEndpointUrl(`https://hooks.example.com:${port}`).verdict === 'refused',
  )
  expect(candidates).toHaveLength(83)
  for (const port of candidates.slice(1)) {
    // Node rejects these ports, except 0, by its own list before it sends anything.
    const refusal = await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => error.cause)
    expect(String(refusal)).toContain('bad port')
  }
})

const urlish = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'https://',
        'https:',
        '//',
        'example.com',
        'localhost',
        '127.0.0.1',
        '10',
        '0x7f',
        '::1',
      ),
      fc.constantFrom(
        '[',
        ']',
        '@',
        ':',
        '.',
        '。',
        '%',
        '%2e',
        '/',
        '\\',
        '?',
        '#',
        '-',
        'xn--',
        '443',
        '\t',
        'ü',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  // Generates enough allowed URLs even in a few runs.
  { weight: 2, arbitrary: fc.webUrl({ validSchemes: ['https'] }) },
  urlish,
  urlish.map((rest) => `https://${rest}`),
  fc.string({ unit: 'binary' }).map((rest) => `https://${rest}`),
)

test('classifies any text as a URL, and still allows an allowed URL after normalization', () => {
  let allowed = 0
  fc.assert(
    fc.property(anyText, (text) => {
      const verdict = classifyEndpointUrl(text)
      expect(UrlVerdict.parse(verdict)).toEqual(verdict)
      expect(verdict.verdict === 'allowed').toBe(verdict.code === 'public')
      if (verdict.verdict === 'refused') {
        expect(verdict.warnings).toEqual([])
        return
      }
      allowed += 1
      const { href, hostname, protocol, username, password, hash } = new URL(text)
      expect([protocol, username, password, hash, hostname]).toEqual(['https:', '', '', '', verdict.host])
      const again = classifyEndpointUrl(href)
      if (href.length <= 2048) expect(again).toMatchObject({ verdict: 'allowed', host: verdict.host })
      expect(classifyEndpointUrl(`https://${verdict.host}`)).toMatchObject({
        verdict: 'allowed',
        host: verdict.host,
      })
    }),
    property(2_000_000),
  )
  expect(allowed).toBeGreaterThan(0)
})
