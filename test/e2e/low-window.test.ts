import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { clientBeside } from '../bench/app-client.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { startApp } from '../support/page/app.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium } from '../support/page/chromium.ts'

describeNeeding(['chromium'], 'a low window', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  async function openInspector(viewport = { width: 800, height: 600 }) {
    const app = await startApp({ flags: ['--sandbox'] })
    onTestFinished(() => app.kill())
    const context = await browser.newContext({ viewport })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(app.url)
    await page.getByRole('main').first().waitFor()
    await page.evaluate(() => {
      location.hash = '#/inspector'
    })
    return page
  }

  test('has room for deliveries, however much is to be said above them', async () => {
    const page = await openInspector()
    const rows = page.getByRole('listbox', { name: 'Deliveries', exact: true })
    await rows.waitFor()

    const client = await clientBeside(page)
    const [endpoint] = await client.call('endpoints.list')
    await client.call('listener.set-simulated-response', {
      endpointId: endpoint?.id ?? '',
      rule: { status: 500, delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 },
    })
    await page.getByText('Simulating 500').first().waitFor()
    await page.getByRole('button', { name: 'Start live session', exact: true }).first().click()
    const listening = page.getByRole('region', { name: 'Live session', exact: true })
    await listening.waitFor()
    const status = await client.call('listener.status')
    if (status.state !== 'listening') throw new Error('Nothing listens.')
    await fetch(`http://127.0.0.1:${status.port}/nowhere`, { method: 'POST', body: '{}' })
    const refused = page.getByRole('button', { name: /not kept: see why$/ })
    await refused.waitFor()

    await eventually(async () => {
      const [strip, button, list] = await Promise.all(
        [listening, refused, rows].map((place) => place.boundingBox()),
      )
      if (!strip || !button || !list) throw new Error('Something is not shown.')
      expect(button.y, 'they share a line').toBeLessThan(strip.y + strip.height)
      expect(600 - list.y, 'four rows, but for a line').toBeGreaterThan(4 * 50 - 20)
    })
    await audit(page)
  })

  test('has several rows at twice the size, where the page scrolls as a whole', async () => {
    const page = await openInspector({ width: 640, height: 400 })
    const list = page.getByRole('listbox', { name: 'Deliveries', exact: true })
    await list.waitFor()
    const client = await clientBeside(page)
    const [endpoint] = await client.call('endpoints.list')
    await client.call('listener.set-simulated-response', {
      endpointId: endpoint?.id ?? '',
      rule: { status: 500, delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 },
    })
    await page.getByText('Simulating 500').first().waitFor()
    await list.focus()
    await eventually(async () => {
      const box = await list.boundingBox()
      if (!box) throw new Error('The list is not shown.')
      const shown = Math.min(400, box.y + box.height) - Math.max(0, box.y)
      expect(shown, 'three rows in the window').toBeGreaterThanOrEqual(3 * 50)
    })
    await list.press('j')
    const detail = page.getByRole('article', { name: 'Delivery' })
    await detail.waitFor()
    const next = async () => (await detail.locator('[data-position]').textContent()) ?? ''
    await page.keyboard.press('j')
    await eventually(async () => expect(await next()).toMatch(/, \d+ of \d+$/))
    await page.keyboard.press('Escape')
    await eventually(async () =>
      expect(await list.evaluate((it) => it === document.activeElement)).toBe(true),
    )
    await audit(page)
  })

  test('narrows the list to the range that was dragged, also when the pointer leaves the low chart', async () => {
    const page = await openInspector()
    const chart = page.locator('.u-over').first()
    await chart.waitFor()
    const at = await eventually(async () => {
      const box = await chart.boundingBox()
      if (!box) throw new Error('The chart has no place yet.')
      return box
    })
    const y = at.y + at.height / 2
    await page.mouse.move(at.x + at.width * 0.3, y)
    await page.mouse.down()
    await page.mouse.move(at.x + at.width * 0.4, y, { steps: 5 })
    await page.mouse.move(at.x + at.width * 0.5, y + 60, { steps: 5 })
    await page.mouse.up()
    const minutes = await eventually(() => {
      const [, from, to] =
        /after:(\S+) before:(\S+)/.exec(decodeURIComponent(page.url()).replaceAll('+', ' ')) ?? []
      if (!from || !to) throw new Error('Nothing was chosen yet.')
      return (Date.parse(to) - Date.parse(from)) / 60_000
    })
    // A fifth of an hour, to the step.
    expect(minutes).toBeGreaterThan(10)
    expect(minutes).toBeLessThan(15)
  })
})
