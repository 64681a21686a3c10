import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReceiver } from '#shared/receivers/model.ts'
import { clientBeside } from '../bench/app-client.ts'
import { exchange } from '../support/deliveries/raw-http.ts'
import { rawRequest, signDelivery } from '../support/deliveries/signed-delivery.ts'
import { eventually } from '../support/eventually.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { describeNeeding } from '../support/needs.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { tabTo } from '../support/page/hand.ts'
import { openPlace } from '../support/page/places.ts'
import { deliveryRows, openSandboxPage } from '../support/page/sandbox-page.ts'
import { startReceiver } from '../support/receivers/plain-receiver.ts'

// Whatever leaves the page while it has the focus: the keyboard goes on where the user was.

describeNeeding(['chromium'], 'the focus', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  const list = (page: Page, name: string) => page.getByRole('listbox', { name, exact: true })

  test.each([
    [1280, 800],
    [640, 400],
  ])('stays with the delivery when its comparison begins and ends, at %i × %i', async (width, height) => {
    const page = await openSandboxPage(browser, { notes: 20, width, height })
    await sendDeliveries(page, 3)
    await list(page, 'Deliveries').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const pane = page.locator('#delivery-detail')
    await focused(page, 'article "Delivery"')
    const url = page.url()
    // Marked, and compared with the next one, which is chosen in the list.
    await page.keyboard.press('d')
    await page.getByText('Press Enter on the delivery to compare with', { exact: false }).waitFor()
    await list(page, 'Deliveries').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Compare' }).waitFor()
    await settled(page)
    await focused(page, 'article "Comparison"')
    await page.keyboard.press('d')
    await page.getByRole('article', { name: 'Delivery' }).waitFor()
    await settled(page)
    await focused(page, 'article "Delivery"')
    await page.keyboard.press('k')
    await eventually(() => expect(page.url()).toBe(url))
    await page.keyboard.press('Escape')
    if (width > 680) {
      await focused(page, 'listbox "Deliveries"')
      await page.keyboard.press('Escape')
    }
    await pane.waitFor({ state: 'detached' })
    await focused(page, 'listbox "Deliveries"')
  })

  test('and what was typed stay in the open delivery while the window gets narrow and wide again', async () => {
    const page = await openSandboxPage(browser, { notes: 20 })
    await deliveryRows(page).first().click()
    const pane = page.getByRole('article', { name: 'Delivery' })
    await pane.getByRole('button', { name: /^More actions/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Add remark' }).press('Enter')
    await focused(page, 'textarea')
    await page.keyboard.type('Look at this')
    const before = await here(page)
    for (const width of [640, 1280, 800, 640]) {
      await page.setViewportSize({ width, height: 600 })
      await settled(page)
      expect(await here(page)).toBe(before)
      expect(await pane.getByRole('textbox').inputValue()).toBe('Look at this')
    }
    await pane.getByRole('tab', { selected: true }).focus()
    await page.setViewportSize({ width: 1280, height: 800 })
    await settled(page)
    await page.setViewportSize({ width: 640, height: 400 })
    await settled(page)
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })
    await focused(page, 'listbox "Deliveries"')
  })

  test('Escape closes the open item from the title of its place', async () => {
    const page = await openSandboxPage(browser, { notes: 20 })
    await deliveryRows(page).first().click()
    const pane = page.getByRole('article', { name: 'Delivery' })
    await pane.waitFor()
    await page.getByRole('button', { name: 'Skip to' }).press('Enter')
    await focused(page, 'h1 "Inspector"')
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })

    // And from the button that a closed dialog leads back to.
    await deliveryRows(page).first().click()
    await pane.waitFor()
    await page.getByRole('button', { name: 'Export' }).first().click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await pane.waitFor()
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })
  })

  test.each([
    [1280, 800, 'listbox "Receivers"'],
    [640, 400, 'article "Receiver"'],
  ])('goes to a receiver that was added, at %i × %i', async (width, height, place) => {
    const page = await openSandboxPage(browser, { notes: 20, width, height })
    await openPlace(page, 'Receivers')
    await page.getByText('No receivers yet').waitFor()
    const { url } = await startReceiver()
    for (const name of ['One', 'Two']) {
      const add = page.getByRole('button', { name: 'Add receiver' }).first()
      await add.press('Enter')
      const form = page.getByRole('dialog', { name: 'Add receiver' })
      await form.getByLabel('Name', { exact: true }).fill(name)
      await form.getByLabel('URL', { exact: true }).fill(url)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name }).waitFor()
      await form.waitFor({ state: 'detached' })
      await settled(page)
      await focused(page, place)
      await page.keyboard.press('Escape')
      await page.getByRole('article', { name: 'Receiver' }).waitFor({ state: 'detached' })
    }
  })

  test('stays beside a button that is done with', async () => {
    const page = await openSandboxPage(browser, { notes: 20 })
    const client = await clientBeside(page)
    const server = createServer((request, response) => request.resume().on('end', () => response.end()))
    const port = await listenOnLoopback(server)
    await new Promise((resolve) => server.close(resolve))
    const receiver = await client.call('receivers.create', {
      ...newReceiver,
      name: 'Mine',
      url: `http://127.0.0.1:${port}/`,
    })
    await client.call('receivers.set-live', { id: receiver.id, live: true })
    await client.call('sandbox.set-switches', { automatic: false })
    await sendDeliveries(page, 2)
    await openPlace(page, 'Receivers')
    await list(page, 'Receivers').getByRole('option').click()
    const pane = page.getByRole('article', { name: 'Receiver' })
    const sendAll = pane.getByRole('button', { name: 'Send all' })
    await sendAll.waitFor()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    await sendAll.focus()
    await page.keyboard.press('Enter')
    await sendAll.waitFor({ state: 'detached' })
    await settled(page)
    expect(await here(page)).toMatch(/^(tab|button) /)
    expect(await pane.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  })

  test('stays in a log of the sandbox when its row is no longer among the newest', async () => {
    const page = await openSandboxPage(browser, { notes: 20 })
    const client = await clientBeside(page)
    await client.call('sandbox.set-switches', { automatic: false })
    await openPlace(page, 'Sandbox')
    const rows = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await client.call('sandbox.trigger', { type: 'note.generated', count: 12 })
    await eventually(async () => expect(await rows.count()).toBe(10))
    const last = rows.last().getByRole('button')
    const before = await last.elementHandle()
    await last.focus()
    await client.call('sandbox.trigger', { type: 'note.generated', count: 1 })
    await eventually(async () => expect(await before?.evaluate((it) => it.isConnected)).toBe(false))
    await settled(page)
    expect(await rows.last().evaluate((it) => it.contains(document.activeElement))).toBe(true)
  })

  test('goes to the section of the settings that the palette opens, from elsewhere and from another section', async () => {
    const page = await openSandboxPage(browser, { notes: 20 })
    await deliveryRows(page).first().waitFor()
    await page.getByRole('link', { name: 'Endpoints' }).focus()
    for (const [typed, section] of [
      ['settings receiving', 'Receiving'],
      ['settings storage', 'Storage'],
    ] as const) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
      await page.keyboard.type(typed)
      await page.getByRole('option', { name: new RegExp(`^Settings: ${section}`) }).waitFor()
      await page.keyboard.press('Enter')
      await eventually(() => expect(page.url()).toContain(`/settings/${section.toLowerCase()}`))
      await settled(page)
      await focused(page, `h2 "${section}"`)
    }
    await tabTo(page, page.getByRole('link', { name: 'General' }))
  })

  test('a list of folders closes when the window shrinks, and covers no button', async () => {
    const page = await openSandboxPage(browser)
    await openPlace(page, 'Endpoints')
    await page.getByRole('button', { name: 'New endpoint' }).click()
    const form = page.getByRole('dialog', { name: 'New endpoint' })
    const field = form.getByRole('combobox', { name: /Folders/ })
    await field.click()
    const folders = page.getByRole('listbox', { name: 'Suggestions' })
    await folders.getByRole('option').first().waitFor()
    await page.setViewportSize({ width: 640, height: 400 })
    await folders.waitFor({ state: 'detached' })
    const create = form.getByRole('button', { name: 'Create endpoint' })
    expect(
      await create.evaluate((it) => {
        const { x, y, width, height } = it.getBoundingClientRect()
        return it.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      }),
    ).toBe(true)
    await focused(page, 'combobox ')
    await page.keyboard.type('b')
    await folders.waitFor()
  })

  test('several deliveries have the keys of one, and say of how many they are', async () => {
    const page = await openSandboxPage(browser, { notes: 20 })
    const client = await clientBeside(page)
    await client.call('sandbox.set-switches', { automatic: false })
    await sendDeliveries(page, 120)
    // Those that arrive are in the list; read again, it is a page of them.
    await page.reload()
    const rows = list(page, 'Deliveries')
    await eventually(async () =>
      expect(await rows.getByRole('option').first().getAttribute('aria-setsize')).toBe('-1'),
    )
    const { count } = await client.call('deliveries.total')
    await rows.focus()
    await page.keyboard.press('Control+a')
    const bar = page.getByRole('group', { name: 'Selection' })
    await bar.getByText(new RegExp(`^\\d+ of ${count} selected$`)).waitFor()
    await page.keyboard.press('Shift+R')
    await page.getByRole('dialog', { name: /Replay|receiver/i }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await page.keyboard.press('Home')
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    await bar.getByText(/^2 of \d+ selected$/).waitFor()
    await page.keyboard.press('d')
    await page.getByRole('article', { name: 'Comparison' }).waitFor()
  })

  test('begins in the first field of a form with a draft, and goes back there from Start over', async () => {
    const page = await openSandboxPage(browser, { notes: 20 })
    await openPlace(page, 'Receivers')
    const form = page.getByRole('dialog', { name: 'Add receiver' })
    const name = form.getByRole('textbox', { name: 'Name', exact: true })
    const openForm = () => page.getByRole('button', { name: 'Add receiver' }).first().press('Enter')
    await openForm()
    await name.fill('Mine')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await openForm()
    const hasFocus = () => name.evaluate((it) => it === document.activeElement)
    const startOver = form.getByRole('button', { name: 'Start over' })
    await startOver.waitFor()
    await settled(page)
    expect(await hasFocus(), 'not at what throws away').toBe(true)
    await startOver.press('Enter')
    await startOver.waitFor({ state: 'detached' })
    await settled(page)
    expect(await name.inputValue()).toBe('')
    expect(await hasFocus(), 'not at what closes it').toBe(true)
  })

  test('Delete asks about a receiver of the list', async () => {
    const page = await openSandboxPage(browser, { notes: 20 })
    const client = await clientBeside(page)
    await client.call('receivers.create', {
      ...newReceiver,
      name: 'Mine',
      url: 'http://127.0.0.1:4000/',
    })
    await openPlace(page, 'Receivers')
    await list(page, 'Receivers').getByRole('option').waitFor()
    await list(page, 'Receivers').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('alertdialog')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await focused(page, 'listbox "Receivers"')
  })
})

