import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeReceivers, startReceiver } from '../support/checks/behaving-receiver.ts'
import { sampleSecret } from '../support/deliveries/signed-delivery.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { openPlace } from '../support/page/places.ts'
import { deliveryRows, openSandboxApp } from '../support/page/sandbox-page.ts'

describeNeeding(['chromium'], 'the check of a receiver', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await closeReceivers()
  })

  test('finds a fault by keyboard, and sees that it was fixed', async () => {
    let isFixed = false
    const { url } = await startReceiver({
      refuse: ({ event_type }) => (event_type === 'note.rediscovered' && !isFixed ? 500 : null),
    })
    const { page } = await openSandboxApp(browser, { notes: 20 })
    await deliveryRows(page).first().waitFor()

    await openPlace(page, 'Receivers')
    await page.getByRole('button', { name: 'Add receiver' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Local dev server')
    await form.getByLabel('URL', { exact: true }).fill(url)
    await form.getByText('Its own secret').click()
    await form.locator('input[type=password], textarea').last().fill(sampleSecret)
    await form.getByRole('button', { name: 'Add receiver' }).click()
    await page.getByRole('tab', { name: 'Overview' }).focus()
    for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('ArrowRight')
    const cases = page.getByRole('list', { name: 'Cases' }).getByRole('listitem')
    await eventually(async () => expect(await cases.count()).toBe(27))
    await audit(page)

    await page.getByRole('button', { name: 'Check receiver', exact: true }).press('Enter')
    await page.getByText('1 must failed').first().waitFor({ timeout: 120_000 })
    const fault = page.getByRole('button', { name: /Unknown event type/ })
    await fault.press('Enter')
    await page.getByText('note.rediscovered: Answered 500').waitFor()
    await page.getByText('Answer 2xx to types that you do not handle').waitFor()
    for (const [width, height] of [
      [1280, 800],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      await audit(page)
      const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(overflows, `${width}×${height}`).toBe(false)
    }

    // Where the receiver is shown first, what failed is too.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('tab', { name: 'Overview' }).click()
    const failures = page.getByRole('list', { name: 'Failed cases' })
    await failures.getByText('Unknown event type').waitFor()
    await audit(page)
    await page.getByRole('button', { name: 'Full report' }).press('Enter')
    await page.getByRole('tab', { name: 'Check', selected: true }).waitFor()
    isFixed = true
    await page.getByRole('button', { name: 'Check failed cases' }).press('Enter')
    await page.getByText('1 fixed').waitFor({ timeout: 60_000 })
    await eventually(async () => expect(await fault.textContent()).toContain('fixed'))
  })
})
