import type { Page } from 'playwright-core'
import { show } from './sandbox-page.ts'

/** Each theme once, at the usual size and at the smallest one, which is 1280 × 800 at 200 %. */
export async function atEverySize(page: Page, run: (page: Page) => Promise<void>): Promise<void> {
  await show(page, { width: 640, height: 400, colorScheme: 'dark' })
  await run(page)
  await show(page, { width: 1280, height: 800, colorScheme: 'light' })
  await run(page)
}
