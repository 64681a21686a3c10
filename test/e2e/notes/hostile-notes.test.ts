import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hostileTexts } from '../../support/hostile-text.ts'
import { describeNeeding } from '../../support/needs.ts'
import { type RunningApp, startApp } from '../../support/page/app.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import { connectByForm } from '../../support/page/connect-by-form.ts'
import { failOnSettings } from '../../support/page/fail-on-settings.ts'
import { openTunnel, type PlaceName, placeLink } from '../../support/page/places.ts'
import { isHard } from '../../support/runs.ts'
import { type FaultyService, openFaultyService } from '../../support/service/faulty-service.ts'
import { healthy, wireNote } from '../../support/service/scripted-faults.ts'

// Shows hostile notes in the built app under its real policy. They remain inert text, and the page stays usable.

const nested = (levels: number) =>
  Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- level ${level}`).join('\n')

/** Summaries that each end with a word that must be visible. */
const summaries: Readonly<Record<string, string>> = {
  'entities of every kind':
    'Q&amp;A, 2 &lt; 3, caf&eacute;, &#x3C;b&#x3E;, &nosuch; &amp;amp; &NotEqualTilde; entities-end',
  'quotes 3,000 deep': `${'> '.repeat(3_000)}quotes-end`,
  'lists 5,000 deep in one line': `${'- '.repeat(5_000)}lists-end`,
  'numbers 5,000 deep in one line': `${'1. '.repeat(5_000)}numbers-end`,
  'lists 150 deep': `${nested(150)}\n\ndeep-end`,
  'emphasis 5,000 deep': `${'*'.repeat(5_000)}x${'*'.repeat(5_000)} emphasis-end`,
  'emphasis that opens 10,000 times': `${'_a '.repeat(10_000)}${'a_ '.repeat(10_000)} opened-end`,
  'links in links': `${'['.repeat(5_000)}links-end${'](https://example.com)'.repeat(5_000)}`,
  'a table of 1,000 columns and 5,000 rows': `${'|a'.repeat(1_000)}\n${'|-'.repeat(1_000)}\n${'|b\n'.repeat(5_000)}\n\ntable-end`,
  'a table of 100 columns and 150 rows': `${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n${`${'|b'.repeat(100)}\n`.repeat(150)}\n\nwide-end`,
  '8,000 rows of dashes': `${'-|-\n'.repeat(8_000)}\n\ndashes-end`,
  'strikes that open 10,000 times': `${'~a '.repeat(10_000)}${'a~ '.repeat(10_000)} struck-end`,
  'footnotes 3,000 deep in one line': `${'[^a]: '.repeat(3_000)}footnotes-end`,
  'footnotes 300 deep in one line': `${'[^a]: '.repeat(300)}notes-end`,
  'an address of 5,000 entities': `https://example.com/${'&a;'.repeat(5_000)} address-end`,
  'quotes, lists and emphasis in turn': `${'> - **_'.repeat(1_000)}turns-end`,
  'HTML and scripts': `${hostileTexts.join('\n\n')}\n\nhtml-end`,
  'links that run': `[a](javascript:alert(1)) [b](&#106;avascript:alert(1)) <javascript:alert(1)> ![c](data:text/html,x) [d][e] links-run-end\n\n[e]: vbscript:x`,
}
const longest = `${'A paragraph of a **long** note, with an &amp; in it.\n\n'.repeat(8_000)}very-long-end`

