import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openSandbox } from '../../electron/sandbox/sandbox.ts'
import { clientBeside } from '../bench/app-client.ts'
import { everyWebhookId } from '../support/deliveries/every-webhook-id.ts'
import { sendSteadily } from '../support/deliveries/flood.ts'
import { exchange } from '../support/deliveries/raw-http.ts'
import { otherSecret, rawRequest, signDelivery } from '../support/deliveries/signed-delivery.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { startApp } from '../support/page/app.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../support/page/chromium.ts'
import { keyboard, leadTo } from '../support/page/hand.ts'
import { deliveryRows } from '../support/page/sandbox-page.ts'

// Tests the Inspector during a flood of deliveries, by keyboard alone, in the built app and a real browser.

const perSecond = 200
/** Duration of each flood in seconds, in order. The last floods follow the selection of a row, however long that takes. */
const floods = [10, 3, 2]
const all = perSecond * floods.reduce((sum, seconds) => sum + seconds)

describeNeeding(['chromium'], 'the inspector', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('stores 200 deliveries a second while the selected row stays in place', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'notehook-inspector-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
    let listener: string | null = null
    const service = await openSandbox({ listenerOrigin: () => listener, notes: 20 })
    onTestFinished(() => service.close())
    const app = await startApp({ dataFolder })
    onTestFinished(() => app.kill())
    listener = app.listener
    const page = await opened(browser, app.url)
    const client = await clientBeside(page)
    await client.call('workspaces.connect', {
      baseUrl: service.baseUrl,
      apiKey: service.apiKey,
      keepInMemory: true,
    })
    await client.call('tunnel.start', { kind: 'own-url', publicUrl: service.tunnelUrl })
    await client.call('endpoints.create', {
      receiver: { kind: 'inspector' },
      scopes: ['personal', 'public'],
      events: [],
      folderIds: [],
    })
    const [endpoint] = service.endpoints()
    const target = {
      port: Number(new URL(app.listener ?? '').port),
      path: new URL(endpoint?.url ?? '').pathname,
      secret: endpoint?.signingSecret ?? '',
    }

    const hand = keyboard(page)
    const key = (...keys: readonly string[]) => pressed(page, keys)
    await page
      .getByRole('link', { name: /Inspector/ })
      .first()
      .waitFor()
    const heading = page.getByRole('heading', { name: 'Inspector' })
    await eventually(async () => {
      await key('Control+1')
      await heading.waitFor({ timeout: 2_000 })
    })
    const rows = deliveryRows(page)
    let answered = 0
    const flood = async (at: number) => {
      const sent = await sendSteadily(target, perSecond, floods[at] ?? 0)
      answered += sent.answered
      if (sent.retried.length > 0) console.info('sent again after', sent.retried)
    }
    const first = flood(0)
    await rows.nth(9).waitFor()

    // Arriving deliveries don't move the rows while a delivery is open.
    await key('j', 'Enter')
    const chosen = page.locator('[role=option][aria-current=true]')
    await chosen.waitFor()
    await page.getByRole('listbox', { name: 'Deliveries' }).focus()
    await key('j', 'j', 'j')
    // Waits for the last key's row, because a slow page also opens the rows before it.
    const list = page.getByRole('listbox', { name: 'Deliveries' })
    await eventually(async () =>
      expect(await chosen.getAttribute('id')).toBe(await list.getAttribute('aria-activedescendant')),
    )
    await flood(1)
    const fresh = page.getByRole('button', { name: /^[\d,]+ new$/ })
    await fresh.waitFor()
    const place = await chosen.getAttribute('aria-posinset')
    const counted = async () => Number((await fresh.innerText()).replace(/\D/g, ''))
    const before = await counted()
    await flood(2)
    await eventually(async () => expect(await counted()).toBeGreaterThan(before))
    expect(await chosen.getAttribute('aria-posinset')).toBe(place)

    await key('d', 'j', 'd')
    const comparison = page.getByRole('article', { name: 'Comparison' })
    await comparison.getByRole('tab', { name: /^Structure/ }).waitFor()
    await comparison.getByText('event_id').first().waitFor()
    await audit(page)
    await hand.press('button', 'End comparison')
    await comparison.waitFor({ state: 'hidden' })

    await first
    expect(answered).toBe(all)
    expect(await rows.count()).toBeGreaterThan(3)
    await chosen.waitFor()
    await hand.press('button', /^[\d,]+ new$/)
    await fresh.waitFor({ state: 'hidden' })
    expect((await everyWebhookId(client)).size).toBe(all)

    // Completes a filter from suggestions, then adds words of the bodies.
    const filter = page.getByRole('combobox', { name: 'Filter deliveries' })
    await leadTo(page, '/', filter)
    await page.keyboard.type('ty')
    await complete(page, /^type:/)
    await page.keyboard.type('acc')
    await complete(page, /^note\.access_granted/)
    await expectRows(page, /note\.access_granted/)
    await eventually(() => expect(decodeURIComponent(page.url())).toContain('q=type:note.access_granted'))
    const { deliveries } = await client.call('deliveries.list', { q: 'type:note.access', limit: 7 })
    await page.keyboard.type(deliveries.at(-1)?.webhookId ?? '')
    await page.getByText('1 delivery', { exact: true }).first().waitFor()
    await audit(page)

    // Finds a forged delivery among the others, and its explanation.
    const forged = signDelivery({ id: 'evt_forgedforgedfo', secret: otherSecret })
    const { responses } = await exchange(target.port, rawRequest(target.path, forged))
    expect(responses[0]?.status).toBe(401)
    await filter.focus()
    await key('Escape', 'Backspace', 'Control+A')
    await page.keyboard.type('verdict:mis')
    await complete(page, /mismatch/)
    await expectRows(page, /mismatch/i)
    await hand.press('option', /mismatch/i)
    await hand.press('tab', /^Verification/)
    await page.getByText(`evt_forgedforgedfo.${forged.timestamp}.`).first().waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await audit(page)
    }

    const address = new URL(page.url()).hash
    await page.context().close()
    expect(await app.stop()).toBe(0)
    const again = await startApp({ dataFolder })
    onTestFinished(() => again.kill())
    const later = await opened(browser, again.url)
    expect((await everyWebhookId(await clientBeside(later))).size).toBe(all + 1)
    await later.evaluate((hash) => {
      location.hash = hash
    }, address)
    await later.getByText(`evt_forgedforgedfo.${forged.timestamp}.`).first().waitFor()
    await expectRows(later, /mismatch/i)
  })
})

async function opened(browser: TestBrowser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('main').first().waitFor()
  return page
}

async function pressed(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function complete(page: Page, name: RegExp): Promise<void> {
  const offered = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await eventually(async () => expect(await offered.first().textContent()).toMatch(name))
  await pressed(page, ['Enter'])
}

function expectRows(page: Page, name: RegExp): Promise<void> {
  const rows = deliveryRows(page)
  return eventually(async () => {
    const spoken = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''))
    expect(spoken.length).toBeGreaterThan(0)
    for (const words of spoken) expect(words).toMatch(name)
  })
}
