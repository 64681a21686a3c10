import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { audit } from '../support/page/audit.ts'
import { letPass } from '../support/page/hand.ts'
import { placeLink } from '../support/page/places.ts'
import { deliveryRows, show } from '../support/page/sandbox-page.ts'
import { sharedSandbox } from '../support/page/shared.ts'

describeNeeding(['chromium'], 'the command palette', () => {
  const sandbox = sharedSandbox({ notes: 60 })

  const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
  const option = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name })
  const openPalette = async (page: Page) => {
    await page.keyboard.press('Control+k')
    await field(page).waitFor()
  }

  test('the command palette is accessible in every state and at every window size', async () => {
    const page = await sandbox.open()
    await deliveryRows(page).first().click()
    await page.getByRole('article', { name: 'Delivery' }).waitFor()
    for (const view of [
      { width: 1280, height: 800, colorScheme: 'light' },
      // The smallest window, at twice the size.
      { width: 640, height: 400, colorScheme: 'dark' },
    ] as const) {
      await show(page, view)
      await openPalette(page)
      await option(page, /^Copy as cURL/)
        .first()
        .waitFor()
      await audit(page)
      await page.keyboard.type('re')
      await page.getByRole('dialog').getByRole('group', { name: 'Notes' }).waitFor()
      await audit(page)
      // Keys scroll the last item into view, and the dialog stays inside the window.
      await page.keyboard.press('ArrowUp')
      const last = page.getByRole('dialog').getByRole('option').last()
      await eventually(async () => expect(await last.getAttribute('aria-selected')).toBe('true'))
      const [row, dialog] = [await last.boundingBox(), await page.getByRole('dialog').boundingBox()]
      expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((dialog?.y ?? 0) + (dialog?.height ?? 0))
      expect((dialog?.y ?? 0) + (dialog?.height ?? 0)).toBeLessThanOrEqual(view.height)
      expect(row?.height).toBeGreaterThanOrEqual(24)
      await field(page).fill('zzzz')
      await page.getByText('No results').first().waitFor()
      await audit(page)
      await page.keyboard.press('Escape')
      await field(page).waitFor({ state: 'detached' })
    }
  })

  test('the command palette runs commands and opens pages and deliveries with the keyboard', async () => {
    const page = await sandbox.open()
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
    // The sheet may contain a draft, so the palette must not replace it. Waits a frame, after which the palette would have
    // opened.
    await page.keyboard.press('Control+k')
    await letPass(page, 0)
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

  test('opens the command palette in the next frame once its code is loaded', async () => {
    const page = await sandbox.open()
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
