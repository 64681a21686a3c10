import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { audit } from '../../support/page/audit.ts'
import { launchChromium } from '../../support/page/chromium.ts'
import { pressEnterOn } from '../../support/page/hand.ts'
import { openPlace } from '../../support/page/places.ts'
import { openSandboxApp } from '../../support/page/sandbox-page.ts'

// One note and the question why another is not seen, in the built app and a real browser, by keyboard.

describeNeeding(['chromium'], 'the page of a note', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('is read through by keyboard, and Escape leads back to the list', async () => {
    const { page, complaints } = await open()
    const list = page.getByRole('listbox', { name: 'All notes' })
    await list.getByRole('option').first().waitFor()
    await eventually(async () => {
      await list.focus()
      expect(await list.getAttribute('aria-activedescendant')).not.toBe(null)
    })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const tab = (name: string | RegExp) => page.getByRole('tab', { name })
    await tab('Summary').waitFor()
    await audit(page)

    await tab('Summary').focus()
    await page.keyboard.press('ArrowRight')
    await pressEnterOn(page.getByRole('button', { name: 'Load transcript' }))
    await page.getByRole('searchbox', { name: 'Search transcript' }).waitFor()
    await audit(page)

    await tab('Transcript').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Endpoints', level: 3 }).waitFor()
    await page.locator('#matching-endpoints ~ ul li').first().waitFor()
    await audit(page)
    await expect.poll(() => page.url()).toContain('tab=endpoints')

    await page.keyboard.press('Escape')
    await expect.poll(() => list.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(page.url()).toContain('note=')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).not.toContain('note=')
    await expect.poll(() => list.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(complaints).toEqual([])
  })

  test('says what a note that is not shown can mean, and why it may not be seen', async () => {
    const { page } = await open()
    await page.getByRole('listbox', { name: 'All notes' }).getByRole('option').first().waitFor()
    await page.evaluate(() => {
      location.hash = '#/notes?note=not_Zzzzzzzzzzzzz9&after=2001-01-01'
    })
    await page.getByRole('heading', { name: 'Note not found' }).waitFor()
    await audit(page)
    await page.getByRole('button', { name: 'Find out why' }).click()
    await page.getByText('The service doesn’t return this note.').first().waitFor()
    await audit(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Note not found' }).waitFor()
  })

  const open = async () => {
    const { page, complaints } = await openSandboxApp(browser, { notes: 60 })
    await openPlace(page, 'Notes')
    return { page, complaints }
  }
})
