import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { tabTo } from '../support/page/hand.ts'
import { deliveryRows, openSandboxPage } from '../support/page/sandbox-page.ts'
import { startReceiver } from '../support/receivers/plain-receiver.ts'

describeNeeding(['chromium'], 'the keyboard alone', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('leads from a note to an endpoint that received it, to a delivery, to a receiver of the user, and back', async () => {
    const receiver = await startReceiver()
    const page = await openSandboxPage(browser, { notes: 20 })
    const { keyboard } = page
    const opened = (part: string) => eventually(() => expect(page.url()).toContain(part))
    await deliveryRows(page).first().waitFor()

    await keyboard.press('Control+4')
    await page.getByText('No receivers yet').waitFor()
    await keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'Add receiver' })
    await tabTo(page, form.getByLabel('Name', { exact: true }))
    await keyboard.type('Local dev server')
    await tabTo(page, form.getByLabel('URL', { exact: true }))
    await keyboard.type(receiver.url)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Local dev server' }).waitFor()

    // The note that a delivery was about, found where it is newest.
    await keyboard.press('Control+3')
    await page.getByRole('heading', { name: 'Notes', level: 1 }).waitFor()
    await page.getByRole('main').getByRole('listbox').getByRole('option').first().waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await opened('note=')
    await tabTo(page, page.getByRole('tab', { selected: true }))
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'Endpoints', selected: true }).waitFor()
    const endpoint = page.locator('section[aria-labelledby=matching-endpoints]').getByRole('link').first()
    await endpoint.waitFor()
    await tabTo(page, endpoint)
    await keyboard.press('Enter')
    await opened('#/endpoints?endpoint=')

    const deliveries = page.locator('a[href*="delivery="]')
    await deliveries.first().waitFor()
    await tabTo(page, deliveries.first())
    await keyboard.press('Enter')
    await opened('#/inspector')
    await page.getByRole('article', { name: 'Delivery' }).waitFor()
    await keyboard.press('r')
    await eventually(() => expect(receiver.received()).toBe(1))

    // Out of the delivery, and on in its list.
    await keyboard.press('Control+1')
    await keyboard.press('ArrowDown')
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
        'Deliveries',
      ),
    )

    // In a narrow list, what has no room for a button is in a menu.
    await page.setViewportSize({ width: 800, height: 600 })
    await keyboard.press('Enter')
    await page.getByRole('article', { name: 'Delivery' }).waitFor()
    await keyboard.press('Escape')
    await keyboard.press('x')
    const bar = page.getByRole('group', { name: 'Selection' })
    await bar.getByText('1 selected').waitFor()
    await tabTo(page, bar.getByRole('button', { name: 'More actions' }))
    await keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete selected…' }).waitFor()
  })
})
