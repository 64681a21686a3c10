import type { Page } from 'playwright-core'
import type { commands, PlaceId } from '#shared/app/commands.ts'

export type PlaceName = (typeof commands)[PlaceId]['label']

export const placeLink = (page: Page, name: PlaceName) =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name })

export const openPlace = (page: Page, name: PlaceName) => placeLink(page, name).click()

/** Finds a button in the status at the bottom of the sidebar. It opens details and actions. */
export const statusLine = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Status' }).getByRole('button', { name })

/** Opens the tunnel's page by its URL, because the sandbox's status doesn't link to it. */
export async function openTunnel(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/tunnel'
  })
}
