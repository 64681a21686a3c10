import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { startApp } from '../support/page/app.ts'
import { atEverySize } from '../support/page/at-every-size.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { openPlace } from '../support/page/places.ts'

// A receiver of the user in the built app: added, replayed to while it fails, and again after it was repaired.

describeNeeding(['chromium'], 'receivers', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('a replay is still failing until the receiver is repaired, and then fixed', async () => {
    const receiver = await startReceiver()
    const app = await startApp({ flags: ['--sandbox', '--sandbox-notes', '20'] })
    onTestFinished(async () => void (await app.stop()))
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(app.url)
    const rows = page.getByRole('listbox', { name: 'Deliveries' }).getByRole('option')
    await rows.first().waitFor()

    await openPlace(page, 'Receivers')
    await page.getByText('No receivers yet').waitFor()
    await audit(page)
    await page.getByRole('button', { name: 'Add receiver' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Local dev server')
    await form.getByLabel('URL', { exact: true }).fill(receiver.url)
    await form.getByRole('button', { name: 'Advanced' }).click()
    await audit(page)
    await form.getByRole('button', { name: 'Add receiver' }).click()
    await page.getByRole('heading', { name: 'Local dev server' }).waitFor()

    await openPlace(page, 'Inspector')
    await rows.first().click()
    await page.keyboard.press('e')
    await page.getByRole('heading', { name: 'Edit and send' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const pane = page.getByRole('article', { name: 'Delivery' })
    await pane.getByRole('tab', { name: /^Sends/ }).click()
    await pane.getByText('Not sent to a receiver yet.').waitFor()
    const replayAnd = async (verdict: string | null, sends: number) => {
      await page.keyboard.press('r')
      await eventually(async () => expect(await pane.getByRole('listitem').count()).toBe(sends))
      const newest = pane.getByRole('listitem').first()
      if (verdict !== null) await newest.getByText(verdict).waitFor()
    }
    receiver.answerWith(500)
    await replayAnd(null, 1)
    await replayAnd('Still failing', 2)
    receiver.answerWith(200)
    await replayAnd('Fixed', 3)
    await replayAnd('Still passing', 4)
    await pane.getByRole('listitem').first().getByRole('button').click()
    await pane.getByText('Delivered.').waitFor()
    await atEverySize(page, audit)

    await page.keyboard.press('Shift+R')
    await page.getByRole('dialog').getByText('As the service would retry').waitFor()
    await audit(page)
    await page.getByRole('button', { name: 'Cancel' }).click()

    await openPlace(page, 'Receivers')
    await page.getByRole('listbox', { name: 'Receivers' }).getByRole('option').click()
    await page.getByRole('button', { name: /^More actions/ }).waitFor()
    await atEverySize(page, audit)
    expect(receiver.received()).toBe(4)
  })
})

async function startReceiver() {
  let status = 200
  let received = 0
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    answerWith(next: number) {
      status = next
    },
    received: () => received,
  }
}
