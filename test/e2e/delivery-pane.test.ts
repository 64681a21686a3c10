import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientBeside } from '../bench/app-client.ts'
import { otherSecret, signDelivery } from '../support/deliveries/signed-delivery.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { deliveryRows, openSandboxApp, senderTo } from '../support/page/sandbox-page.ts'

// The pane of a delivery in the built app: nothing in it moves once it is there, and the keyboard is enough.

const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 600 },
  { width: 640, height: 400 },
]

describeNeeding(['chromium'], 'the pane of a delivery', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('moves nothing when the delivery arrives, is walked by keys, and has no barrier at any size', async () => {
    const { app, page } = await openSandboxApp(browser, { notes: 20 })
    await page.getByRole('heading', { name: 'Inspector' }).waitFor()
    const client = await clientBeside(page)
    const { secret, send } = await senderTo(app, client)
    await send(signDelivery({ id: 'evt_verifiedverif1', secret }))
    await send(signDelivery({ id: 'evt_forgedforgedf1', secret: otherSecret }))
    await page.evaluate(() => location.assign('#/inspector'))
    const rows = deliveryRows(page)
    const forged = rows.filter({ hasText: /401/ }).first()
    await forged.waitFor()

    const pane = page.getByRole('article', { name: 'Delivery' })
    await forged.click()
    await pane.getByRole('heading', { name: 'Signature' }).waitFor()
    await isStill(pane)
    await watchShifts(page)
    for (const status of [/200/, /401/]) {
      await rows.filter({ hasText: status }).first().click()
      await pane.getByRole('heading', { name: 'Signature' }).waitFor()
      await isStill(pane)
    }
    expect(await shiftsOf(page)).toBeLessThanOrEqual(0.02)

    const list = page.getByRole('listbox', { name: 'Deliveries' })
    const hasFocus = (selector: string) =>
      page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector)
    await list.focus()
    await page.keyboard.press('Enter')
    await eventually(async () => expect(await hasFocus('#delivery-detail')).toBe(true))
    const before = page.url()
    await page.keyboard.press('j')
    await eventually(() => expect(page.url()).not.toBe(before))
    expect(await hasFocus('#delivery-detail')).toBe(true)
    await page.keyboard.press('k')
    await eventually(() => expect(page.url()).toBe(before))
    await page.keyboard.press('Escape')
    await eventually(async () => expect(await hasFocus('[role=listbox]')).toBe(true))
    expect(page.url()).toBe(before)
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'hidden' })

    await page.evaluate((address) => location.assign(address), before)
    for (const viewport of sizes) {
      await page.setViewportSize(viewport)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await pane.getByRole('tab', { name: /^Payload/ }).waitFor()
        await audit(page)
      }
    }
  })
})

/** Resolves once nothing in it has changed for half a second. */
function isStill(place: Locator): Promise<void> {
  return place.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const changes = new MutationObserver(() => wait())
        let timer: ReturnType<typeof setTimeout> | undefined
        const wait = () => {
          clearTimeout(timer)
          timer = setTimeout(() => {
            changes.disconnect()
            resolve()
          }, 500)
        }
        changes.observe(element, { childList: true, subtree: true, characterData: true, attributes: true })
        wait()
      }),
  )
}

/** Counts every shift in the pane, also those shortly after a click, which the metric of the same name leaves out. */
function watchShifts(page: Page): Promise<void> {
  return page.evaluate(() => {
    let sum = 0
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & {
        readonly value: number
        readonly sources: readonly { readonly node: Node | null }[]
      })[]) {
        const isHere = entry.sources.some(({ node }) =>
          document.querySelector('#delivery-detail')?.contains(node),
        )
        if (isHere) sum += entry.value
      }
      document.documentElement.dataset.shifted = String(sum)
    }).observe({ type: 'layout-shift' })
  })
}

function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset.shifted ?? 0))
}
