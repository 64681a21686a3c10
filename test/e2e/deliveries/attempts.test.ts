import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientBeside } from '../../bench/app-client.ts'
import { signDelivery } from '../../support/deliveries/signed-delivery.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium } from '../../support/page/chromium.ts'
import { deliveryRows, openSandboxApp, senderTo } from '../../support/page/sandbox-page.ts'

// What the Inspector shows of deliveries that came more than once, in the built app.

describeNeeding(['chromium'], 'attempts', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  /** A sandbox that sends nothing by itself, and a sender to its endpoint. */
  async function quietSandbox() {
    const { app, page } = await openSandboxApp(browser, { notes: 20 })
    await page.getByRole('heading', { name: 'Inspector', level: 1 }).waitFor()
    const client = await clientBeside(page)
    await client.call('sandbox.set-switches', { automatic: false })
    return { page, ...(await senderTo(app, client)) }
  }

  test('a delivery with more than 1,000 attempts shows its whole status at every width', async () => {
    const { page, secret, send } = await quietSandbox()
    const delivery = signDelivery({ id: 'evt_manymanymany01', secret })
    for (let sent = 0; sent < 1_220; sent += 20)
      await Promise.all(Array.from({ length: 20 }, () => send(delivery)))
    const row = deliveryRows(page).filter({ hasText: /1\.2K\s*200/ })
    await row.waitFor()
    for (const width of [1_280, 800, 640]) {
      await page.setViewportSize({ width, height: 600 })
      const cut = await row.evaluate((option) =>
        [...option.querySelectorAll('[data-outcome], [data-outcome] *')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      )
      expect(cut, `at ${width} px`).toEqual([])
    }
  })
})
