import type { Page } from 'playwright-core'

/** Opens *Settings* and makes it fail until the page is reloaded. */
export async function failOnSettings(page: Page): Promise<void> {
  await page.evaluate(() => {
    Number.prototype.toLocaleString = () => {
      throw new Error('Broken on purpose')
    }
    location.hash = '#/settings'
  })
  await page.getByText('This page failed').waitFor()
}
