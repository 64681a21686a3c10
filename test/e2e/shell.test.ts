import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { commands, placeIds } from '#shared/app/commands.ts'
import { newReceiver } from '#shared/receivers/model.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { atEverySize } from '../support/page/at-every-size.ts'
import { audit } from '../support/page/audit.ts'
import { openPlace, placeLink, statusLine } from '../support/page/places.ts'
import { deliveryRows, show } from '../support/page/sandbox-page.ts'
import { sharedSandbox } from '../support/page/shared.ts'

const wide = { width: 1280, height: 800, colorScheme: 'light' } as const
const middle = { width: 800, height: 600, colorScheme: 'light' } as const
const small = { width: 640, height: 400, colorScheme: 'dark' } as const

describeNeeding(['chromium'], 'the navigation and the status of the window', () => {
  const sandbox = sharedSandbox()

  test('the status, the coverage page and the list of shortcuts are accessible at every size', async () => {
    const page = await sandbox.open()
    for (const look of [wide, middle, small]) {
      await show(page, look)
      expect((await page.getByRole('main').boundingBox())?.width).toBeGreaterThanOrEqual(400)
      // A short window hides lines that report nothing unusual.
      const lines = look === small ? [/^Listening/] : [/^Listening/, /^Tunnel/, /^Simulation/]
      for (const line of lines) {
        await statusLine(page, line).click()
        await page.getByRole('dialog').waitFor()
        if (look !== middle) await audit(page)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
    }
    await openPlace(page, 'Coverage')
    await page.getByRole('heading', { name: 'Coverage', level: 1 }).waitFor()
    await eventually(async () =>
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Coverage'),
    )
    await atEverySize(page, audit)
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Go to Inspector').waitFor()
    await atEverySize(page, audit)
    // The keyboard can scroll the sheet.
    const body = sheet.locator('[tabindex="0"]:has(dl)')
    await body.focus()
    await page.keyboard.press('End')
    await eventually(async () => expect(await body.evaluate((it) => it.scrollTop)).toBeGreaterThan(0))
  })

  test('the current, selected and pressed items look different with forced colors', async () => {
    const page = await sandbox.open()
    await page.emulateMedia({ forcedColors: 'active' })
    await deliveryRows(page).first().click()
    const detail = page.getByRole('article', { name: 'Delivery' })
    await detail.waitFor()
    const row = deliveryRows(page).and(page.locator('[aria-current="true"]'))
    const styleOf = (it: Locator, of: 'outlineStyle' | 'backgroundColor' | 'fill') =>
      it.evaluate((element, name) => getComputedStyle(element)[name], of)
    const toggle = detail.locator('[aria-pressed="true"]')
    for (const one of [row, placeLink(page, 'Inspector'), toggle])
      expect(await styleOf(one.first(), 'outlineStyle')).toBe('solid')
    await row.click({ button: 'right' })
    const item = page.getByRole('menuitem', { name: /^Replay to/ })
    await item.hover()
    await eventually(async () => expect(await item.getAttribute('data-focused')).toBe('true'))
    const colors = await item.evaluate((it) =>
      [it, ...it.querySelectorAll('*')].map((one) => getComputedStyle(one).color),
    )
    expect(new Set(colors).size, 'in one color, on the one of the selection').toBe(1)
    await page.keyboard.press('Escape')

    await openPlace(page, 'Endpoints')
    await page.getByRole('listbox').getByRole('option').first().click()
    const legend = page.locator('i[data-kind]')
    await legend.first().waitFor()
    const [delivered, ...others] = await Promise.all(
      [0, 1, 2].map((at) => styleOf(legend.nth(at), 'backgroundColor')),
    )
    expect(new Set([delivered, ...others]).size).toBe(3)
    const bars = page.getByRole('article').locator('svg rect')
    const fills = await bars.evaluateAll((all) => all.map((one) => getComputedStyle(one).fill))
    expect(fills).toContain(delivered)
  })

  test('the settings are accessible at every window size', async () => {
    const page = await sandbox.open()
    await openPlace(page, 'Settings')
    const sections = page.getByRole('navigation', { name: 'Settings sections' })
    for (const name of ['General', 'Receiving', 'Storage', 'Workspace']) {
      await sections.getByRole('link', { name }).click()
      await page.getByRole('heading', { name: new RegExp(`^${name}`), level: 2 }).waitFor()
      if (name === 'Workspace') await page.getByText('Advanced').click()
      for (const look of [wide, middle, small]) {
        await show(page, look)
        if (name === 'Storage') {
          // Turning on the switch alone deletes nothing, and the line keeps its height.
          const field = page.getByRole('textbox', { name: /^Size limit/ })
          const before = await field.boundingBox()
          const noLimit = page.getByText('No limit').nth(1)
          await noLimit.click()
          await eventually(async () =>
            expect(await field.evaluate((it) => it === document.activeElement)).toBe(true),
          )
          expect(await field.boundingBox()).toEqual(before)
          await noLimit.click()
        }
        if (look !== middle) await audit(page)
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
        expect(scrollWidth).toBe(clientWidth)
      }
    }
  })

  test('a page that a shortcut opens shows no focus ring', async () => {
    const page = await sandbox.open({ width: 640, height: 400 })
    const ring = () =>
      page.evaluate(() => {
        const focused = document.activeElement
        if (!focused) return 'nowhere'
        const { outlineStyle } = getComputedStyle(focused)
        return outlineStyle === 'none' ? 'none' : `${focused.localName} ${focused.clientWidth}`
      })
    for (const [digit, id] of placeIds.entries()) {
      const name = commands[id].label
      await page.keyboard.press(`Control+${digit + 1}`)
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await eventually(async () =>
        expect(await page.evaluate(() => document.activeElement?.localName)).toBe('h1'),
      )
      expect(await ring(), name).toBe('none')
    }
    await page.setViewportSize({ width: 800, height: 600 })
    const [endpoint] = await sandbox.client.call('endpoints.list')
    await go(page, `#/endpoints?endpoint=${endpoint?.id}`)
    await page.getByRole('switch', { name: 'Enabled' }).waitFor()
    await page.getByText('Enabled', { exact: true }).last().click()
    const toast = page.getByText(' was disabled.')
    await toast.waitFor()
    // A disabled endpoint's switch must not read *Enabled*.
    await page.getByRole('switch', { name: 'Disabled' }).waitFor()
    for (const [width, height] of [
      [800, 600],
      [640, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      await eventually(async () => {
        const [message, sidebar] = await Promise.all([
          toast.boundingBox(),
          page.getByRole('complementary', { name: 'Sidebar' }).boundingBox(),
        ])
        expect(message?.x).toBeGreaterThan((sidebar?.x ?? 0) + (sidebar?.width ?? width))
      })
    }
  })

  test('every page is accessible in both themes while its pane is open', async () => {
    const page = await sandbox.open()
    const { client } = sandbox
    const [endpoint] = await client.call('endpoints.list')
    const [delivery] = (await client.call('deliveries.list', { limit: 1 })).deliveries
    const [note] = (await client.call('notes.list', { limit: 1 })).notes
    const receiver = await client.call('receivers.create', {
      ...newReceiver,
      name: 'Local dev server',
      url: 'http://127.0.0.1:54321/webhooks',
    })
    for (const hash of [
      `#/inspector?delivery=${delivery?.id}`,
      `#/inspector?delivery=${delivery?.id}&tab=verification`,
      `#/endpoints?endpoint=${endpoint?.id}`,
      `#/notes?note=${note?.id}`,
      `#/receivers?receiver=${receiver.id}`,
      `#/missed?endpoint=${endpoint?.id}`,
    ]) {
      await go(page, hash)
      await page.getByRole('article').getByRole('heading').first().waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await show(page, { ...wide, colorScheme })
        await audit(page)
      }
      // Lines reach the edge of the pane, and a longer item does not move them.
      const [pane, foot] = await Promise.all([
        page.getByRole('article').boundingBox(),
        page.getByRole('article').locator('footer').boundingBox(),
      ])
      expect(foot?.width, hash).toBe(pane?.width)
    }
    await client.call('receivers.remove', { id: receiver.id })
  })

  test('dialogs and pages that failed to load are accessible', async () => {
    const page = await sandbox.open({ width: 640, height: 400, colorScheme: 'dark' })
    for (const hash of ['#/inspector?answers=true', '#/inspector?refused=true']) {
      await go(page, hash)
      await page.getByRole('dialog').waitFor()
      await audit(page)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Export…', exact: true }).click()
    await page.getByRole('radio', { name: /^CSV/ }).waitFor()
    await audit(page)
    await page.keyboard.press('Escape')
    for (const [hash, title] of [
      ['#/workspaces', 'Workspaces'],
      ['#/help', 'Help'],
      ['#/attention', 'Needs attention'],
      ['#/notes?why=not_1d3tmYTlCICgjy', 'Can’t find a note?'],
    ] as const) {
      await go(page, hash)
      await page.getByRole('heading', { name: title }).first().waitFor()
      await audit(page)
    }
    const error = { code: 'unreachable', message: 'The service can’t be reached.' }
    await page.route(/\/call\/(deliveries|endpoints|notes|receivers)\.(list|page)$/, (route) =>
      route.fulfill({ json: { ok: false, error } }),
    )
    for (const place of ['inspector', 'endpoints', 'notes', 'receivers']) {
      await go(page, `#/${place}`)
      await page.reload()
      await page.getByRole('button', { name: 'Try again' }).first().waitFor()
      await audit(page)
    }
  })

  test('the sidebar stays collapsed after a reload', async () => {
    const page = await sandbox.open()
    await page.keyboard.press('Control+b')
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await eventually(async () => expect((await sidebar.boundingBox())?.width).toBeLessThan(60))
    // Moves the pointer first, because a tooltip needs a moving pointer.
    await page.mouse.move(600, 300)
    await page.getByRole('link', { name: 'Notes' }).hover()
    await page.getByRole('tooltip').filter({ hasText: 'Notes' }).waitFor()
    await audit(page)
    await page.reload()
    await page.getByRole('heading', { name: 'Inspector', level: 1 }).waitFor()
    expect((await sidebar.boundingBox())?.width).toBeLessThan(60)
  })
})

const go = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, hash)
