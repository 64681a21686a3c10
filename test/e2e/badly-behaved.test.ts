import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { type RunningApp, startApp } from '../support/page/app.ts'
import { launchChromium, type TestBrowser } from '../support/page/chromium.ts'
import { expectClipboard } from '../support/page/clipboard.ts'
import { connectByForm } from '../support/page/connect-by-form.ts'
import { type PlaceName, placeLink } from '../support/page/places.ts'
import {
  type Fault,
  type FaultyService,
  openFaultyService,
  type SeenRequest,
} from '../support/service/faulty-service.ts'
import { healthy } from '../support/service/scripted-faults.ts'

// Runs the built app against a service that fails and recovers, in one browser, with one case per kind of outcome. Each case
// checks the message, the offered action, and that the action works.

describeNeeding(['chromium'], 'a faulty service', () => {
  let browser: TestBrowser
  let app: RunningApp
  let service: FaultyService
  let page: Page
  let ill: ((request: SeenRequest) => Fault) | null = null
  const complaints: string[] = []

  beforeAll(async () => {
    service = await openFaultyService((request) => (ill ? ill(request) : healthy(request)))
    // Without a keychain, the key stays in memory once the user agrees.
    app = await startApp({ env: { DBUS_SESSION_BUS_ADDRESS: undefined } })
    browser = await launchChromium()
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(app.url)
    await connectByForm(page, service.baseUrl)
    await row().first().waitFor()
    // From here on, indexed notes replace those that the service does not return.
    await page
      .getByText(/Index complete/)
      .first()
      .waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    await app?.stop()
  })
  beforeEach(() => {
    ill = null
  })

  const row = () => page.locator('[role=option], [role=row]').filter({ hasText: 'Weekly sync' })
  const retry = () => page.getByRole('button', { name: 'Try again' }).first()
  const place = (name: PlaceName) => placeLink(page, name)
  const status = () => page.getByRole('group', { name: 'Status' })

  /** Reloads the page, so that it has no cached data, like a new window. */
  const fresh = async (hash: string, waits: boolean) => {
    await page.goto(`${app.origin}/#${hash}`)
    await page.reload({ waitUntil: 'domcontentloaded' })
    if (waits) await row().first().waitFor()
  }

  test.each<[string, Fault, RegExp, RegExp]>([
    [
      'cut connections',
      { raw: (socket) => socket.destroy() },
      /connection to the service was lost/,
      /Service unreachable/,
    ],
    ['server errors', { status: 503, json: { message: 'Out of tea' } }, /Out of tea/, /Service errors/],
    ['a web page', { body: '<!doctype html><p>Sign in' }, /it is a web page/, /^/],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://elsewhere.example.com' } },
      /doesn’t follow redirects/,
      /^/,
    ],
    ['a refusal', { status: 403, json: { message: 'Ask your admin' } }, /Ask your admin/, /^/],
  ])(
    'reports %s instead of notes, and recovers when the user tries again',
    async (_name, fault, words, shown) => {
      ill = () => fault
      await fresh('/notes?sort=service', false)
      await page.getByText(words).first().waitFor()
      await status().getByText(shown).first().waitFor()
      ill = null
      await retry().click()
      await row().first().waitFor()
      await page.getByText(words).first().waitFor({ state: 'detached' })
    },
  )

  test('the user can stop waiting for a slow service and load the page again', async () => {
    ill = () => ({ raw: () => {} })
    await fresh('/notes?sort=service', false)
    await page.getByText('Waiting for the service…').first().waitFor()
    await page
      .getByRole('region', { name: 'Notes' })
      .getByRole('button', { name: 'Stop', exact: true })
      .click()
    await page.getByText('Loading stopped').first().waitFor()
    ill = null
    await page.getByRole('button', { name: 'Load now' }).click()
    await row().first().waitFor()
  })

  test('the status counts down until the rate limit ends', async () => {
    await fresh('/notes?sort=service', true)
    ill = ({ target }) =>
      target.startsWith('/v1/notes?') ? limited : healthy({ method: 'GET', target, headers: {}, body: '' })
    await page.getByRole('button', { name: 'Refresh notes' }).click()
    const countdown = status().getByRole('button', { name: /Rate limited \d+ s/ })
    await countdown.waitFor()
    expect(await row().count()).toBeGreaterThan(0)
    await page.reload()
    await countdown.waitFor()
  })

  const limited: Fault = { status: 429, headers: { 'retry-after': '6' } }

  test('still shows the notes and their age if refreshing them fails', async () => {
    await fresh('/notes?sort=service', true)
    ill = () => ({ status: 500, json: { message: 'Out of tea' } })
    await page.getByRole('button', { name: 'Refresh notes' }).click()
    await page
      .getByText(/Last updated/)
      .first()
      .waitFor()
    expect(await row().count()).toBeGreaterThan(0)
    ill = null
    await retry().click()
    await page
      .getByText(/Last updated/)
      .first()
      .waitFor({ state: 'detached' })
  })

  test('keeps the form open if the service rejects a new endpoint', async () => {
    await place('Endpoints').click()
    await page.getByRole('button', { name: 'New endpoint' }).first().click()
    const form = page.getByRole('dialog', { name: 'New endpoint' })
    await form.getByText('Another URL').click()
    await form.getByRole('textbox', { name: 'URL' }).fill('https://hooks.example.com/typed')
    await form.getByText('personal', { exact: true }).click()
    ill = ({ method, ...request }) =>
      method === 'POST'
        ? { status: 400, json: { message: 'No private networks' } }
        : healthy({ method, ...request })
    await form.getByRole('button', { name: 'Create endpoint' }).click()
    await form.getByText('No private networks').first().waitFor()
    expect(await form.getByRole('textbox', { name: 'URL' }).inputValue()).toBe(
      'https://hooks.example.com/typed',
    )
    ill = null
    await form.getByRole('button', { name: 'Create endpoint' }).click()
    await form.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
  })

  test('reports that the plan has no webhooks and still shows the notes', async () => {
    ill = (request) =>
      request.target.startsWith('/v1/webhook-endpoints') ? { status: 404 } : healthy(request)
    await fresh('/endpoints', false)
    await page.getByText('No webhooks on this plan').first().waitFor()
    await place('Notes').click()
    await row().first().waitFor()
    ill = null
    await place('Endpoints').click()
    const found = page.getByText('hooks.example.com').first()
    // The app may have checked already when the service came back, or be checking now.
    await eventually(async () => {
      if (await found.isVisible()) return
      await page.getByRole('button', { name: 'Check again' }).click({ timeout: 1_000 })
      await found.waitFor({ timeout: 5_000 })
    })
  })

  test('tries the stored API key again after the service rejected it', async () => {
    ill = () => ({ status: 401 })
    await fresh('/notes?sort=service', false)
    await page.getByText('The service rejected the API key').first().waitFor()
    await row().first().waitFor()
    ill = null
    await page.getByRole('button', { name: 'Try stored key again' }).click()
    await page.getByText('The service rejected the API key').first().waitFor({ state: 'detached' })
    await row().first().waitFor()
  })

  test('lists failed requests as differences of the API and in the copied report', async () => {
    await page.context().grantPermissions(['clipboard-write'], { origin: app.origin })
    await page.goto(`${app.origin}/#/settings/workspace`)
    const section = page.getByRole('region', { name: 'API differences' })
    await section.getByRole('row').filter({ hasText: 'list notes' }).first().waitFor()
    await section.getByRole('button', { name: 'Copy report' }).click()
    await section.getByText('Copied').first().waitFor()
    await expectClipboard(
      page,
      /^API differences recorded by Notehook[\s\S]*Unexpected status: list notes\n {2}Found: .*503/,
    )
  })

  test('the page throws no script error while the service misbehaves', () => expect(complaints).toEqual([]))
})
