import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../test/support/page/chromium.ts'

/** Takes the README's screenshots of the real app in the sandbox workspace, light and dark. */

const root = join(import.meta.dirname, '../..')
const data = mkdtempSync(join(tmpdir(), 'notehook-screenshots-'))
const app = spawn(
  process.execPath,
  ['electron/launch/start.ts', '--sandbox', '--no-open', '--json', `--data-dir=${data}`],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
)
const ended = new Promise<void>((resolve) => app.once('exit', () => resolve()))
try {
  const browser = await launchChromium()
  // A fixed time zone, so that the times in the screenshots do not depend on this machine.
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  })
  await page.goto(await launchAddress())
  await showInspector(page)
  await take(page, 'inspector')
  await showNotes(page)
  await take(page, 'notes')
  await browser.close()
} finally {
  app.kill('SIGINT')
  await ended
  rmSync(data, { recursive: true, force: true })
}

async function launchAddress(): Promise<string> {
  for await (const line of createInterface(app.stdout)) {
    const { url } = JSON.parse(line) as { url: string }
    return url
  }
  throw new Error('The app ended before it was ready.')
}

/** Shows a list that fills the window, with the newest delivery open. */
async function showInspector(page: Page) {
  await place(page, 'Inspector')
  const deliveries = page.getByRole('main').getByRole('option')
  await deliveries.nth(18).waitFor({ timeout: 120_000 })
  await deliveries.first().click()
}

/** Shows a search with its results and one of the notes that it finds. */
async function showNotes(page: Page) {
  await place(page, 'Notes')
  await page.getByRole('combobox', { name: 'Search notes' }).fill('review')
  const found = page
    .getByRole('main')
    .getByRole('option')
    .filter({ has: page.locator('mark') })
  await found.nth(9).waitFor()
  await found.nth(2).click()
  await page
    .getByRole('article')
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor()
}

async function place(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name }).click()
}

async function take(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.mouse.move(640, 4)
    await page.waitForTimeout(500)
    await page.screenshot({ path: join(import.meta.dirname, `${name}-${colorScheme}.png`), scale: 'device' })
  }
}
