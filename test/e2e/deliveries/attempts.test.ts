import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientBeside } from '../../bench/app-client.ts'
import { exchange } from '../../support/deliveries/raw-http.ts'
import { rawRequest, signDelivery } from '../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium } from '../../support/page/chromium.ts'
import { deliveryRows, openSandboxApp } from '../../support/page/sandbox-page.ts'

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
    const endpoint = await eventually(async () => {
      const [first] = await client.call('endpoints.list')
      if (!first) throw new Error('The sandbox has an endpoint.')
      return first
    })
    const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint.id })
    const port = Number(new URL(app.listener ?? '').port)
    const path = new URL(endpoint.url).pathname
    const send = (delivery: ReturnType<typeof signDelivery>) => exchange(port, rawRequest(path, delivery))
    return { page, secret, send }
  }

  test('of which there are very many leave their status whole at every width', async () => {
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
