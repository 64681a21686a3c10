import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { startApp } from './app.ts'

/** Opens a sandbox in the built app, in a window of its own, at the Inspector. Both end with the test. */
export async function openSandboxPage(
  browser: Browser,
  {
    width = 1280,
    height = 800,
    colorScheme = 'light',
    notes = 60,
  }: {
    readonly width?: number
    readonly height?: number
    readonly colorScheme?: 'light' | 'dark'
    readonly notes?: number
  } = {},
): Promise<Page> {
  const app = await startApp({ flags: ['--sandbox', '--sandbox-notes', String(notes)] })
  onTestFinished(() => app.kill())
  const context = await browser.newContext({ viewport: { width, height }, colorScheme })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(app.url)
  await page.getByRole('heading', { name: 'Inspector', level: 1 }).waitFor()
  return page
}
