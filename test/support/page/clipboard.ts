import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'

/**
 * Waits until the clipboard has this text, because the page writes it asynchronously. Checks by pasting, because the page may not
 * read the clipboard.
 */
export async function expectClipboard(page: Page, text: string | RegExp): Promise<void> {
  const elsewhere = await page.context().newPage()
  await elsewhere.setContent('<textarea aria-label="Paste"></textarea>')
  const field = elsewhere.getByRole('textbox')
  await eventually(async () => {
    await field.fill('')
    await elsewhere.keyboard.press('Control+V')
    expect(await field.inputValue()).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
  })
  await elsewhere.close()
  await page.bringToFront()
}

/** Waits until the clipboard matches, by pasting into another page, and returns its text. */
export async function pasted(page: Page, pattern: RegExp): Promise<string> {
  const elsewhere = await page.context().newPage()
  await elsewhere.setContent('<textarea aria-label="Paste"></textarea>')
  const field = elsewhere.getByRole('textbox')
  const text = await eventually(async () => {
    await field.fill('')
    await elsewhere.keyboard.press('Control+V')
    const value = await field.inputValue()
    expect(value).toMatch(pattern)
    return value
  })
  await elsewhere.close()
  await page.bringToFront()
  return text
}
