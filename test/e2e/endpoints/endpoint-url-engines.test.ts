import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { classifyEndpointUrl } from '#core/public-address/endpoint-url.ts'
import { urlCases, warningCases } from '../../electron/core/public-address/url-cases.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import { property, runs } from '../../support/runs.ts'

// The rules parse a URL with Node's parser. If another parser found another host, the rules would check the wrong one.

describeNeeding(['chromium'], 'URLs in two browser engines', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('Chromium and Node read the same host and port from every accepted endpoint URL', async () => {
    const texts = [
      ...urlCases.map(([url]) => url),
      ...warningCases.map(([url]) => url),
      ...fc.sample(allowable, { ...property(2_000_000), numRuns: runs(200_000) }),
    ]
    const allowed = [...new Set(texts)].filter((text) => classifyEndpointUrl(text).verdict === 'allowed')
    expect(allowed.length).toBeGreaterThan(1_000)

    const page = await browser.newPage()
    const read = await page.evaluate(
      (urls) => urls.map((url) => [url, URL.parse(url)?.hostname, URL.parse(url)?.port]),
      allowed,
    )
    expect(read).toEqual(allowed.map((url) => [url, new URL(url).hostname, new URL(url).port]))
  })
})

const letters = fc.oneof(
  fc.constantFrom(
    'a',
    'Z',
    '0',
    '9',
    '-',
    '_',
    'ü',
    'ß',
    'ς',
    'ı',
    'ﬁ',
    '　',
    'Ａ',
    '١',
    'א',
    '中',
    '💩',
    '\u00ad',
    '\u200d',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const fromTheRight = fc.array(fc.constantFrom('א', 'ה', 'م', 'ث', 'ّ', '١', '۱', '1', '-', 'a', '\u200c'), {
  minLength: 1,
  maxLength: 4,
})
const label = fc.oneof(
  fromTheRight.map((chars) => chars.join('')),
  fc.array(letters, { minLength: 1, maxLength: 6 }).map((chars) => chars.join('')),
  fc.stringMatching(/^xn--[a-z0-9-]{0,8}$/),
  fc.constantFrom('hooks', 'example', 'com', '8', '0x8', '010'),
)
const allowable = fc
  .tuple(
    fc.array(label, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('.', '。', '．'),
    fc.constantFrom('.com', '.example.com', ''),
    fc.constantFrom('', ':443', ':8443', ':0443', '/', '?a', '/a/../b'),
  )
  .map(([labels, dot, end, rest]) => `https://${labels.join(dot)}${end}${rest}`)
