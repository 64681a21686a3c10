import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { otherSecret, signDelivery } from '../support/deliveries/signed-delivery.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { audit } from '../support/page/audit.ts'
import { deliveryRows, senderTo, show } from '../support/page/sandbox-page.ts'
import { sharedSandbox } from '../support/page/shared.ts'

// Tests the pane of a delivery in the built app: its layout doesn't shift, and the keyboard is sufficient.

const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 600 },
  { width: 640, height: 400 },
]

describeNeeding(['chromium'], 'the pane of a delivery', () => {
  const sandbox = sharedSandbox()

  test('the pane of a delivery is accessible and does not shift at any window size', async () => {
    const { secret, send } = await senderTo(sandbox.app, sandbox.client)
    await send(signDelivery({ id: 'evt_verifiedverif1', secret }))
    await send(signDelivery({ id: 'evt_forgedforgedf1', secret: otherSecret }))
    const page = await sandbox.open()
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
    await pane.getByRole('tab', { name: /^Payload/ }).waitFor()
    for (const size of sizes) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await show(page, { ...size, colorScheme })
        await audit(page)
      }
    }
  })
})

/** Resolves once the element has not changed for a quarter of a second. */
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
          }, 250)
        }
        changes.observe(element, { childList: true, subtree: true, characterData: true, attributes: true })
        wait()
      }),
  )
}

/** Adds up every layout shift in the pane, including those shortly after a click, which the standard metric excludes. */
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