/** What has the focus: its role or its tag, and its name. */
function here(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: it } = document
    if (!it) return 'nothing'
    const name = it.getAttribute('aria-label') ?? it.textContent ?? ''
    return `${it.getAttribute('role') ?? it.localName} "${name}"`
  })
}

const focused = (page: Page, place: string) =>
  eventually(async () => expect(await here(page)).toMatch(new RegExp(`^${place}`)))

/** Longer than what moves the focus waits for something else to do so. */
const settled = (page: Page) => page.waitForTimeout(300)

/** Signed deliveries to the first endpoint. */
async function sendDeliveries(page: Page, count: number): Promise<void> {
  const client = await clientBeside(page)
  const [endpoint] = await eventually(async () => {
    const endpoints = await client.call('endpoints.list')
    expect(endpoints).not.toEqual([])
    return endpoints
  })
  const status = await client.call('listener.status')
  if (status.state !== 'listening' || !endpoint) throw new Error('Nothing listens.')
  const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint.id })
  const path = new URL(endpoint.url).pathname
  for (let at = 0; at < count; at += 1) {
    const id = `evt_focus${String(at).padStart(8, '0')}`
    await exchange(status.port, rawRequest(path, signDelivery({ id, secret })))
  }
  await eventually(async () =>
    expect(await deliveryRows(page).count()).toBeGreaterThanOrEqual(Math.min(count, 10)),
  )
}
