import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { newReceiver } from '#shared/receivers/model.ts'
import type { Client } from '#shared/rpc/client.ts'
import { sendSteadily } from '../support/deliveries/flood.ts'
import { startApp } from '../support/page/app.ts'
import { launchChromium } from '../support/page/chromium.ts'
import { clientBeside, fillIndex } from './app-client.ts'
import { framesOf, watchPaints } from './frames.ts'
import { type Figure, timeFigure } from './report.ts'

const rowsOf = '[role=listbox] [role=option], [role=grid] [role=row]'

export async function showingFigures(notes: number, floodSeconds: number): Promise<Figure[]> {
  const app = await startApp()
  const browser = await launchChromium(['--enable-precise-memory-info'])
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(app.url)
    await page.getByRole('navigation').or(page.getByRole('main')).first().waitFor()
    const client = await clientBeside(page)
    await fillIndex(client, notes, { burst: 1000, perSecond: 1000 })
    await learntFolders(client)
    return [
      await firstRow(page, notes),
      ...(await scrolling(page, notes)),
      await typing(page, client, notes),
      await flood(page, client, floodSeconds, ''),
      await withReceiver(client, () => flood(page, client, floodSeconds, ' and a receiver')),
    ]
  } finally {
    await browser.close()
    await app.stop()
  }
}

/**
 * Waits until the folders are read. At two hundred times the service's pace, reading them would keep a core busy and change the list
 * constantly.
 */
async function learntFolders(client: Client): Promise<void> {
  for (;;) {
    const { folders } = await client.call('notes.index-status')
    if (folders.asOf !== null) return
    await sleep(200)
  }
}

async function firstRow(page: Page, notes: number): Promise<Figure> {
  const samples: number[] = []
  for (let at = 0; at < 6; at++) {
    await page.evaluate(() => {
      location.hash = '#/settings'
    })
    await sleep(500)
    const ms = await page.evaluate(async (rows) => {
      const startedAt = performance.now()
      location.hash = '#/notes'
      while (document.querySelector(rows) === null) await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      return performance.now() - startedAt
    }, rowsOf)
    // The first time also loads the code of the screen, so it is not counted.
    if (at > 0) samples.push(ms)
  }
  return timeFigure(`list of ${notes.toLocaleString('en')} notes: first row painted`, samples, {
    bar: 150,
    aim: 50,
    share: 0.5,
  })
}

async function scrolling(page: Page, notes: number): Promise<Figure[]> {
  const frames = await framesOf(page, 5_000, async () => {
    await page.evaluate(async (rows) => {
      let scroller: Element | null = document.querySelector(rows)
      while (scroller && scroller.scrollHeight <= scroller.clientHeight + 4) scroller = scroller.parentElement
      const endsAt = performance.now() + 5_000
      while (scroller && performance.now() < endsAt) {
        scroller.scrollTop += 60
        await new Promise(requestAnimationFrame)
      }
    }, rowsOf)
  })
  const rows = await page.locator(rowsOf).count()
  const heap = await page.evaluate(() => {
    const memory: unknown = Reflect.get(performance, 'memory')
    return Number(Reflect.get(Object(memory), 'usedJSHeapSize')) / 1e6
  })
  const of = `list of ${notes.toLocaleString('en')} notes`
  return [
    {
      what: `${of}: scrolling`,
      measured: `${frames.fps.toFixed(0)} fps, longest task ${frames.longestMs.toFixed(0)} ms`,
      bar: '60 fps, none over 100 ms',
      aim: '60 fps',
      verdict: frames.fps >= 59 && frames.longestMs <= 100 ? 'reached' : 'missed',
      numbers: { ...frames },
    },
    {
      what: `${of}: rows in the page`,
      measured: String(rows),
      bar: '≤ 80',
      aim: '80',
      verdict: rows <= 80 ? 'reached' : 'missed',
      numbers: { rows },
    },
    {
      what: `${of}: memory of the page's scripts`,
      measured: `${heap.toFixed(0)} MB`,
      bar: '< 150 MB',
      aim: '60 MB',
      verdict: heap < 150 ? 'reached' : 'missed',
      numbers: { heap },
    },
  ]
}

/**
 * Measures typing while no notes arrive. An arriving row also changes the list, and would count as the response to the key before
 * it.
 */
async function typing(page: Page, client: Client, notes: number): Promise<Figure> {
  const { switches } = await client.call('sandbox.set-switches', { automatic: false })
  if (switches.automatic) throw new Error('The sandbox still creates notes.')
  await sleep(2_000)
  const painted = await paintsOfKeys(page, ['weekly review', 'planning', 'budget'])
  await client.call('sandbox.set-switches', { automatic: true })
  const what = `search as you type over ${notes.toLocaleString('en')} notes, key press to painted`
  return timeFigure(what, painted, { bar: 100, aim: 33 })
}

/** Types texts into the search of the open note list. Returns the time from each key to its paint, in milliseconds. */
export async function paintsOfKeys(page: Page, texts: readonly string[]): Promise<number[]> {
  await page.keyboard.press('/')
  const painted = await watchPaints(page, '[role=listbox], [role=grid]')
  for (const text of texts) {
    for (const key of text) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      await sleep(400)
    }
    await page.getByRole('combobox', { name: 'Search notes' }).fill('')
    await sleep(400)
  }
  return painted()
}

/** Runs `work` while every delivery is forwarded to a receiver, so that the list has a column for its responses. */
async function withReceiver<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { id } = await client.call('receivers.create', { ...newReceiver, name: 'Bench', url })
  try {
    await client.call('receivers.set-live', { id, live: true })
    return await work()
  } finally {
    await client.call('receivers.remove', { id })
    server.close()
  }
}

async function flood(page: Page, client: Client, seconds: number, besides: string): Promise<Figure> {
  await page.evaluate(() => {
    location.hash = '#/inspector'
  })
  await page.getByRole('region', { name: 'Deliveries' }).waitFor()
  const status = await client.call('listener.status')
  const [endpoint] = await client.call('endpoints.list')
  if (status.state !== 'listening' || !endpoint)
    throw new Error('The listener is not running, or there is no endpoint.')
  const secret = await client.call('endpoints.reveal-secret', { id: endpoint.id })
  const target = { port: status.port, path: new URL(endpoint.url).pathname, secret: secret.secret }
  const perSecond = 500
  let answered = 0
  const frames = await framesOf(page, seconds * 1000, async () => {
    answered = (await sendSteadily(target, perSecond, seconds)).answered
  })
  const share = answered / (perSecond * seconds)
  return {
    what: `${perSecond} deliveries per second for ${seconds} s with the inspector open${besides}`,
    measured: `${frames.fps.toFixed(0)} fps, longest task ${frames.longestMs.toFixed(0)} ms, ${(share * 100).toFixed(0)} % answered 200`,
    bar: '≥ 55 fps, none over 100 ms',
    aim: '60 fps, none over 50 ms',
    verdict:
      share < 0.99 ? 'inconclusive' : frames.fps >= 55 && frames.longestMs <= 100 ? 'reached' : 'missed',
    numbers: { ...frames, share },
  }
}
