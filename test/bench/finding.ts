import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Pace, readingPace } from '#core/service-api/requests/pacing.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { startApp } from '../support/page/app.ts'
import { clientOf, fillIndex, timed } from './app-client.ts'
import { arrivedAt, incomingOf, noteOf } from './incoming-deliveries.ts'
import { largestOfGroup } from './machine.ts'
import { type Figure, median, timeFigure } from './report.ts'

const starts = 5
const calls = 300

export async function hostFigures(): Promise<Figure[]> {
  const readyMs: number[] = []
  const idle: number[] = []
  for (let at = 0; at < starts; at++) {
    const startedAt = performance.now()
    const app = await startApp()
    // The first start may include a build, so it is not counted.
    if (at > 0) readyMs.push(performance.now() - startedAt)
    if (at === starts - 1) {
      await sleep(3_000)
      idle.push(largestOfGroup(app.pid))
    }
    await app.stop()
  }
  return [
    timeFigure('ready line of the host, built', readyMs, { bar: 2_000, aim: 600, share: 0.5 }),
    memoryFigure('memory of the host, idle', median(idle), 150, 90),
  ]
}

export async function historyFigures(path: string, events: number): Promise<Figure[]> {
  const app = await startApp({ dataFolder: path, flags: ['--sandbox'] })
  try {
    const client = clientOf(app.url)
    const listed = async (
      what: string,
      bar: number,
      aim: number,
      query: (at: number) => Query,
      least = 50,
    ) => {
      const samples = await timed(calls, async (at) => {
        const { deliveries } = await client.call('deliveries.list', { ...query(at), limit: 50 })
        if (deliveries.length < least) throw new Error(`${what}: ${deliveries.length} of ${least}.`)
      })
      return timeFigure(`${events.toLocaleString('en')} events: ${what}`, samples, { bar, aim })
    }
    const share = (at: number) => (at + 1) / calls
    // A type matches every third event, a day matches three percent of a million, and a note has ten events.
    const ofDay = (at: number) => {
      const after = new Date(arrivedAt(0) + share(at) * (arrivedAt(events) - arrivedAt(0)) * 0.9)
      const before = new Date(after.getTime() + 86_400_000)
      return { q: `type:note.edited after:${after.toISOString()} before:${before.toISOString()}` }
    }
    return [
      await listed('page of 50, newest', 20, 3, () => ({})),
      await listed('page of 50, anywhere', 20, 3, (at) => ({ before: Math.ceil(events * share(at)) }), 1),
      await listed('page of 50, of one endpoint', 20, 3, () => ({
        endpointId: incomingOf(1).endpointId ?? '',
      })),
      await listed('filter by type and time', 20, 3, ofDay),
      await listed('search of two words that one in three holds', 50, 5, () => ({ q: 'note edited' })),
      await listed(
        'search of two words that one note holds',
        50,
        5,
        (at) => ({ q: `note ${noteOf(Math.ceil(events * share(at)) - 1)}` }),
        1,
      ),
      await listed('search of two words never together', 50, 5, () => ({ q: 'edited granted' }), 0),
      memoryFigure(
        `memory of the host with ${events.toLocaleString('en')} events`,
        largestOfGroup(app.pid),
        250,
        120,
      ),
    ]
  } finally {
    await app.stop()
  }
}

type Query = InputOf<'deliveries.list'>

/** Measures how fast the note index is built and how fast search-as-you-type responds. */
export async function indexFigures(notes: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-bench-'))
  const app = await startApp({ dataFolder: folder })
  try {
    const client = clientOf(app.url)
    const pace = { burst: 10, perSecond: 20 }
    const few = 6_000
    const slow = await fillIndex(client, few, pace)
    await client.call('sandbox.stop')
    const raised = { burst: 100, perSecond: 100 }
    const whole = await fillIndex(client, notes, raised)
    const texts = ['weekly review', 'planning', 'customer call', '季度规划会议', 'owner:a', 'budget roadmap']
    const typed = texts.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)))
    for (const text of typed) await client.call('notes.search', { text, limit: 50 })
    const search = await timed(calls, (at) =>
      client.call('notes.search', { text: typed[at % typed.length] ?? '', limit: 50 }),
    )
    return [
      paceFigure(few, pace, slow.afterFirstPageMs),
      paceFigure(notes, raised, whole.afterFirstPageMs),
      timeFigure(
        `search as you type over ${notes.toLocaleString('en')} notes, through the contract`,
        search,
        {
          bar: 50,
          aim: 5,
        },
      ),
    ]
  } finally {
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The largest page of the note list (specification, section 4). */
const pageSize = 30

/**
 * Compares the pace of the index with the rate that `readingPace` allows for reads, which leaves out the requests reserved for
 * changes. The measured window is also a little longer than the pace requires.
 */
function paceFigure(notes: number, pace: Pace, afterFirstPageMs: number): Figure {
  const seconds = afterFirstPageMs / 1000
  const share = (notes / pageSize - 1) / seconds / readingPace(pace).perSecond
  return {
    what: `first full index, ${notes.toLocaleString('en')} notes at ${pace.perSecond} requests a second`,
    measured: `${share.toFixed(2)} of the pace that reads get, ${seconds.toFixed(0)} s`,
    bar: '≥ 0.95',
    aim: '0.99',
    verdict: share >= 0.95 ? 'reached' : 'missed',
    numbers: { share, seconds },
  }
}

export function memoryFigure(what: string, bytes: number, bar: number, aim: number): Figure {
  const megabytes = bytes / 1e6
  return {
    what,
    measured: `${megabytes.toFixed(0)} MB`,
    bar: `< ${bar} MB`,
    aim: `${aim} MB`,
    verdict: megabytes < bar ? 'reached' : 'missed',
    numbers: { megabytes },
  }
}
