import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newReceiver } from '#shared/receivers/model.ts'
import { signDelivery } from '../support/deliveries/signed-delivery.ts'
import { eventually } from '../support/eventually.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { describeNeeding } from '../support/needs.ts'
import { letPass, tabTo } from '../support/page/hand.ts'
import { openPlace } from '../support/page/places.ts'
import { deliveryRows, senderTo, show } from '../support/page/sandbox-page.ts'
import { sharedSandbox } from '../support/page/shared.ts'
import { startReceiver } from '../support/receivers/plain-receiver.ts'

// When the focused element disappears, the focus stays close to it.

const wide = { width: 1280, height: 800 }
const small = { width: 640, height: 400 }

describeNeeding(['chromium'], 'the focus', () => {
  const sandbox = sharedSandbox()

  const list = (page: Page, name: string) => page.getByRole('listbox', { name, exact: true })
  const removeReceivers = async () => {
    const { client } = sandbox
    for (const { id } of await client.call('receivers.list')) await client.call('receivers.remove', { id })
  }

  test('the focus stays in the pane when a comparison begins and ends', async () => {
    const page = await sandbox.open()
    for (const size of [wide, small]) {
      await show(page, size)
      await list(page, 'Deliveries').focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
      const pane = page.locator('#delivery-detail')
      await focused(page, 'article "Delivery"')
      const url = page.url()
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
      if (size === wide) {
        await focused(page, 'listbox "Deliveries"')
        await page.keyboard.press('Escape')
      }
      await pane.waitFor({ state: 'detached' })
      await focused(page, 'listbox "Deliveries"')
    }
  })

  test('resizing the window keeps the focus and a typed remark', async () => {
    const page = await sandbox.open()
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
      await eventually(async () => expect(await here(page)).toBe(before))
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

  test('Escape closes the open delivery while the title of the page is focused', async () => {
    const page = await sandbox.open()
    await deliveryRows(page).first().click()
    const pane = page.getByRole('article', { name: 'Delivery' })
    await pane.waitFor()
    await page.getByRole('button', { name: 'Skip to' }).press('Enter')
    await focused(page, 'h1 "Inspector"')
    await page.keyboard.press('Escape')
    await pane.waitFor({ state: 'detached' })

    // Escape also closes the pane from the button to which a closed dialog returns the focus.
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

  test('moves the focus to a receiver that was just added', async () => {
    const page = await sandbox.open()
    await openPlace(page, 'Receivers')
    const { url } = await startReceiver()
    for (const [size, place] of [
      [wide, 'listbox "Receivers"'],
      [small, 'article "Receiver"'],
    ] as const) {
      await show(page, size)
      await removeReceivers()
      await page.getByText('No receivers yet').waitFor()
      for (const name of ['One', 'Two']) {
        const add = page.getByRole('button', { name: 'Add receiver' }).first()
        await add.press('Enter')
        const form = page.getByRole('dialog', { name: 'Add receiver' })
        await form.getByRole('button', { name: /^Advanced/ }).click()
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
    }
  })

  test('the focus stays in the pane when the focused button disappears', async () => {
    const page = await sandbox.open()
    const { client } = sandbox
    const server = createServer((request, response) => request.resume().on('end', () => response.end()))
    const port = await listenOnLoopback(server)
    await new Promise((resolve) => server.close(resolve))
    await removeReceivers()
    const receiver = await client.call('receivers.create', {
      ...newReceiver,
      name: 'Mine',
      url: `http://127.0.0.1:${port}/`,
    })
    await client.call('receivers.set-live', { id: receiver.id, live: true })
    await client.call('sandbox.trigger', { type: 'note.generated', count: 2 })
    await openPlace(page, 'Receivers')
    await list(page, 'Receivers').getByRole('option').click()
    const pane = page.getByRole('article', { name: 'Receiver' })
    const sendAll = pane.getByRole('button', { name: 'Send all' })
    await sendAll.waitFor()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    await sendAll.focus()
    await page.keyboard.press('Enter')
    await sendAll.waitFor({ state: 'detached' })
    await focused(page, '(tab|button) ')
    expect(await pane.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  })

  test('the focus stays in a sandbox log when the focused row is removed', async () => {
    const page = await sandbox.open()
    await openPlace(page, 'Sandbox')
    const rows = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await eventually(async () => expect(await rows.count()).toBe(10))
    const last = rows.last().getByRole('button')
    const before = await last.elementHandle()
    await last.focus()
    // Changes another part of the page all the time.
    await page.evaluate(() => {
      const other = document.createElement('i')
      setInterval(() => (other.isConnected ? other.remove() : document.body.append(other)), 20)
    })
    await sandbox.client.call('sandbox.trigger', { type: 'note.generated', count: 1 })
    await eventually(async () => expect(await before?.evaluate((it) => it.isConnected)).toBe(false))
    await eventually(async () =>
      expect(await rows.last().evaluate((it) => it.contains(document.activeElement))).toBe(true),
    )
  })

  test('moves the focus to the section of the settings that the palette opens', async () => {
    const page = await sandbox.open()
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

  test('closes the suggestions for folders when the window shrinks', async () => {
    const page = await sandbox.open()
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
    await expect
      .poll(() =>
        create.evaluate((it) => {
          const { x, y, width, height } = it.getBoundingClientRect()
          return it.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        }),
      )
      .toBe(true)
    await focused(page, 'combobox ')
    await page.keyboard.type('b')
    await folders.waitFor()
  })

  test('keyboard shortcuts act on all selected deliveries', async () => {
    const { client } = sandbox
    const { secret, send } = await senderTo(sandbox.app, client)
    for (let at = 0; at < 120; at += 1)
      await send(signDelivery({ id: `evt_focus${String(at).padStart(8, '0')}`, secret }))
    const page = await sandbox.open()
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

  test('focuses the first field of a form when its draft is restored or discarded', async () => {
    const page = await sandbox.open()
    await openPlace(page, 'Receivers')
    const form = page.getByRole('dialog', { name: 'Add receiver' })
    const url = form.getByRole('textbox', { name: 'URL', exact: true })
    const openForm = () => page.getByRole('button', { name: 'Add receiver' }).first().press('Enter')
    await openForm()
    await url.fill('http://127.0.0.1:4000/')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await openForm()
    const hasFocus = (not: string) =>
      eventually(async () =>
        expect(await url.evaluate((it) => it === document.activeElement), not).toBe(true),
      )
    const startOver = form.getByRole('button', { name: 'Start over' })
    await startOver.waitFor()
    await settled(page)
    await hasFocus('not at what throws away')
    await startOver.press('Enter')
    await startOver.waitFor({ state: 'detached' })
    await settled(page)
    expect(await url.inputValue()).toBe('')
    await hasFocus('not at what closes it')
  })

  test('opens a note, its endpoint and a delivery with the keyboard alone', async () => {
    const receiver = await startReceiver()
    await removeReceivers()
    const page = await sandbox.open()
    const { keyboard } = page
    const opened = (part: string) => eventually(() => expect(page.url()).toContain(part))

    await keyboard.press('Control+4')
    await page.getByText('No receivers yet').waitFor()
    await keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'Add receiver' })
    await tabTo(page, form.getByLabel('URL', { exact: true }))
    await keyboard.type(receiver.url)
    await tabTo(page, form.getByRole('switch', { name: /^Start forwarding/ }))
    await keyboard.press('Space')
    await tabTo(page, form.getByRole('button', { name: 'Add receiver' }))
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: new URL(receiver.url).host }).waitFor()

    await keyboard.press('Control+3')
    await page.getByRole('heading', { name: 'Notes', level: 1 }).waitFor()
    await page.getByRole('main').getByRole('listbox').getByRole('option').first().waitFor()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await opened('note=')
    await tabTo(page, page.getByRole('tab', { selected: true }))
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'Endpoints', selected: true }).waitFor()
    const endpoint = page.locator('section[aria-labelledby=matching-endpoints]').getByRole('link').first()
    await endpoint.waitFor()
    await tabTo(page, endpoint)
    await keyboard.press('Enter')
    await opened('#/endpoints?endpoint=')

    const deliveries = page.locator('a[href*="delivery="]')
    await deliveries.first().waitFor()
    await tabTo(page, deliveries.first())
    await keyboard.press('Enter')
    await opened('#/inspector')
    await page.getByRole('article', { name: 'Delivery' }).waitFor()
    await keyboard.press('r')
    await eventually(() => expect(receiver.received()).toBe(1))

    await keyboard.press('Control+1')
    await keyboard.press('ArrowDown')
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
        'Deliveries',
      ),
    )

    // In a narrow list, actions without room for a button are in a menu.
    await page.setViewportSize({ width: 800, height: 600 })
    await keyboard.press('Enter')
    await page.getByRole('article', { name: 'Delivery' }).waitFor()
    await keyboard.press('Escape')
    await keyboard.press('x')
    const bar = page.getByRole('group', { name: 'Selection' })
    await bar.getByText('1 selected').waitFor()
    await tabTo(page, bar.getByRole('button', { name: 'More actions' }))
    await keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete selected…' }).waitFor()
  })

  test('the Delete key asks for confirmation before it removes a receiver', async () => {
    const page = await sandbox.open()
    await removeReceivers()
    await sandbox.client.call('receivers.create', {
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

/** Returns the role or tag of the focused element, and its name. */
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

/** Waits for the fallback, which moves a lost focus after 100 ms. */
const settled = (page: Page) => letPass(page, 120)
