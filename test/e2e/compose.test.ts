import { createServer } from 'node:http'
import type { Locator } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleSecret } from '#shared/receivers/compose.ts'
import { eventually } from '../support/eventually.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { describeNeeding } from '../support/needs.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../support/page/chromium.ts'
import { mouse } from '../support/page/hand.ts'
import { openPlace } from '../support/page/places.ts'
import { deliveryRows, openSandboxApp } from '../support/page/sandbox-page.ts'
import { openKeyringSession } from '../support/platform/keyring.ts'

// Sends a valid and a broken delivery from the built app to a receiver that uses the official library.

describeNeeding(['chromium'], 'composing a delivery', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('sends a valid and a broken delivery to a receiver that handles both correctly', async () => {
    const receiver = await startVerifyingReceiver()
    const { page } = await openSandboxApp(browser, { notes: 20 })
    await deliveryRows(page).first().waitFor()
    const sheet = page.getByRole('dialog')
    const runCommand = async (name: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or jump to' }).fill(name)
      await sheet
        .getByRole('option', { name: `${name}…` })
        .first()
        .click()
    }

    await runCommand('Add receiver')
    await sheet.getByText('Start forwarding').click()
    await sheet.getByRole('button', { name: /^Advanced/ }).click()
    await sheet.getByLabel('Name', { exact: true }).fill('Local dev server')
    await sheet.getByLabel('URL', { exact: true }).fill(receiver.url)
    await sheet.getByRole('button', { name: 'Add receiver' }).click()
    await page.getByRole('heading', { name: 'Local dev server' }).waitFor()

    await runCommand('Compose delivery')
    await sheet.getByRole('button', { name: /Signed with$/ }).click()
    await page.getByRole('option', { name: /^Sample secret/ }).click()
    await sheet.getByRole('button', { name: /Event$/ }).click()
    await page.getByRole('option', { name: 'note.edited' }).click()
    await expect
      .poll(() => sheet.getByRole('textbox', { name: 'Body' }).inputValue())
      .toContain('"event_type": "note.edited"')
    const result = sheet.getByRole('region', { name: 'Result' })
    await sheet.getByRole('button', { name: 'Send', exact: true }).click()
    await result.filter({ hasText: /As expected.*200/ }).waitFor()
    await sheet.getByText('Space added after signing').click()
    await page.keyboard.press('Control+Enter')
    await result.filter({ hasText: /As expected.*400/ }).waitFor()
    await sheet.getByText('Signed bytes', { exact: true }).click()
    await sheet.getByRole('region', { name: 'Signed bytes' }).waitFor()
    await audit(page)
    await page.setViewportSize({ width: 640, height: 400 })
    await audit(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(receiver.received()).toBe(2)
  })
})

describeNeeding(['chromium', 'keyring', 'libsecret'], 'composing a delivery with a locked keychain', () => {
  let browser: TestBrowser
  let keyring: Awaited<ReturnType<typeof openKeyringSession>>

  beforeAll(async () => {
    ;[browser, keyring] = await Promise.all([launchChromium(), openKeyringSession()])
  })
  afterAll(async () => {
    await browser?.close()
    await keyring?.close()
  })

  test('keeps the composed delivery if a locked keychain prevents sending it', async () => {
    const receiver = await startVerifyingReceiver()
    const { page } = await openSandboxApp(browser, { notes: 20, height: 400, env: keyring.env })
    await deliveryRows(page).first().waitFor()
    await openPlace(page, 'Receivers')
    await page.getByRole('button', { name: 'Add receiver' }).first().click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Start forwarding').click()
    await sheet.getByRole('button', { name: /^Advanced/ }).click()
    await sheet.getByLabel('Name', { exact: true }).fill('Local dev server')
    await sheet.getByLabel('URL', { exact: true }).fill(receiver.url)
    await mouse(page).press('radio', /^Own secret/)
    await sheet.getByLabel('Signing secret', { exact: true }).fill(sampleSecret)
    await sheet.getByRole('button', { name: 'Add receiver' }).click()
    await page.getByRole('heading', { name: 'Local dev server' }).waitFor()
    // The preview reads the secret, which is then in memory, so the keychain is locked before.
    await keyring.lock()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Compose delivery')
    await sheet.getByRole('option', { name: 'Compose delivery…' }).first().click()
    const body = sheet.getByRole('textbox', { name: 'Body' })
    await body.fill('{ "mine": true }')
    // Scrolls to the last fault of the form, so that the result is out of view.
    await sheet.getByText('ID differs from event_id').scrollIntoViewIfNeeded()
    const send = sheet.getByRole('button', { name: /^Send/ })
    await send.click()
    const why = sheet.getByRole('alert').filter({ hasText: 'The keychain is locked.' })
    await eventually(async () => expect(await isInView(why)).toBe(true))
    expect(await body.inputValue()).toBe('{ "mine": true }')
    await page.getByText('Keychain locked').first().waitFor()
    expect(receiver.received()).toBe(0)

    await keyring.unlock()
    await send.click()
    await sheet.getByText('As expected').waitFor()
    await why.waitFor({ state: 'detached' })
    expect(await body.inputValue()).toBe('{ "mine": true }')
    expect(receiver.received()).toBe(1)
    await page.getByText('Keychain locked').first().waitFor({ state: 'detached' })
  })
})

/** Returns whether the whole element is visible between the header and the footer of its scroller. */
const isInView = (element: Locator) =>
  element.evaluate(async (node) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(node)
    return (await promise) > 0.9
  })

async function startVerifyingReceiver() {
  const webhook = new Webhook(sampleSecret)
  let received = 0
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      received += 1
      try {
        webhook.verify(Buffer.concat(pieces).toString(), request.headers as Record<string, string>)
        response.writeHead(200).end()
      } catch {
        response.writeHead(400).end()
      }
    })
  })
  const port = await listenOnLoopback(server)
  return { url: `http://127.0.0.1:${port}/webhooks`, received: () => received }
}
