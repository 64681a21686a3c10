import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { closeReceivers, startReceiver as startCheckedReceiver } from '../support/checks/behaving-receiver.ts'
import { openCore } from '../support/core/open-core.ts'
import { servePage } from '../support/core/served-core.ts'
import { sampleSecret } from '../support/deliveries/signed-delivery.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { atEverySize } from '../support/page/at-every-size.ts'
import { audit } from '../support/page/audit.ts'
import { openPlace, placeLink } from '../support/page/places.ts'
import { deliveryRows } from '../support/page/sandbox-page.ts'
import { sharedSandbox } from '../support/page/shared.ts'
import { startExampleReceiver } from '../support/receivers/example-receiver.ts'
import { startReceiver } from '../support/receivers/plain-receiver.ts'

// Tests a user's receiver in the built app: adds it, replays to it while it fails, and replays again after its repair.

describeNeeding(['chromium'], 'receivers', () => {
  const sandbox = sharedSandbox()
  afterAll(closeReceivers)

  test('marks a replayed delivery as fixed once the receiver accepts it', async () => {
    const receiver = await startReceiver()
    const page = await sandbox.open()
    const rows = deliveryRows(page)

    await openPlace(page, 'Receivers')
    await page.getByText('No receivers yet').waitFor()
    await audit(page)
    await addReceiver(page, receiver.url, async (form) => {
      await form.getByText('Start forwarding').click()
      const url = form.getByLabel('URL', { exact: true })
      await url.fill(`${sandbox.app.origin}/webhooks`)
      await form.getByText(/^Port \d+ is Notehook’s own page\./).waitFor()
      await url.fill(receiver.url)
      await form.getByText(/· connected in/).waitFor()
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
      // Waits for the reply, because a second press before it would send nothing.
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
    await pane.getByText('count it as delivered').waitFor()
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
    for (const name of ['Queue', 'Sends', 'Settings']) {
      await page.getByRole('tab', { name }).click()
      await audit(page)
    }
    expect(receiver.received()).toBe(4)
  })

  test('checks a receiver with the keyboard before and after it is repaired', async () => {
    let isFixed = false
    const { url } = await startCheckedReceiver({
      refuse: ({ event_type }) => (event_type === 'note.rediscovered' && !isFixed ? 500 : null),
    })
    for (const { id } of await sandbox.client.call('receivers.list'))
      await sandbox.client.call('receivers.remove', { id })
    const page = await sandbox.open()
    await addReceiver(page, url, async (form) => {
      await form.getByText('Start forwarding').click()
      await form.getByText('Own secret').click()
      await form.getByLabel('Signing secret', { exact: true }).fill(sampleSecret)
    })
    await page.getByRole('tab', { name: 'Overview' }).focus()
    for (let tab = 0; tab < 3; tab += 1) await page.keyboard.press('ArrowRight')
    const cases = page.getByRole('list', { name: 'Cases' }).getByRole('listitem')
    await eventually(async () => expect(await cases.count()).toBe(31))
    await audit(page)

    await page.getByRole('button', { name: 'Check receiver', exact: true }).press('Enter')
    await page.getByText('1 must failed').first().waitFor({ timeout: 120_000 })
    const fault = page.getByRole('button', { name: /Unknown event type/ })
    await fault.press('Enter')
    await page.getByText('note.rediscovered: Answered 500').waitFor()
    await page.getByText('Answer 2xx to types that you do not handle').waitFor()
    for (const [width, height] of [
      [1280, 800],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      await audit(page)
      const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(overflows, `${width}×${height}`).toBe(false)
    }

    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('tab', { name: 'Overview' }).click()
    const failures = page.getByRole('list', { name: 'Cases that did not pass' })
    await failures.getByText('Unknown event type').waitFor()
    await audit(page)
    await page.getByRole('button', { name: 'Full report' }).press('Enter')
    await page.getByRole('tab', { name: 'Check', selected: true }).waitFor()
    isFixed = true
    await page.getByRole('button', { name: 'Check failed cases' }).press('Enter')
    await page.getByText('1 fixed').waitFor({ timeout: 60_000 })
    await eventually(async () => expect(await fault.textContent()).toContain('fixed'))
  })

  test('sends live, queued and replayed deliveries to the example receiver', async () => {
    // Turns off the sandbox's own events, so that only the test's deliveries arrive.
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

    const context = await sandbox.browser.newContext({ viewport: { width: 1280, height: 800 } })
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
    emit()
    await sends.getByText('204').waitFor()
    expect(verified()).toHaveLength(1)
    const [sent] = (await client.call('receivers.sends', {})).sends
    const { firstReceivedAt } = await client.call('deliveries.get', { id: sent?.deliveryId ?? 0 })
    // This usually takes about ten milliseconds on an idle machine.
    expect(Date.parse(sent?.at ?? '') - Date.parse(firstReceivedAt)).toBeLessThan(10_000)

    const tabs = detail.getByRole('tablist')
    const place = await tabs.boundingBox()
    await example.stop()
    for (let count = 0; count < 3; count += 1) emit()
    await detail.getByText('3 deliveries waiting').waitFor()
    await waiting.waitFor()
    expect(await tabs.boundingBox(), 'a change of the health moves nothing').toEqual(place)
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
      await deliveryRows(page).first().getByText(status, { exact: true }).waitFor()
    }
    await restart({ STATUS: '500' })
    await replayed('500', 'Regressed')
    await replayed('500', 'Still failing')
    await restart()
    await replayed('204', 'Fixed')
    expect(verified()).toHaveLength(1)
  })
})

async function addReceiver(page: Page, url: string, inForm = async (_form: Locator) => {}): Promise<void> {
  await openPlace(page, 'Receivers')
  await page.getByRole('button', { name: 'Add receiver' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: /^Advanced/ }).click()
  await form.getByLabel('Name', { exact: true }).fill('Local dev server')
  await form.getByLabel('URL', { exact: true }).fill(url)
  await inForm(form)
  await form.getByRole('button', { name: 'Add receiver' }).click()
  await page.getByRole('heading', { name: 'Local dev server' }).waitFor()
}
