import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Client } from '#shared/rpc/client.ts'
import { clientBeside } from '../bench/app-client.ts'
import { separateService } from '../support/core/open-core.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { startApp } from '../support/page/app.ts'
import { audit } from '../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../support/page/chromium.ts'
import { openSandboxApp } from '../support/page/sandbox-page.ts'
import { openFaultyService } from '../support/service/faulty-service.ts'
import { healthy } from '../support/service/scripted-faults.ts'

/** Keeps the key in memory, after confirmation, even on a machine with a keychain. */
const noKeychain = { DBUS_SESSION_BUS_ADDRESS: undefined }

describeNeeding(['chromium'], 'several workspaces', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('shows no notes of the previous workspace after another one is opened', async () => {
    const [alpha, beta] = [
      await separateService({ notes: 25 }),
      await separateService({ notes: 25, seed: 'beta' }),
    ]
    const app = await startApp({ env: noKeychain })
    onTestFinished(async () => void (await app.stop()))
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(app.url)
    await page.getByRole('heading', { name: 'See your webhooks work' }).waitFor()
    const client = await clientBeside(page)
    const connect = (service: typeof alpha, label: string) => {
      const { baseUrl, apiKey } = service
      return client.call('workspaces.connect', { baseUrl, apiKey, label, keepInMemory: true })
    }
    await connect(beta, 'Beta')
    const ofBeta = await firstNotes(client)
    const inBeta = new Set(ofBeta.map(({ title }) => title))
    await connect(alpha, 'Alpha')
    const ofAlpha = await firstNotes(client)
    const onlyAlpha = ofAlpha.map(({ title }) => title).filter((title) => !inBeta.has(title))
    expect(onlyAlpha.length).toBeGreaterThan(3)
    const idsOfAlpha = ofAlpha.map(({ id }) => id).filter((id) => !ofBeta.some((note) => note.id === id))
    expect(idsOfAlpha.length).toBeGreaterThan(3)

    await page.evaluate(() => {
      location.hash = '#/notes'
    })
    const rows = page.getByRole('listbox', { name: 'All notes' }).getByRole('option')
    await rows
      .filter({ hasText: onlyAlpha[0] ?? '' })
      .first()
      .click()
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await expect.poll(() => page.url()).toContain('note=not_')
    await audit(page)

    // Responses of Alpha are pending while Beta opens, and arrive long afterwards.
    alpha.knobs.latencyMs = 1_200
    const asked = alpha.requests().length
    await page.getByRole('button', { name: 'Refresh notes' }).click()
    await expect.poll(() => alpha.requests().length).toBeGreaterThan(asked)
    await page.evaluate(watch, onlyAlpha)
    await page.keyboard.press('Control+j')
    await page.getByRole('menuitem', { name: /Beta/ }).waitFor()
    await audit(page)
    await page.getByRole('menuitem', { name: /Beta/ }).press('Enter')

    await page.getByRole('button', { name: /^Workspace Beta/ }).waitFor()
    await rows
      .filter({ hasText: [...inBeta][0] ?? '' })
      .first()
      .waitFor()
    await page.waitForTimeout(2_500)
    expect(await page.evaluate(() => Reflect.get(window, 'seenOfAlpha'))).toEqual([])
    expect(page.url()).not.toContain('note=')
    // The app reads the folders of Beta's rows, and no note of Alpha.
    const read = beta.requests().flatMap(({ path }) => path.match(/not_\w+/g) ?? [])
    expect(read.filter((id) => idsOfAlpha.includes(id))).toEqual([])
  })

  test('opens the Inspector after a second workspace is connected', async () => {
    const service = await separateService({ notes: 12 })
    const { page } = await openSandboxApp(browser, { env: noKeychain })
    await page.getByRole('button', { name: /^Workspace Sandbox/ }).click()
    await page.getByRole('menuitem', { name: 'Connect workspace…' }).click()
    await page.getByRole('textbox', { name: 'API address' }).fill(service.baseUrl)
    await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
    await page.getByRole('textbox', { name: /^Name/ }).fill('Acme')
    await page.getByText('Keep the key in memory').first().click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('button', { name: /^Workspace Acme/ }).waitFor()
    await page.getByRole('heading', { name: 'Inspector' }).waitFor()
    await expect.poll(() => page.url()).toContain('#/inspector')
  })

  test.each([
    [1280, 800, 'light'],
    [800, 600, 'dark'],
    [640, 400, 'light'],
  ] as const)(
    'the forms to connect a workspace are accessible at %i × %i in %s',
    async (width, height, colorScheme) => {
      const app = await startApp({ env: noKeychain })
      onTestFinished(async () => void (await app.stop()))
      const context = await browser.newContext({ viewport: { width, height }, colorScheme })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      await page.goto(app.url)
      const sandbox = page.getByRole('button', { name: 'Open the sandbox' })
      await sandbox.waitFor()
      const box = await sandbox.boundingBox()
      expect((box?.y ?? height) + (box?.height ?? 0), 'in view without scrolling').toBeLessThan(height)
      await audit(page)
      await page.getByRole('textbox', { name: 'API address' }).fill('http://127.0.0.1:1')
      await page.getByLabel('API key').fill('key_0123456789abcdef')
      await page.getByText('Keep the key in memory').click()
      await page.getByRole('button', { name: 'Connect', exact: true }).click()
      await page.locator('input[aria-invalid=true]').waitFor()
      await audit(page)

      await sandbox.click()
      await page.getByRole('heading', { name: 'Inspector', level: 1 }).waitFor()
      await page.getByRole('button', { name: /^Workspace Sandbox/ }).click()
      await page.getByRole('menuitem', { name: 'Connect workspace…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Connect workspace' })
      await dialog.waitFor()
      await audit(page)
      // The form still has the first run's input, except the key.
      expect(await dialog.getByRole('textbox', { name: 'API address' }).inputValue()).toBe(
        'http://127.0.0.1:1',
      )
      expect(await dialog.getByLabel('API key').inputValue()).toBe('')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toMatch(/^Workspace Sandbox/)
    },
  )

  test('renames and removes a workspace', async () => {
    // Accepts any key, because each key at an address is a separate workspace.
    const service = await openFaultyService(healthy)
    onTestFinished(() => service.close())
    const { page } = await openSandboxApp(browser, {
      width: 800,
      height: 600,
      colorScheme: 'dark',
      env: noKeychain,
    })
    await page.getByRole('link', { name: /Inspector/ }).waitFor()
    const client = await clientBeside(page)
    const { baseUrl } = service
    for (let at = 0; at < 20; at += 1) {
      const label = at === 0 ? 'Acme' : `Customer ${at} ${'with a very long name '.repeat(2)}`
      await client.call('workspaces.connect', { baseUrl, apiKey: `key_of_${at}`, label, keepInMemory: true })
    }
    await page.evaluate(() => {
      location.hash = '#/workspaces'
    })
    const actions = (name: string) => page.getByRole('button', { name: `Actions for ${name}`, exact: true })
    await actions('Acme').click()
    await page.getByRole('menuitem', { name: 'Rename…' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme Research')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await actions('Acme Research').waitFor()
    await audit(page)

    await actions('Acme Research').click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await page.getByText('its API key').first().waitFor()
    await audit(page)
    await page.getByRole('textbox', { name: /Type Acme Research/ }).fill('Acme Research')
    await page.getByRole('button', { name: 'Remove workspace' }).click()
    // Finds the row by its button, because the notice about the removal also contains the name and may appear before the row
    // disappears.
    await actions('Acme Research').waitFor({ state: 'detached' })
    const services = async () =>
      (await client.call('workspaces.list')).filter(({ kind }) => kind === 'service')
    await eventually(async () => expect(await services()).toHaveLength(19))
  })
})

async function firstNotes(client: Client) {
  return (await client.call('notes.page', {})).items
}

/** Records which of these texts appear on the page after another workspace was opened. */
function watch(texts: readonly string[]): void {
  const seen: string[] = []
  Reflect.set(window, 'seenOfAlpha', seen)
  const look = () => {
    if (!document.querySelector('[aria-label^="Workspace Beta"]')) return
    const text = document.querySelector('main')?.textContent ?? ''
    seen.push(...texts.filter((title) => text.includes(title)))
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
}
