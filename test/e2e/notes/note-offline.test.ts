import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openSandbox } from '../../../electron/sandbox/sandbox.ts'
import { clientBeside } from '../../bench/app-client.ts'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { startApp } from '../../support/page/app.ts'
import { audit } from '../../support/page/audit.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import { leadTo } from '../../support/page/hand.ts'

// Tests the built app in a real browser after its service, and later its key, becomes unavailable.

describeNeeding(['chromium'], 'notes while the service is unreachable', () => {
  let browser: TestBrowser

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  test('searches and lists notes from the index while the service is unreachable', async () => {
    const service = await openSandbox({ listenerOrigin: () => null, notes: 3_000 })
    onTestFinished(() => service.close())
    const app = await startApp({ env: { DBUS_SESSION_BUS_ADDRESS: undefined } })
    onTestFinished(async () => void (await app.stop()))
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(app.url)
    await page.getByRole('heading', { name: 'See your webhooks work' }).waitFor()
    const client = await clientBeside(page)
    const { baseUrl, apiKey } = service
    const status = await client.call('workspaces.connect', { baseUrl, apiKey, keepInMemory: true })
    const id = status.state === 'welcome' ? '' : status.workspace.id
    await client.call('workspaces.update', { id, changes: { pace: { burst: 1, perSecond: 4 } } })
    const inIndex = await eventually(async () => {
      const { notes } = await client.call('notes.list', { limit: 200 })
      expect(notes.length).toBeGreaterThan(60)
      return notes
    })
    await service.close()
    expect(await client.call('notes.index-status'), 'only halfway').toMatchObject({ completeAsOf: null })

    await page.goto(`${app.origin}/#/notes`)
    await page.reload({ waitUntil: 'domcontentloaded' })
    const notes = page.getByRole('region', { name: 'Notes' })
    const said = notes.getByText(/service can’t be reached/i)
    await said.first().waitFor()
    await notes
      .getByText(/From the search index, incomplete/)
      .first()
      .waitFor()
    const rows = notes.getByRole('option')
    await rows.first().waitFor()
    // The index also detects the failure, and the list shows it already.
    await eventually(async () =>
      expect(await client.call('notes.index-status')).toMatchObject({
        problem: await said.first().textContent(),
      }),
    )
    expect(await said.count()).toBe(1)
    const folder = page.getByRole('tree').getByRole('treeitem').nth(1)
    await folder.waitFor()
    await audit(page)

    // Searches for a whole title, because notes with similar words might be listed first.
    const wanted = inIndex.find(({ title }) => /^\w+( \w+)+$/.test(title))?.title ?? ''
    const field = page.getByRole('combobox', { name: 'Search notes' })
    await leadTo(page, '/', field)
    await page.keyboard.type(wanted)
    await page.getByRole('listbox', { name: 'Search results' }).getByText(wanted).first().waitFor()
    await page
      .getByText(/Indexing: [\d,]+ notes/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await eventually(async () => expect(await field.inputValue()).toBe(''))

    await client.call('workspaces.disconnect', { id })
    await page.getByText('Enter the API key again').first().waitFor()
    await rows.first().waitFor()
    await audit(page)
    await leadTo(page, '/', field)
    await page.keyboard.type(wanted)
    await page.getByRole('listbox', { name: 'Search results' }).getByText(wanted).first().waitFor()
    await page.getByRole('button', { name: 'Enter key…' }).first().click()
    await page.getByRole('dialog').getByLabel('API key').waitFor()
    await audit(page)
  })
})
