import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { placeLink } from '../support/page/places.ts'
import { deliveryRows, openSandboxPage } from '../support/page/sandbox-page.ts'

describeNeeding(['chromium'], 'the command palette', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  const open = (width: number, height: number, colorScheme: 'light' | 'dark') =>
    openSandboxPage(browser, { width, height, colorScheme })

  const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
  const option = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name })
  const openPalette = async (page: Page) => {
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
  }

  test.each([
    [1280, 800, 'light'],
    [800, 600, 'dark'],
    // Twice the size on a small screen.
    [640, 400, 'light'],
  ] as const)('at %i × %i in %s, every state is accessible and in view', async (width, height, scheme) => {
    const page = await open(width, height, scheme)
    await deliveryRows(page).first().click()
    await page.getByRole('article', { name: 'Delivery' }).waitFor()
    await openPalette(page)
    await option(page, /^Copy as cURL/)
      .first()
      .waitFor()
    await audit(page)
    await page.keyboard.type('re')
    await page.getByRole('dialog').getByRole('group', { name: 'Notes' }).waitFor()
    await audit(page)
    // The last line comes into view with the keys, and the dialog stays in the window.
    await page.keyboard.press('ArrowUp')
    const last = page.getByRole('dialog').getByRole('option').last()
    await eventually(async () => expect(await last.getAttribute('aria-selected')).toBe('true'))
    const [row, dialog] = [await last.boundingBox(), await page.getByRole('dialog').boundingBox()]
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((dialog?.y ?? 0) + (dialog?.height ?? 0))
    expect((dialog?.y ?? 0) + (dialog?.height ?? 0)).toBeLessThanOrEqual(height)
    expect(row?.height).toBeGreaterThanOrEqual(24)
    await field(page).fill('zzzz')
    await page.getByText('No results').first().waitFor()
    await audit(page)
  })

  test('by keys alone: an action, a place, a note, a delivery by its id, and back to where the focus was', async () => {
    const page = await open(1280, 800, 'light')
    await placeLink(page, 'Settings').focus()
    await openPalette(page)
    await page.keyboard.press('Escape')
    await eventually(async () =>
      expect(await placeLink(page, 'Settings').evaluate((it) => it === document.activeElement)).toBe(true),
    )
    await openPalette(page)
    await page.keyboard.type('dark th')
    await page.keyboard.press('Enter')
    await eventually(async () =>
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark'),
    )
    await openPalette(page)
    await page.keyboard.type('sim res')
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: /Simulate/ })
    await sheet.waitFor()
    // A sheet may hold what was typed: it stays.
    await page.keyboard.press('Control+k')
    await page.waitForTimeout(300)
    expect(await field(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })

    await deliveryRows(page).first().click()
    const id =
      (await page
        .getByText(/^evt_\w+$/)
        .first()
        .textContent()) ?? ''
    await openPalette(page)
    await page.keyboard.type('notes')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Notes', level: 1 }).waitFor()
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('h1'),
    )
    await openPalette(page)
    await page.evaluate((text) => document.execCommand('insertText', false, text), `webhook-id: ${id}`)
    await option(page, new RegExp(`^${id}`)).waitFor()
    await page.keyboard.press('Enter')
    await eventually(() => expect(page.url()).toContain('#/inspector?delivery='))
    await page.getByText(id, { exact: true }).first().waitFor()
  })

  test('once loaded, it opens in the frame after the key', async () => {
    const page = await open(1280, 800, 'light')
    await openPalette(page)
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    const frames = await page.evaluate(async () => {
      const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', key))
      let count = 0
      for (; document.querySelector('[data-dialog=palette] [role=option]') === null; count += 1)
        await new Promise(requestAnimationFrame)
      return count
    })
    expect(frames).toBeLessThanOrEqual(1)
  })
})
