import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openSandbox } from '../../electron/sandbox/sandbox.ts'
import { filesBelow, findSecret } from '../support/canary.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { type RunningApp, startApp } from '../support/page/app.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../support/page/chromium.ts'
import { expectClipboard } from '../support/page/clipboard.ts'
import { mouse } from '../support/page/hand.ts'
import { openKeyringSession } from '../support/platform/keyring.ts'

// Tests the main task as a user does it, with the built app, a real keychain and a real browser.

describeNeeding(['chromium', 'keyring', 'libsecret'], 'the main task', () => {
  let browser: TestBrowser
  let keyring: Awaited<ReturnType<typeof openKeyringSession>>

  beforeAll(async () => {
    ;[browser, keyring] = await Promise.all([launchChromium(), openKeyringSession()])
  })
  afterAll(async () => {
    await browser?.close()
    await keyring?.close()
  })

  test('the secret of a new endpoint exists only in the keychain', async () => {
    const app = await started(['--sandbox'])
    const { page, replies, complaints } = await open(app)

    await expectText(page, '1,440×')
    await go(page, 'Notes')
    await page.getByRole('treeitem', { name: /^Company/ }).waitFor()
    for (const folder of [/^Finance/, /^Budget/]) await unfold(page, folder)
    await audit(page)
    await page.getByRole('treeitem', { level: 3 }).first().click()
    await page.getByRole('main').getByRole('option').first().click()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await audit(page)

    await go(page, 'Inspector')
    await page
      .getByRole('option', { name: /verified/i })
      .first()
      .waitFor()
    await audit(page)

    await go(page, 'Endpoints')
    await page.getByRole('button', { name: 'New endpoint' }).first().click()
    const form = page.getByRole('dialog')
    const hand = mouse(page)
    await hand.press('radio', /inspector/i)
    for (const scope of ['personal', 'public']) {
      const box = form.getByRole('checkbox', { name: scope })
      if (!(await box.isChecked())) await hand.press('checkbox', new RegExp(`^${scope}`))
    }
    await audit(page)
    await form.getByRole('button', { name: /^Create/ }).click()

    const reveal = page.getByRole('dialog', { name: /signing secret/i })
    await expectText(reveal, 'Saved in your system keychain')
    const value = reveal.locator('[data-masked]')
    expect(await value.textContent()).toMatch(/^whsec_•+$/)
    await audit(page)
    await reveal.getByRole('button', { name: 'Show', exact: true }).click()
    await reveal.locator('[data-masked=false]').waitFor()
    const secret = (await value.textContent()) ?? ''
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await reveal.getByRole('button', { name: 'Copy secret' }).click()
    await expectClipboard(page, secret)
    await reveal.getByRole('button', { name: 'Done' }).click()
    await reveal.waitFor({ state: 'hidden' })

    await page.getByRole('tab', { name: 'Deliveries' }).click()
    await page.getByRole('link', { name: 'Show all in Inspector' }).click()
    await page
      .getByRole('option', { name: /verified/i })
      .first()
      .click()
    await page.getByRole('region', { name: 'Signature' }).getByText('Valid').first().waitFor()
    await audit(page)

    await go(page, 'Endpoints')
    await page
      .getByRole('main')
      .getByRole('option', { name: /^All notes/ })
      .click()
    for (const checked of [false, true]) {
      await hand.press('switch', /^(Enabled|Disabled)$/)
      await page.getByRole('switch', { name: checked ? 'Enabled' : 'Disabled', checked }).waitFor()
    }

    await hand.press('button', 'Edit')
    await hand.press('radio', 'Only these')
    await hand.press('checkbox', /^note\.edited/)
    await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await hand.press('button', 'More actions')
    await page.getByRole('menuitem', { name: 'Delete…' }).press('Enter')
    const confirm = page.getByRole('alertdialog')
    await audit(page)
    await confirm.getByRole('textbox').fill('All notes: generated, access granted')
    await confirm.getByRole('button', { name: 'Delete endpoint' }).click()
    await expectText(page, 'Endpoint deleted')

    const holding = [...replies].filter(([, text]) => findSecret(secret, { text }).length > 0)
    expect(holding.map(([path]) => path)).toEqual(['/call/endpoints.reveal-secret'])
    const left = { address: page.url(), storage: await storageOf(page), history: await stateOf(page) }
    const files = { ...filesBelow(app.dataFolder), stdout: app.stdout(), stderr: app.stderr(), ...left }
    expect(Object.keys(files).some((name) => name.endsWith('notehook.db'))).toBe(true)
    expect(findSecret(secret, files)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('does not store an API key that the service rejects', async () => {
    let listener: string | null = null
    const service = await openSandbox({ listenerOrigin: () => listener, notes: 60 })
    onTestFinished(() => service.close())
    const app = await started([])
    listener = app.listener
    const { page, replies, complaints } = await open(app)

    await page.getByRole('heading', { name: 'See your webhooks work' }).waitFor()
    await audit(page)
    await page.getByRole('textbox', { name: 'API address' }).fill(service.baseUrl)
    await page.getByLabel('API key').fill('key_wrong_0123456789abcdef')
    await page.getByRole('button', { name: /^Connect/ }).click()
    await page
      .getByText(/rejected this API key/i)
      .first()
      .waitFor()
    await audit(page)
    expect(await page.getByRole('textbox', { name: 'API address' }).inputValue()).toBe(service.baseUrl)
    expect(findSecret('key_wrong_0123456789abcdef', filesBelow(app.dataFolder))).toEqual([])

    await page.getByLabel('API key').fill(service.apiKey)
    await page.getByRole('button', { name: /^Connect/ }).click()
    await page.getByRole('heading', { name: 'Inspector' }).waitFor()
    await go(page, 'Notes')
    await page.getByRole('treeitem', { name: /^Company/ }).waitFor()
    await page.reload()
    await page.getByRole('treeitem', { name: /^Company/ }).waitFor()

    const kept = { ...filesBelow(app.dataFolder), stdout: app.stdout(), stderr: app.stderr() }
    expect(findSecret(service.apiKey, { ...kept, ...Object.fromEntries(replies) })).toEqual([])
    expect(findSecret(service.apiKey, { storage: await storageOf(page), address: page.url() })).toEqual([])
    // A rejected key is a 401 to the app, not to the page, so the console stays empty.
    expect(complaints).toEqual([])
  })

  async function started(flags: readonly string[]): Promise<RunningApp> {
    const app = await startApp({ flags, env: keyring.env })
    onTestFinished(async () => void (await app.stop()))
    return app
  }

  async function open(app: RunningApp) {
    const context: BrowserContext = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    onTestFinished(() => context.close())
    await context.grantPermissions(['clipboard-write'], { origin: app.origin })
    const page = await context.newPage()
    const complaints: string[] = []
    const replies: [path: string, text: string][] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith('/call/')) replies.push([pathname, await response.text().catch(() => '')])
    })
    await page.goto(app.url)
    return { page, replies, complaints }
  }
})

const go = (page: Page, place: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(place) })
    .click()

async function unfold(page: Page, name: RegExp): Promise<void> {
  const item = page.getByRole('treeitem', { name }).first()
  await item.click()
  await eventually(async () => {
    if ((await item.getAttribute('aria-expanded')) === 'false') await page.keyboard.press('ArrowRight')
    expect(await item.getAttribute('aria-expanded')).not.toBe('false')
  })
}

const expectText = (where: Page | ReturnType<Page['locator']>, text: string | RegExp) =>
  where.getByText(text).first().waitFor()

const storageOf = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
const stateOf = (page: Page) => page.evaluate(() => JSON.stringify(history.state))
