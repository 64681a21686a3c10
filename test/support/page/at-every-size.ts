import type { Page } from 'playwright-core'

/** Light and dark, at the usual size and at the smallest one, which is 1280 × 800 at 200 %. */
export async function atEverySize(page: Page, run: (page: Page) => Promise<void>): Promise<void> {
  for (const [width, height] of [
    [640, 400],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await run(page)
    }
  }
}
