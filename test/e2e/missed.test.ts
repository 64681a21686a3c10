import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReceiver } from '#shared/receivers/model.ts'
import type { InputOf, OutputOf, ProcedureName } from '#shared/rpc/contract.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { atEverySize } from '../support/page/at-every-size.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../support/page/chromium.ts'
import { letPass } from '../support/page/hand.ts'
import { openPlace } from '../support/page/places.ts'
import { deliveryRows, openSandboxApp } from '../support/page/sandbox-page.ts'
import { startExampleReceiver } from '../support/receivers/example-receiver.ts'

// Tests an outage in the built app: missed notes are listed with their reason, and a catch-up sends them to the example receiver.

describeNeeding(['chromium'], 'missed events', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('sends missed notes to a receiver once an outage has ended', async () => {
    const { page } = await openSandboxApp(browser, { notes: 20 })
    const call = callerOf(page)
    await deliveryRows(page).first().waitFor()
    const [endpoint] = await call('endpoints.list', {})
    const id = endpoint?.id ?? ''
    const { secret } = await call('endpoints.reveal-secret', { id })
    const example = startExampleReceiver({ secret })
    const url = `http://127.0.0.1:${await example.port()}`
    await call('receivers.create', { ...newReceiver, name: 'Example', url })

    // Notes change while the listener is off, and disabling the endpoint ends the retries.
    await call('listener.stop', {})
    await eventually(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { behind, pending } = await call('missed.look', {})
      expect((behind ?? 0) + pending).toBeGreaterThan(0)
    })
    // A later change of the note would send an event that replaces the missed one.
    await call('sandbox.set-switches', { automatic: false })
    await call('endpoints.update', { id, changes: { enabled: false } })
    await call('listener.start', {})
    await call('endpoints.update', { id, changes: { enabled: true } })

    await openPlace(page, 'Needs attention')
    await page.getByText(/missed events for \d+ notes?/).waitFor()
    await atEverySize(page, audit)
    await page.getByRole('link', { name: /missed$/ }).click()
    await page.getByRole('table').waitFor()
    await page
      .getByText(/^(Outage|Disabled)$/)
      .first()
      .waitFor()
    await atEverySize(page, audit)
    await page.getByRole('button', { name: /^Catch up \d+ notes?…$/ }).click()
    await page.getByRole('dialog').getByText('Sends one event').waitFor()
    await audit(page)
    await page.getByRole('button', { name: /^Send \d+ events?$/ }).click()
    await page
      .getByText(/caught up/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Catch up…' }).waitFor()
    // *Catch up…*, to which the dialog returned the focus, is now disabled.
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY'),
    )
    expect(await page.locator('h2:focus').evaluate((title) => getComputedStyle(title).outlineStyle)).toBe(
      'none',
    )
    await audit(page)
    await expect.poll(() => call('missed.status', {})).toMatchObject({ behind: 0 })
  })

  test('a notice neither shifts nor covers the list of missed notes', async () => {
    const { page } = await openSandboxApp(browser, { notes: 20 })
    const call = callerOf(page)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await deliveryRows(page).first().waitFor()
    await watchShifts(page)
    const [{ baseUrl }, { apiKey }, [endpoint]] = await Promise.all([
      call('sandbox.status', {}),
      call('sandbox.receiver-key', {}),
      call('endpoints.list', {}),
    ])
    // Disables the endpoint as another client of the service would.
    const disabled = await fetch(`${baseUrl}/v1/webhook-endpoints/${endpoint?.id}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ enabled: false }),
    })
    expect(disabled.status).toBe(200)
    await call('endpoints.list', {})
    const notice = page
      .getByRole('main')
      .getByText(/was disabled outside Notehook/)
      .first()
    await notice.waitFor()
    await letPass(page, 300)
    expect(await shiftsOf(page)).toBeLessThan(0.02)
    const [list, banner] = await Promise.all([
      page.getByRole('listbox', { name: 'Deliveries', exact: true }).boundingBox(),
      notice.boundingBox(),
    ])
    if (!list || !banner) throw new Error('Something is not shown.')
    expect(banner.y + banner.height).toBeLessThanOrEqual(list.y + 1)
    await atEverySize(page, audit)
  })
})

/** Adds up every later layout shift, including those shortly after a click. */
function watchShifts(page: Page): Promise<void> {
  return page.evaluate(() => {
    let sum = 0
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { readonly value: number })[])
        sum += entry.value
      document.documentElement.dataset.shifted = String(sum)
    }).observe({ type: 'layout-shift' })
  })
}

const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset.shifted ?? 0))

/** Returns a function that calls procedures as the page does, with its token. */
function callerOf(page: Page) {
  const bearer = page
    .waitForRequest((request) => new URL(request.url()).pathname.startsWith('/call/'))
    .then(async (request) => (await request.allHeaders()).authorization ?? '')
  return async <Name extends ProcedureName>(name: Name, input: InputOf<Name>): Promise<OutputOf<Name>> => {
    const reply = await page.evaluate(
      async ([path, authorization, body]) => {
        const headers = { 'Content-Type': 'application/json', Authorization: authorization }
        return (await fetch(path, { method: 'POST', headers, body })).json()
      },
      [`/call/${name}`, await bearer, JSON.stringify(input)] as const,
    )
    if (!reply.ok) throw new Error(reply.error.message)
    return reply.value
  }
}