describeNeeding(['chromium'], 'hostile notes', () => {
  let browser: TestBrowser
  let app: RunningApp
  let service: FaultyService
  let page: Page
  let happened: string[] = []

  beforeAll(async () => {
    const all = [...Object.values(summaries), longest]
    service = await openFaultyService((request) => {
      const [, number] = /^\/v1\/notes\/not_(\d+)/.exec(request.target) ?? []
      if (number === undefined) return healthy(request)
      return { json: { ...wireNote(`not_${number}`), summary_markdown: all[Number(number)] } }
    })
    app = await startApp({ env: { DBUS_SESSION_BUS_ADDRESS: undefined } })
    browser = await launchChromium()
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.on('pageerror', ({ message }) => happened.push(`error ${message}`))
    page.on('dialog', async (dialog) => {
      happened.push(`dialog ${dialog.message()}`)
      await dialog.dismiss()
    })
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) happened.push(message.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(app.origin)) happened.push(`request ${request.url()}`)
    })
    await page.goto(app.url)
    await connectByForm(page, service.baseUrl)
    await page.getByText('Weekly sync').first().waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    await app?.stop()
  })
  beforeEach(() => {
    happened = []
  })

  const open = async (number: number) => {
    await page.evaluate((hash) => location.assign(hash), `#/notes?note=not_${number}`)
    await page.getByRole('tab', { name: 'Summary', selected: true }).waitFor()
  }
  const summary = () => page.getByRole('region', { name: 'Summary' })
  const place = (name: PlaceName) => placeLink(page, name)
  const leaveAndComeBack = async () => {
    await place('Endpoints').click()
    await page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor()
    await place('Notes').click()
    await page.getByText('Weekly sync').first().waitFor()
  }

  test.each(Object.keys(summaries))('shows a note with %s as text that does nothing', async (name) => {
    const number = Object.keys(summaries).indexOf(name)
    const [end] = /[a-z-]+-end/.exec(summaries[name] ?? '') ?? ['']
    await open(number)
    await summary().getByText(end).first().waitFor()
    const made = await summary().evaluate((section) => ({
      elements: section.querySelectorAll('*').length,
      odd: section.querySelectorAll('script, img, iframe, object, embed, form, b, [onerror], [onload]')
        .length,
      links: [...section.querySelectorAll('a')].map(({ protocol }) => protocol),
      width: section.scrollWidth - section.clientWidth,
    }))
    expect(made.odd).toBe(0)
    expect(made.elements).toBeLessThan(20_000)
    expect(made.links.filter((protocol) => protocol !== 'https:')).toEqual([])
    expect(made.width).toBeLessThanOrEqual(0)
    await leaveAndComeBack()
    expect(happened).toEqual([])
  })

  test('decodes HTML entities in the summary of a note', async () => {
    await open(0)
    await summary().getByText('Q&A, 2 < 3, café, <b>, &nosuch; &amp; ≂̸ entities-end').waitFor()
    expect(happened).toEqual([])
  })

  test('shows all of a 400 KB summary without freezing the page', async () => {
    await open(Object.keys(summaries).length)
    await summary().getByText('A paragraph of a').first().waitFor()
    await summary().evaluate((section) => {
      const growth = { steps: 0, longestTaskMs: 0 }
      Object.assign(window, { growth })
      new MutationObserver(() => {
        growth.steps += 1
      }).observe(section, { childList: true, subtree: true })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          growth.longestTaskMs = Math.max(growth.longestTaskMs, duration)
      }).observe({ type: 'longtask' })
    })
    await summary()
      .getByRole('button', { name: /^Show all/ })
      .click()
    await summary().getByText('very-long-end').waitFor()
    const { steps, longestTaskMs } = await page.evaluate(
      () => (window as unknown as Window & { growth: { steps: number; longestTaskMs: number } }).growth,
    )
    expect(steps, 'the page answers in between').toBeGreaterThan(3)
    if (isHard) expect(longestTaskMs).toBeLessThan(2_000)
    await leaveAndComeBack()
    expect(happened).toEqual([])
  })

  test('the user can reload a page that fails to render', async () => {
    await failOnSettings(page)
    await openTunnel(page)
    await page.getByRole('heading', { name: 'Tunnel', level: 1 }).waitFor()
    await failOnSettings(page)
    await page.getByRole('button', { name: 'Reload', exact: true }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  })
})
