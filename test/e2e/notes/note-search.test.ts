import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { audit } from '../../support/page/audit.ts'
import { launchChromium } from '../../support/page/chromium.ts'
import { leadTo } from '../../support/page/hand.ts'
import { openPlace } from '../../support/page/places.ts'
import { openSandboxApp } from '../../support/page/sandbox-page.ts'

// Search as you type, in the built app and a real browser.

describeNeeding(['chromium'], 'searching notes', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('finds a note by some letters, in any script, and the address leads back to it', async () => {
    const { page, complaints } = await openSandboxApp(browser, { notes: 120 })
    await openPlace(page, 'Notes')
    await page
      .getByText(/Index complete/)
      .first()
      .waitFor()
    await audit(page)

    const field = page.getByRole('combobox', { name: 'Search notes' })
    await leadTo(page, '/', field)
    await page.keyboard.type('review')
    const rows = page.getByRole('listbox', { name: 'Search results' }).getByRole('option')
    await rows
      .filter({ hasText: /review/i })
      .first()
      .waitFor()
    expect(await field.inputValue()).toBe('review')
    await expect.poll(() => page.url()).toContain('q=review')
    // What fewer letters had found may stand there until then.
    await eventually(async () => {
      for (const text of await rows.allTextContents()) expect(text).toMatch(/review/i)
    })
    await rows.first().click()
    await expect.poll(() => page.url()).toMatch(/note=not_/)
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await audit(page)

    await page.reload()
    await rows.first().waitFor()
    expect(page.url()).toMatch(/q=review.*note=not_|note=not_.*q=review/)

    await field.fill('设计')
    await page.getByRole('listbox', { name: 'Search results' }).getByText('设计评审').first().waitFor()
    await field.fill('nothing of that name')
    await page.getByText('No notes found').first().waitFor()
    await audit(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => field.inputValue()).toBe('')

    // No other owner is called so, or the arrow would lead to them.
    await field.pressSequentially('owner:noor')
    const offered = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await expect.poll(() => offered.allTextContents()).toEqual([expect.stringContaining('Noor Haddad')])
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: /Noor Haddad/, selected: true }).waitFor()
    await audit(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('owner:"Noor Haddad" ')
    await page.getByRole('listbox', { name: 'Search results' }).getByText('Noor Haddad').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox', { name: 'All notes' }).getByRole('option').first().waitFor()
    await expect.poll(() => page.url()).not.toContain('q=')
    expect(complaints).toEqual([])
  })
})
