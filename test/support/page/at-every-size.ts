import type { Page } from 'playwright-core'
import { show } from './sandbox-page.ts'

/** Runs a function in both themes: dark at the smallest size, which is 1280 × 800 at 200 %, and light at the usual size. */
export async function atEverySize(page: Page, run: (page: Page) => Promise<void>): Promise<void> {
  await show(page, { width: 640, height: 400, colorScheme: 'dark' })
  await run(page)
  await show(page, { width: 1280, height: 800, colorScheme: 'light' })
  await run(page)
}
