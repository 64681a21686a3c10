import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { newReceiver } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { clientBeside } from '../../test/bench/app-client.ts'
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
  const client = await clientBeside(page)
  await showFixed(page, client)
  await take(page, 'fixed')
  await showMismatch(page, client)
  await take(page, 'mismatch')
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

/** Shows a delivery that a program answered with 500 and, after its fix, with 204. */
async function showFixed(page: Page, client: Client) {
  let status = 500
  const program = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end())
  })
  await new Promise<void>((resolve) => program.listen(4000, '127.0.0.1', resolve))
  const [endpoint] = await client.call('endpoints.list')
  await client.call('receivers.create', {
    ...newReceiver,
    name: 'Local dev server',
    url: 'http://127.0.0.1:4000/webhooks',
    rules: { ...newReceiver.rules, endpointIds: endpoint ? [endpoint.id] : [] },
    live: true,
  })
  const deliveries = page.getByRole('main').getByRole('option')
  await deliveries.nth(18).waitFor({ timeout: 120_000 })
  status = 204
  const failed = deliveries.filter({ hasText: '500' }).nth(1)
  await failed.click()
  await page.keyboard.press('r')
  await page.getByText('Fixed').first().waitFor()
  await page.getByRole('tab', { name: /^Sends/ }).click()
  program.closeAllConnections()
  program.close()
}

/** Shows why a delivery with a wrong signature is not verified. */
async function showMismatch(page: Page, client: Client) {
  await client.call('sandbox.set-switches', { producesFailures: true })
  await page.evaluate(() => {
    location.hash = '#/inspector?q=verdict:mismatch'
  })
  const delivery = page.getByRole('main').getByRole('option').first()
  await delivery.waitFor({ timeout: 120_000 })
  await delivery.click()
  await page.getByRole('tab', { name: 'Verification' }).click()
}

async function take(page: Page, name: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.mouse.move(640, 4)
    await page.waitForTimeout(500)
    await page.screenshot({ path: join(import.meta.dirname, `${name}-${colorScheme}.png`), scale: 'device' })
  }
}
