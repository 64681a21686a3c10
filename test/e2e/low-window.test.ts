import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newReceiver } from '#shared/receivers/model.ts'
import { signDelivery } from '../support/deliveries/signed-delivery.ts'
import { eventually } from '../support/eventually.ts'
import { describeNeeding } from '../support/needs.ts'
import { atEverySize } from '../support/page/at-every-size.ts'
import { audit } from '../support/page/audit.ts'
import { deliveryRows, senderTo, show } from '../support/page/sandbox-page.ts'
import { sharedSandbox } from '../support/page/shared.ts'

describeNeeding(['chromium'], 'a low window', () => {
  const sandbox = sharedSandbox()

  const simulate = async (status: number | null) => {
    const [endpoint] = await sandbox.client.call('endpoints.list')
    await sandbox.client.call('listener.set-simulated-response', {
      endpointId: endpoint?.id ?? '',
      rule:
        status === null
          ? null
          : { status, delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 },
    })
  }

  test('the Inspector shows enough deliveries at every window size', async () => {
    const page = await sandbox.open()
    const list = page.getByRole('listbox', { name: 'Deliveries', exact: true })
    for (const [width, height, rows] of [
      [1280, 800, 20],
      [800, 600, 8],
      [640, 400, 4],
    ] as const) {
      await show(page, { width, height })
      await eventually(async () => {
        const [main, box] = await Promise.all(
          [page.getByRole('main').first(), list].map((it) => it.boundingBox()),
        )
        if (!main || !box) throw new Error('Something is not shown.')
        expect(box.y - main.y, 'title, filter, timeline and head').toBeLessThanOrEqual(130 + 28)
        // The window's frame above the page does not count.
        const shown = Math.min(height, box.y + box.height) - box.y + main.y
        expect(Math.floor(shown / 30), `${width} × ${height}`).toBeGreaterThanOrEqual(rows)
      })
      const scrollsSideways = (it: Element) => it.scrollWidth > it.clientWidth
      expect(await list.evaluate(scrollsSideways)).toBe(false)
      expect(await page.locator('html').evaluate(scrollsSideways)).toBe(false)
      const cutOff = (it: Element) => it.scrollHeight - it.clientHeight
      expect(await page.getByRole('navigation').first().evaluate(cutOff), 'places').toBe(0)
    }
    await atEverySize(page, audit)
  })

  test('a low window shows all lines of the sidebar’s status', async () => {
    const page = await sandbox.open({ width: 640, height: 400 })
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    for (const name of ['Sandbox', 'Listening', 'Tunnel', 'Simulation']) {
      const line = sidebar.getByRole('group', { name: 'Status' }).getByRole('button', { name })
      const box = await line.boundingBox()
      if (!box) throw new Error(`${name} is not shown.`)
      expect(box.y + box.height, name).toBeLessThanOrEqual(400)
      expect(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(24)
      await line.click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
    }
  })

  test('does not truncate the status of a delivery with more than 1,000 attempts', async () => {
    const { secret, send } = await senderTo(sandbox.app, sandbox.client)
    const delivery = signDelivery({ id: 'evt_manymanymany01', secret })
    for (let sent = 0; sent < 1_220; sent += 20)
      await Promise.all(Array.from({ length: 20 }, () => send(delivery)))
    const page = await sandbox.open()
    const row = deliveryRows(page).filter({ hasText: /1\.2K\s*200/ })
    await row.waitFor()
    for (const width of [1_280, 800, 640]) {
      await page.setViewportSize({ width, height: 600 })
      const cut = await row.evaluate((option) =>
        [...option.querySelectorAll('[data-outcome], [data-outcome] *')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      )
      expect(cut, `at ${width} px`).toEqual([])
    }
  })

  test('the Inspector shows at least eight deliveries below several notices', async () => {
    const page = await sandbox.open({ width: 800, height: 600 })
    const rows = page.getByRole('listbox', { name: 'Deliveries', exact: true })
    const { client } = sandbox
    await simulate(500)
    await page.getByText('Simulating 500').first().waitFor()
    await client.call('listening.start', {
      ...{ scopes: ['public'], events: [], folderIds: [] },
      temporary: true,
    })
    const listening = page.getByRole('region', { name: 'Live session', exact: true })
    await listening.waitFor()
    await fetch(`${sandbox.app.listener}/nowhere`, { method: 'POST', body: '{}' })
    const rejected = page.getByRole('button', { name: /^\d+ rejected/ })
    await rejected.waitFor()

    await eventually(async () => {
      const [title, button, list] = await Promise.all(
        [page.getByRole('heading', { name: 'Inspector' }), rejected, rows].map((place) =>
          place.boundingBox(),
        ),
      )
      if (!title || !button || !list) throw new Error('Something is not shown.')
      expect(button.y, 'it is beside the title').toBeLessThan(title.y + title.height)
      expect(600 - list.y, 'eight rows').toBeGreaterThan(8 * 30)
    })
    await audit(page)
    await client.call('listening.stop')
    await simulate(null)
  })

  test('the page does not shift when a notice appears or disappears', async () => {
    const page = await sandbox.open()
    const list = page.getByRole('listbox', { name: 'Deliveries', exact: true })
    const topOf = async () => (await list.boundingBox())?.y ?? 0
    const before = await topOf()
    await page.evaluate(() => {
      new PerformanceObserver((entries) => {
        for (const { value } of entries.getEntries() as (PerformanceEntry & { readonly value: number })[])
          document.documentElement.dataset.shifted = String(
            Number(document.documentElement.dataset.shifted ?? 0) + value,
          )
      }).observe({ type: 'layout-shift' })
    })
    await simulate(500)
    await eventually(async () => expect(await topOf()).toBe(before + 36))
    await simulate(null)
    await eventually(async () => expect(await topOf()).toBe(before))
    expect(Number(await page.locator('html').getAttribute('data-shifted'))).toBeLessThan(0.002)
  })

  test('no page is wider than a window of 1280 pixels at 400 % zoom', async () => {
    const page = await sandbox.open({ width: 1280, height: 800 })
    const { client } = sandbox
    const { deliveries } = await client.call('deliveries.list', {})
    const receiver = await client.call('receivers.create', {
      ...newReceiver,
      name: 'My receiver',
      url: 'http://127.0.0.1:4999/webhooks',
    })
    await page.setViewportSize({ width: 320, height: 640 })
    for (const place of [
      'inspector',
      `inspector?delivery=${deliveries[0]?.id}`,
      'endpoints',
      'notes',
      'receivers',
      `receivers?receiver=${receiver.id}`,
      'sandbox',
      'attention',
      'missed',
      'settings/general',
      'settings/receiving',
      'settings/storage',
      'settings/workspace',
      'tunnel',
      'workspaces',
      'help',
    ]) {
      await page.evaluate((to) => {
        location.hash = `#/${to}`
      }, place)
      const title = page.locator('main :is(h1, h2)').first()
      await title.waitFor({ state: 'attached' })
      await eventually(async () => expect(await overflowing(page), place).toEqual([]))
    }
    await page.evaluate((id) => {
      location.hash = `#/receivers?receiver=${id}`
    }, receiver.id)
    const name = page.getByRole('heading', { name: 'My receiver' })
    await eventually(async () => expect((await name.boundingBox())?.width).toBeGreaterThan(60))
  })

  test('the Inspector shows at least four deliveries at 200 % zoom', async () => {
    const page = await sandbox.open({ width: 640, height: 400 })
    const list = page.getByRole('listbox', { name: 'Deliveries', exact: true })
    await simulate(500)
    await page.getByText('Simulating 500').first().waitFor()
    await list.focus()
    await eventually(async () => {
      const box = await list.boundingBox()
      if (!box) throw new Error('The list is not shown.')
      const shown = Math.min(400, box.y + box.height) - Math.max(0, box.y)
      expect(shown, 'four rows in the window').toBeGreaterThanOrEqual(4 * 30)
    })
    await list.press('Enter')
    const detail = page.getByRole('article', { name: 'Delivery' })
    await detail.waitFor()
    await eventually(async () => expect(await scrollersAround(detail), 'one scroll bar').toEqual([]))
    const next = async () => (await detail.locator('[data-position]').textContent()) ?? ''
    await page.keyboard.press('j')
    await eventually(async () => expect(await next()).toMatch(/, \d+ of \d+$/))
    await page.keyboard.press('Escape')
    await eventually(async () =>
      expect(await list.evaluate((it) => it === document.activeElement)).toBe(true),
    )
    await audit(page)
    await simulate(null)
  })

  test('a toast covers neither the navigation nor the last row of the list', async () => {
    const page = await sandbox.open({ width: 640, height: 400 })
    await page.evaluate(() => {
      location.hash = '#/notes'
    })
    const list = page.getByRole('listbox', { name: 'All notes', exact: true })
    const { client } = sandbox
    // Until the index is complete, the list has another order and another last note.
    await eventually(async () => {
      const { notes, completeAsOf } = await client.call('notes.index-status')
      expect(completeAsOf).not.toBeNull()
      expect(await list.getByRole('option').first().getAttribute('aria-setsize')).toBe(String(notes))
    })
    await list.focus()
    await list.press('End')
    // Finds the last row again each time, because a pending event may still add a note above it.
    const last = async () => list.locator(`[id="${await list.getAttribute('aria-activedescendant')}"]`)
    await (await last()).waitFor()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    await audit(page)
    await page.getByRole('menuitem', { name: 'Copy note ID' }).press('Enter')
    const toast = page.locator('[data-toast]')
    await toast.waitFor()
    await eventually(async () => {
      const [message, row, sidebar] = await Promise.all(
        [toast, await last(), page.getByRole('complementary', { name: 'Sidebar' })].map((one) =>
          one.boundingBox(),
        ),
      )
      if (!message || !row || !sidebar) throw new Error('Something is not shown.')
      expect(message.x).toBeGreaterThanOrEqual(sidebar.x + sidebar.width)
      const isApart = message.y + message.height <= row.y || message.y >= row.y + row.height
      expect(isApart, 'the last row is in view').toBe(true)
      expect(row.y + row.height).toBeLessThanOrEqual(400)
    })
    await audit(page)
    await page.keyboard.press('Escape')
    await toast.waitFor({ state: 'detached' })
    expect(await list.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  test('adds no new deliveries to the list right after the user closes a delivery', async () => {
    const page = await sandbox.open({ width: 640, height: 520 })
    const list = page.getByRole('listbox', { name: 'Deliveries', exact: true })
    await list.getByRole('option').first().waitFor()
    await list.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Replay', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await list.waitFor()
    await sandbox.client.call('sandbox.trigger', { type: 'note.generated', count: 3 })
    await page.getByRole('button', { name: /^[\d,]+ new$/ }).waitFor()
  })

  test('the list of deliveries does not move while the pointer is over a row', async () => {
    const page = await sandbox.open({ width: 1280, height: 800 })
    const rows = deliveryRows(page)
    const sender = await senderTo(sandbox.app, sandbox.client)
    let sent = 0
    const send = async (count: number) => {
      for (const end = sent + count; sent < end; sent += 1) {
        const id = `evt_pointer${String(sent).padStart(6, '0')}`
        await sender.send(signDelivery({ id, secret: sender.secret }))
      }
    }
    const row = await rows.first().boundingBox()
    if (!row) throw new Error('There is no row.')
    const place = { x: row.x + row.width / 2, y: row.y + row.height / 2 }
    await page.mouse.move(place.x, place.y)
    const underPointer = () =>
      page.evaluate(
        ({ x, y }) => document.elementFromPoint(x, y)?.closest('[role=option]')?.getAttribute('aria-label'),
        place,
      )
    // The title of a new note arrives shortly after its row.
    await eventually(async () => expect(await underPointer()).toMatch(/^(?!.*, not_)./))
    const label = await underPointer()
    await send(5)
    const fresh = page.getByRole('button', { name: /^[\d,]+ new$/ })
    await fresh.waitFor()
    await eventually(async () =>
      expect(Number.parseInt(await fresh.innerText(), 10)).toBeGreaterThanOrEqual(5),
    )
    expect(await underPointer(), 'the same row is under the pointer').toBe(label)

    await page.mouse.move(place.x, 20)
    await fresh.waitFor({ state: 'hidden' })
    await eventually(async () => expect(Number(await rows.count())).toBeGreaterThan(5))

    // A click opens the delivery that was under the pointer when the button was pressed.
    await page.mouse.move(place.x, place.y)
    await page.mouse.down()
    await send(3)
    await fresh.waitFor()
    await page.mouse.up()
    const detail = page.getByRole('article', { name: 'Delivery' })
    await detail.waitFor()
    await detail.getByRole('button', { name: 'Close', exact: true }).click()
    await page.mouse.move(place.x, 20)
    await fresh.waitFor({ state: 'hidden' })
  })

  test('filters deliveries by the range that the user drags on the timeline', async () => {
    const page = await sandbox.open({ width: 800, height: 600 })
    const chart = page.locator('.u-over').first()
    await chart.waitFor()
    const at = await eventually(async () => {
      const box = await chart.boundingBox()
      if (!box) throw new Error('The chart has no place yet.')
      return box
    })
    // The chart has the theme's colors even if no delivery redraws it.
    const before = await colorsOf(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => colorsOf(page), { timeout: 5_000 }).not.toEqual(before)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => colorsOf(page), { timeout: 5_000 }).toEqual(before)

    const y = at.y + at.height / 2
    await page.mouse.move(at.x + at.width * 0.3, y)
    await page.mouse.down()
    await page.mouse.move(at.x + at.width * 0.4, y, { steps: 5 })
    await page.mouse.move(at.x + at.width * 0.5, y + 60, { steps: 5 })
    await page.mouse.up()
    const minutes = await eventually(() => {
      const [, from, to] =
        /after:(\S+) before:(\S+)/.exec(decodeURIComponent(page.url()).replaceAll('+', ' ')) ?? []
      if (!from || !to) throw new Error('Nothing was chosen yet.')
      return (Date.parse(to) - Date.parse(from)) / 60_000
    })
    expect(minutes).toBeGreaterThan(10)
    expect(minutes).toBeLessThan(15)
  })
})

/** Returns elements that extend beyond the window's sides or scroll sideways, except tables and code. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    for (const it of document.querySelectorAll<HTMLElement>('main, main *')) {
      if (it.closest('[inert], [hidden], table, pre, [role="table"], [role="grid"]')) continue
      const { left, right, width } = it.getBoundingClientRect()
      const isControl = it.matches('button, a[href], [role="tab"], h1, h2')
      if (isControl && width > 1 && (left < 0 || right > innerWidth + 0.5))
        found.push(it.outerHTML.slice(0, 120))
      const scrolls =
        /auto|scroll/.test(getComputedStyle(it).overflowX) && it.scrollWidth > it.clientWidth + 1
      if (scrolls && !it.querySelector('table, [role="table"], [role="grid"], input'))
        found.push(it.outerHTML.slice(0, 120))
    }
    return found
  })
}

/** Returns the ancestors of an element that scroll. */
function scrollersAround(element: Locator): Promise<string[]> {
  return element.evaluate((it) => {
    const found: string[] = []
    for (let around = it.parentElement; around; around = around.parentElement) {
      const canScroll = /auto|scroll/.test(getComputedStyle(around).overflowY)
      if (canScroll && around.scrollHeight > around.clientHeight) found.push(around.outerHTML.slice(0, 80))
    }
    return found
  })
}

function colorsOf(page: Page): Promise<string[]> {
  return page
    .locator('.uplot canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      }
      const colors = new Set<string>()
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3] === 255) colors.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`)
      return [...colors].sort()
    })
}
