import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { type RunningApp, startApp } from '../support/page/app.ts'
import { launchChromium } from '../support/page/chromium.ts'
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

// The built app in front of a service that falls ill and recovers, in one browser: every class of outcome once. What is
// looked for is the same each time: words, a way out, and that it works.

describeNeeding(['chromium'], 'a badly behaved service, on the screen', () => {
  let browser: Browser
  let app: RunningApp
  let service: FaultyService
  let page: Page
  let ill: ((request: SeenRequest) => Fault) | null = null
  const complaints: string[] = []

  beforeAll(async () => {
    service = await openFaultyService((request) => (ill ? ill(request) : healthy(request)))
    // No keychain: the key stays in memory, once that was agreed to.
    app = await startApp({ env: { DBUS_SESSION_BUS_ADDRESS: undefined } })
    browser = await launchChromium()
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(app.url)
    await connectByForm(page, service.baseUrl)
    await row().first().waitFor()
    // From here on the index stands in for whatever the service does not give.
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

  /** Leaves out what the page still knows, as a new window would. */
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
    ['errors of its own', { status: 503, json: { message: 'Out of tea' } }, /Out of tea/, /Service errors/],
    ['a web page', { body: '<!doctype html><p>Sign in' }, /it is a web page/, /^/],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://elsewhere.example.com' } },
      /doesn’t follow redirects/,
      /^/,
    ],
    ['a refusal', { status: 403, json: { message: 'Ask your admin' } }, /Ask your admin/, /^/],
  ])(
    '%s: words, nothing endless, and Try again works once it is well',
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

  test('no answer: says so after two seconds, can be stopped, and read again', async () => {
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

  test('a pause counts down in the status, also after a reload, with the notes in view', async () => {
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

  test('what is in view stays in view when it cannot be read again, with its age', async () => {
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

  test('a refused creation keeps what was typed, and works once it is well', async () => {
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

  test('no webhooks on the plan is said once, and the rest continues', async () => {
    ill = (request) =>
      request.target.startsWith('/v1/webhook-endpoints') ? { status: 404 } : healthy(request)
    await fresh('/endpoints', false)
    await page.getByText('No webhooks on this plan').first().waitFor()
    await place('Notes').click()
    await row().first().waitFor()
    ill = null
    await place('Endpoints').click()
    const found = page.getByText('hooks.example.com').first()
    // Coming back may have looked already, or be looking.
    await eventually(async () => {
      if (await found.isVisible()) return
      await page.getByRole('button', { name: 'Check again' }).click({ timeout: 1_000 })
      await found.waitFor({ timeout: 5_000 })
    })
  })

  test('a refused key asks for a key, and the kept one works again', async () => {
    ill = () => ({ status: 401 })
    await fresh('/notes?sort=service', false)
    await page.getByText('The service rejected the API key').first().waitFor()
    await row().first().waitFor()
    ill = null
    await page.getByRole('button', { name: 'Try stored key again' }).click()
    await page.getByText('The service rejected the API key').first().waitFor({ state: 'detached' })
    await row().first().waitFor()
  })

  test('all of it is listed among the API differences, and is in the report that can be copied', async () => {
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

  test('no screen failed meanwhile', () => expect(complaints).toEqual([]))
})
