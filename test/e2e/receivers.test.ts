import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openCore } from '../support/core/open-core.ts'
import { servePage } from '../support/core/served-core.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { atEverySize } from '../support/page/at-every-size.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { openPlace, placeLink } from '../support/page/places.ts'
import { deliveryRows, openSandboxApp } from '../support/page/sandbox-page.ts'
import { startExampleReceiver } from '../support/receivers/example-receiver.ts'
import { startReceiver } from '../support/receivers/plain-receiver.ts'

// A receiver of the user in the built app: added, replayed to while it fails, and again after it was repaired.

describeNeeding(['chromium'], 'receivers', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('a replay is still failing until the receiver is repaired, and then fixed', async () => {
    const receiver = await startReceiver()
    const { app, page } = await openSandboxApp(browser, { notes: 20 })
    const rows = deliveryRows(page)
    await rows.first().waitFor()

    await openPlace(page, 'Receivers')
    await page.getByText('No receivers yet').waitFor()
    await audit(page)
    await addReceiver(page, receiver.url, async (form) => {
      const url = form.getByLabel('URL', { exact: true })
      await url.fill(`${app.origin}/webhooks`)
      await form.getByText(/^Port \d+ is Notehook’s own page\./).waitFor()
      await url.fill(receiver.url)
      await form.getByRole('button', { name: 'Advanced' }).click()
      await audit(page)
    })

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
      // Another press before the reply would send nothing.
      const replied = page.waitForResponse((response) => response.url().endsWith('/call/receivers.send'))
      await page.keyboard.press('r')
      await (await replied).finished()
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
    await pane.getByRole('listitem').first().getByRole('button').first().click()
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
    await page.setViewportSize({ width: 640, height: 400 })
    for (const name of ['Waiting', 'Sends', 'Settings']) {
      await page.getByRole('tab', { name }).click()
      await audit(page)
    }
    expect(receiver.received()).toBe(4)
  })

  test('the example receiver gets what arrives, what waited while it was stopped, and a replay that fails until it is repaired', async () => {
    // Nothing arrives but what the test sends.
    const core = await openCore({ listening: false, sandbox: { activityMs: 3_600_000 } })
    const { client } = core
    await client.call('sandbox.start', { notes: 20 })
    const emit = () => core.sandboxes.at(-1)?.emit('note.generated')
    const [endpoint] = await client.call('endpoints.list')
    const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint?.id ?? '' })
    let example = startExampleReceiver({ secret })
    const port = String(await example.port())
    const restart = async (env: Readonly<Record<string, string>> = {}) => {
      await example.stop()
      example = startExampleReceiver({ secret, env: { PORT: port, ...env } })
      await example.port()
    }
    const verified = () => example.lines.filter((line) => line.startsWith('Verified: note.generated of not_'))

    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(await servePage(core))
    await placeLink(page, 'Receivers').waitFor()
    await addReceiver(page, `http://127.0.0.1:${port}`)
    const detail = page.getByRole('article', { name: 'Receiver' })
    const waiting = page
      .getByRole('listbox', { name: 'Receivers' })
      .getByRole('option', { name: '3 waiting' })
    const sends = detail.getByRole('list', { name: 'Sends' }).getByRole('listitem')
    await detail.getByText('Forward new deliveries', { exact: true }).click()
    await page.getByText('New deliveries are forwarded.').waitFor()
    emit()
    await sends.getByText('204').waitFor()
    expect(verified()).toHaveLength(1)
    const [sent] = (await client.call('receivers.sends', {})).sends
    const { firstReceivedAt } = await client.call('deliveries.get', { id: sent?.deliveryId ?? 0 })
    // About ten milliseconds on a machine that is not busy.
    expect(Date.parse(sent?.at ?? '') - Date.parse(firstReceivedAt)).toBeLessThan(10_000)

    await example.stop()
    for (let count = 0; count < 3; count += 1) emit()
    await detail.getByText('3 deliveries waiting').waitFor()
    await waiting.waitFor()
    await audit(page)
    await restart()
    await detail.getByRole('button', { name: 'Send all' }).click()
    await detail.getByText('3 deliveries waiting').waitFor({ state: 'detached' })
    await eventually(async () => expect(await sends.getByText('Queued').count()).toBe(3))
    expect(verified()).toHaveLength(3)
    await waiting.waitFor({ state: 'detached' })

    await openPlace(page, 'Inspector')
    await deliveryRows(page).first().click()
    const pane = page.getByRole('article', { name: 'Delivery' })
    await pane.getByRole('tab', { name: /^Sends/ }).click()
    const replayed = async (status: string, verdict: string) => {
      const before = await pane.getByRole('listitem').count()
      await page.keyboard.press('r')
      await eventually(async () => expect(await pane.getByRole('listitem').count()).toBe(before + 1))
      const newest = pane.getByRole('listitem').first()
      await newest.getByText(status, { exact: true }).waitFor()
      await newest.getByText(verdict, { exact: true }).waitFor()
    }
    await restart({ STATUS: '500' })
    await replayed('500', 'Regressed')
    await replayed('500', 'Still failing')
    await restart()
    await replayed('204', 'Fixed')
    expect(verified()).toHaveLength(1)
  })
})

/** `inForm`: what is done in the form before it is submitted. */
async function addReceiver(page: Page, url: string, inForm = async (_form: Locator) => {}): Promise<void> {
  await openPlace(page, 'Receivers')
  await page.getByRole('button', { name: 'Add receiver' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Local dev server')
  await form.getByLabel('URL', { exact: true }).fill(url)
  await inForm(form)
  await form.getByRole('button', { name: 'Add receiver' }).click()
  await page.getByRole('heading', { name: 'Local dev server' }).waitFor()
}
