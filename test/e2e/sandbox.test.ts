import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/loopback.ts'
import { describeNeeding } from '../support/needs.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../support/page/chromium.ts'
import { pasted } from '../support/page/clipboard.ts'
import { openPlace } from '../support/page/places.ts'
import { openSandboxApp } from '../support/page/sandbox-page.ts'

// Tests the unmodified example receiver on one page: created, failing, disabled and enabled again.

const example = join(import.meta.dirname, '../../resources/receiver-example/receiver.mjs')

const looks = [
  [640, 400, 'light'],
  [800, 600, 'dark'],
  [1280, 800, 'dark'],
  [1280, 800, 'light'],
] as const

describeNeeding(['chromium'], 'the sandbox', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('the sandbox page shows the outage of a receiver and its recovery', async () => {
    const { page } = await openSandboxApp(browser, { notes: 20 })
    await openPlace(page, 'Sandbox')
    await page.getByRole('switch', { name: 'Automatic events' }).click({ force: true })

    const port = await freePort()
    await page.getByLabel('Receiver URL').fill(`http://127.0.0.1:${port}/webhooks`)
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Copy/ }).first().click()
    const secret = await pasted(page, /^whsec_/)
    const receiver = await startReceiver(port, secret, 204)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })

    const mine = page
      .getByRole('list', { name: 'Deliveries' })
      .getByRole('listitem')
      .filter({ hasText: 'My receiver' })
    await page.getByRole('button', { name: 'Generate note' }).click()
    await mine.first().getByText('Delivered').waitFor()
    await eventually(() => expect(receiver.stdout()).toContain('Verified: note.generated'))
    const noteId = /not_\w+/.exec(receiver.stdout())?.[0]
    await page.getByRole('button', { name: 'Copy .env lines' }).click()
    const [, baseUrl, apiKey] =
      /URL=(\S+)\nNOTEHOOK_API_KEY=(\S+)/.exec(await pasted(page, /NOTEHOOK_API_KEY/)) ?? []
    const note = await fetch(`${baseUrl}/v1/notes/${noteId}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    })
    expect(note.status).toBe(200)
    const requests = page.getByRole('list', { name: 'Requests from your receiver' }).getByRole('listitem')
    await requests
      .filter({ hasText: `/v1/notes/${noteId}` })
      .filter({ hasText: 'My receiver' })
      .waitFor()
    expect(await page.content()).not.toContain(apiKey)

    await receiver.stop()
    const failing = await startReceiver(port, secret, 503)
    await page.getByRole('button', { name: 'Edit note' }).click()
    await mine.first().getByText('Retrying').waitFor()
    await mine.first().getByRole('button').click()
    for (const [width, height, colorScheme] of looks) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await audit(page)
      const [acts, log] = await Promise.all(
        ['Events and failures', 'Deliveries'].map((part) =>
          page.getByRole('heading', { name: part, exact: true }).boundingBox(),
        ),
      )
      if (width <= 800) expect(acts?.y, 'what acts, before a log').toBeLessThan(log?.y ?? 0)
      else expect(acts?.x, 'what acts, beside a log').toBeGreaterThan(log?.x ?? 0)
    }
    const mySwitch = page.getByRole('switch', { name: 'Enabled: My receiver' })
    await eventually(async () => {
      await page.getByRole('button', { name: 'Skip a day' }).click()
      await page.waitForTimeout(200)
      expect(await mySwitch.isChecked()).toBe(false)
    })
    await mine
      .first()
      .getByText(/Gave up|Dropped/)
      .waitFor()

    await failing.stop()
    await startReceiver(port, secret, 204)
    await mySwitch.click({ force: true })
    await eventually(async () => expect(await mySwitch.isChecked()).toBe(true))
    await page.getByRole('button', { name: 'Share note' }).click()
    await mine.first().getByText('Delivered').waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('run script')
    await dialog.getByRole('option', { name: 'Run script…' }).click()
    await dialog.getByRole('radio', { name: /^A meeting’s life/ }).waitFor()
    await audit(page)
    const file = (text: string) => ({ name: 'steps.sandbox', mimeType: '', buffer: Buffer.from(text) })
    const field = dialog.locator('input[type=file]')
    const run = dialog.getByRole('button', { name: 'Run script' })
    await field.setInputFiles(file('generate\nwobble'))
    await dialog.getByText('wobble').waitFor()
    await run.click()
    await dialog.getByRole('alert').filter({ hasText: 'Line 2: "wobble" is not a step.' }).waitFor()
    await field.setInputFiles(file('share\nsettle\nwait 10m'))
    await dialog.getByText('wait 10m').waitFor()
    await run.click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Running script steps.sandbox: 2 of 3').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Script steps.sandbox canceled: 1 delivered, 0 failed, 0 pending.').waitFor()
    await page.getByRole('button', { name: 'Run script…' }).click()
    await run.click()
    await page.getByText('Script A meeting’s life passed: 4 delivered, 0 failed, 0 pending.').waitFor()
  })
})

async function startReceiver(port: number, secret: string, status: number) {
  const child = spawn(process.execPath, [example], {
    env: {
      ...process.env,
      NOTEHOOK_SIGNING_SECRET: secret,
      PORT: String(port),
      STATUS: String(status),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  await eventually(() => expect(stdout).toContain('Listening on'))
  return {
    stdout: () => stdout,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
