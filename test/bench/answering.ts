import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '#shared/rpc/client.ts'
import type { Flooded, Target } from '../support/deliveries/flood.ts'
import { startApp } from '../support/page/app.ts'
import { clientOf } from './app-client.ts'
import { arrivedAt } from './incoming-deliveries.ts'
import { type Figure, quantile } from './report.ts'

const perSecond = 2_000
const deletedAtOnce = 100_000

/**
 * Measures response times to a steady rate of deliveries from another process, while this process searches, exports and deletes
 * nonstop in the same long history. The history has fewer rows afterwards.
 */
export async function answeringFigures(folder: string, events: number, seconds: number): Promise<Figure[]> {
  const app = await startApp({ dataFolder: folder, flags: ['--sandbox'] })
  try {
    const client = clientOf(app.url)
    const target = await targetOf(client)
    await sentBy(target, 2)
    const alone = await sentBy(target, Math.min(seconds, 10))
    let isSending = true
    const work = workBeside(client, events, () => isSending)
    const beside = await sentBy(target, seconds)
    isSending = false
    const done = await work
    const rate = perSecond.toLocaleString('en')
    const of = `${done.searches} searches, ${done.exported.toLocaleString('en')} rows exported, ${done.removed.toLocaleString('en')} deleted`
    return [
      { ...lateness(`${rate} deliveries a second: time to the answer`, alone, seconds), verdict: 'measured' },
      lateness(`the same while the user works without a pause (${of})`, beside, seconds),
    ]
  } finally {
    await app.stop()
  }
}

async function targetOf(client: Client): Promise<Target> {
  const status = await client.call('listener.status')
  const [endpoint] = await client.call('endpoints.list')
  if (status.state !== 'listening' || !endpoint) throw new Error('No listener is running, or no endpoint.')
  const { secret } = await client.call('endpoints.reveal-secret', { id: endpoint.id })
  return { port: status.port, path: new URL(endpoint.url).pathname, secret }
}

async function sentBy(target: Target, seconds: number): Promise<Flooded> {
  const script = join(import.meta.dirname, 'steady-load.ts')
  const child = spawn(process.execPath, [script, String(perSecond), String(seconds)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  child.stdin.end(JSON.stringify(target))
  const printed = await text(child.stdout)
  await ended
  return JSON.parse(printed) as Flooded
}

interface Done {
  readonly searches: number
  readonly exported: number
  readonly removed: number
}

async function workBeside(client: Client, events: number, isGoingOn: () => boolean): Promise<Done> {
  let searches = 0
  let exported = 0
  let removed = 0
  const repeat = async (work: () => Promise<void>) => {
    while (isGoingOn()) await work()
  }
  const ended = async (jobId: string) => {
    for (;;) {
      const job = (await client.call('jobs.list')).find(({ id }) => id === jobId)
      if (job && job.state !== 'running') {
        await client.call('jobs.dismiss', { id: jobId })
        return job
      }
      if (!isGoingOn()) await client.call('jobs.cancel', { id: jobId })
      await sleep(50)
    }
  }
  await Promise.all([
    repeat(async () => {
      const q = searches % 2 === 0 ? 'edited granted' : 'note edited'
      await client.call('deliveries.list', { q, limit: 50 })
      searches += 1
    }),
    repeat(async () => {
      const all = { format: 'ndjson', bom: false, title: 'All', filter: {} } as const
      const job = await ended((await client.call('exports.start-deliveries', all)).jobId)
      exported += job.done
    }),
    repeat(async () => {
      const from = removed
      if (from + deletedAtOnce > events) return void (await sleep(100))
      const time = (at: number) => new Date(arrivedAt(at)).toISOString()
      const filter = { q: `after:${time(from)} before:${time(from + deletedAtOnce)}` }
      const { newest, at, matching } = await counted(client, filter)
      const job = { filter, newest, at, total: matching, starredToo: true }
      await ended((await client.call('deliveries.remove-matching', job)).jobId)
      removed += deletedAtOnce
    }),
  ])
  return { searches, exported, removed }
}

async function counted(client: Client, filter: { readonly q: string }) {
  let { newest, at, matching, next } = await client.call('deliveries.count', { filter })
  while (next !== null) {
    const more = await client.call('deliveries.count', { filter, before: next })
    matching += more.matching
    next = more.next
  }
  return { newest, at, matching }
}

function lateness(what: string, { answered, retried, latenciesMs }: Flooded, seconds: number): Figure {
  const at = (share: number) => quantile(latenciesMs, share)
  const most = latenciesMs.at(-1) ?? Number.NaN
  const isWhole = answered >= perSecond * seconds * 0.99 && retried.length === 0
  return {
    what,
    measured: `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(0)} ms, latest ${most.toFixed(0)} ms`,
    bar: '≤ 100 ms, all of them',
    aim: '50 ms',
    verdict: isWhole && most <= 100 ? 'reached' : 'missed',
    numbers: { p50: at(0.5), p99: at(0.99), latest: most, answered, retried: retried.length },
  }
}
