import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReceiver } from '#shared/receivers/model.ts'
import type { InputOf, OutputOf, ProcedureName } from '#shared/rpc/contract.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { atEverySize } from '../support/page/at-every-size.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { openPlace } from '../support/page/places.ts'
import { deliveryRows, openSandboxApp } from '../support/page/sandbox-page.ts'
import { startExampleReceiver } from '../support/receivers/example-receiver.ts'

// An outage in the built app: what is behind is listed with its reason, and a catch-up sends it to the example receiver.

describeNeeding(['chromium'], 'what is behind', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('is listed after an outage, and caught up with by the example receiver until 0 are behind', async () => {
    const { page } = await openSandboxApp(browser, { notes: 20 })
    const call = callerOf(page)
    await deliveryRows(page).first().waitFor()
    const [endpoint] = await call('endpoints.list', {})
    const id = endpoint?.id ?? ''
    const { secret } = await call('endpoints.reveal-secret', { id })
    const example = startExampleReceiver({ secret })
    const url = `http://127.0.0.1:${await example.port()}`
    await call('receivers.create', { ...newReceiver, name: 'Example', url })

    // The listener is off while notes change, and disabling the endpoint ends the retries.
    await call('listener.stop', {})
    await eventually(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { behind, pending } = await call('missed.look', {})
      expect((behind ?? 0) + pending).toBeGreaterThan(0)
    })
    // The event of another change would make up for the one that was missed.
    await call('sandbox.set-switches', { automatic: false })
    await call('endpoints.update', { id, changes: { enabled: false } })
    await call('listener.start', {})
    await call('endpoints.update', { id, changes: { enabled: true } })

    await openPlace(page, 'Needs attention')
    await page.getByText(/notes? (is|are) behind at an endpoint/).waitFor()
    await audit(page)
    await page.getByRole('button', { name: 'Show notes' }).first().click()
    await page.getByRole('table').waitFor()
    await page
      .getByText(/^(Not running|Disabled)$/)
      .first()
      .waitFor()
    await atEverySize(page, audit)
    await page.getByRole('button', { name: 'Catch up…' }).click()
    await page.getByRole('dialog').getByText('Sends one event').waitFor()
    await audit(page)
    await page.getByRole('button', { name: /^Send \d+ events?$/ }).click()
    await page
      .getByText(/caught up/)
      .first()
      .waitFor()
    await page.getByText('0 behind', { exact: false }).first().waitFor()
    // *Catch up…*, to which the dialog gave the focus back, is disabled now.
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY'),
    )
    expect(await page.locator('h2:focus').evaluate((title) => getComputedStyle(title).outlineStyle)).toBe(
      'none',
    )
    await audit(page)
    expect(await call('missed.status', {})).toMatchObject({ behind: 0 })

    // In the last sends of the receiver, beside the endpoint too.
    await call('endpoints.create', {
      receiver: { kind: 'inspector' },
      scopes: ['personal', 'public'],
      events: [],
      folderIds: [],
    })
    await openPlace(page, 'Receivers')
    await page.getByRole('option', { name: /^Example/ }).click()
    for (const width of [1280, 1100, 900]) {
      await page.setViewportSize({ width, height: 800 })
      const how = page.getByText('Catch-up', { exact: true }).first()
      await how.waitFor({ state: 'attached' })
      expect(await how.evaluate((word) => word.scrollWidth - word.clientWidth), `${width}`).toBe(0)
    }
  })

  test('a notice that comes by itself moves nothing, and covers nothing', async () => {
    const { page } = await openSandboxApp(browser, { notes: 20 })
    const call = callerOf(page)
    await deliveryRows(page).first().waitFor()
    await watchShifts(page)
    const [{ baseUrl }, { apiKey }, [endpoint]] = await Promise.all([
      call('sandbox.status', {}),
      call('sandbox.receiver-key', {}),
      call('endpoints.list', {}),
    ])
    // As another client of the service does.
    const disabled = await fetch(`${baseUrl}/v1/webhook-endpoints/${endpoint?.id}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ enabled: false }),
    })
    expect(disabled.status).toBe(200)
    await call('endpoints.list', {})
    const notice = page.getByRole('alert').filter({ hasText: 'disabled outside' })
    await notice.waitFor()
    await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 300)))
    expect(await shiftsOf(page)).toBeLessThan(0.02)
    const [list, banner] = await Promise.all([
      page.getByRole('listbox', { name: 'Deliveries', exact: true }).boundingBox(),
      notice.boundingBox(),
    ])
    if (!list || !banner) throw new Error('Something is not shown.')
    expect(list.y + list.height).toBeLessThanOrEqual(banner.y + 1)
    await atEverySize(page, audit)
  })
})

/** Adds up every shift from now on, also those shortly after a click. */
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

/** Calls procedures as the page does, with its token. */
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
