import type { Page } from 'playwright-core'

/** Breaks the page until it is loaded again, so that *Settings* fails, and goes there. */
export async function failOnSettings(page: Page): Promise<void> {
  await page.evaluate(() => {
    Number.prototype.toLocaleString = () => {
      throw new Error('Broken on purpose')
    }
    location.hash = '#/settings'
  })
  await page.getByText('This screen failed').waitFor()
}
