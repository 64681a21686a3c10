import type { Page } from 'playwright-core'
import { openPlace } from './places.ts'

/**
 * Connects to a service through the form, as a user does, and opens its notes. Without a keychain, agrees to keep the key in
 * memory.
 */
export async function connectByForm(page: Page, baseUrl: string): Promise<void> {
  await page
    .getByRole('textbox', { name: 'API address' })
    .or(page.getByRole('button', { name: /Connect/ }))
    .first()
    .waitFor()
  const address = page.getByRole('textbox', { name: 'API address' })
  if ((await address.count()) === 0)
    await page
      .getByRole('button', { name: /Connect/ })
      .first()
      .click()
  await address.fill(baseUrl)
  await page.getByLabel('API key').fill('key_0123456789abcdef')
  const enter = page.getByRole('button', { name: 'Connect', exact: true })
  await enter.click()
  const consent = page.getByText('Keep the key in memory until I quit')
  const inspector = page.getByRole('heading', { name: 'Inspector' })
  await consent.or(inspector).first().waitFor()
  if (await consent.isVisible()) {
    await consent.click()
    await enter.click()
    await inspector.waitFor()
  }
  await openPlace(page, 'Notes')
}
