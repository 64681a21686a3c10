import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Sql } from '#core/database/sql.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { HandlersIn } from '#core/platform/feature.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { TrustedTime } from '#core/platform/trusted-time.ts'
import type { CleanUp, deliveryStorage, StorageStatus } from '#shared/deliveries/storage-contract.ts'
import { type Removals, removalSlice } from './store/delivery-removal.ts'
import { createStoredDeliveries, type StoredAmounts } from './store/stored-deliveries.ts'

/** Keeps what was received within what the settings allow, by age and by size. Nothing is deleted unless a limit was set. */
export interface Retention {
  readonly handlers: HandlersIn<typeof deliveryStorage>
  /** From now on cleans up by itself, soon and then every hour. */
  start(): void
  close(): Promise<void>
}

export interface RetentionOptions {
  readonly sql: Sql
  /** What is stored now; `cutoff`: see `StoredAmounts`. */
  readonly amounts: (cutoff: string | null, signal?: AbortSignal) => Promise<StoredAmounts>
  readonly removal: Pick<Removals, 'remove' | 'forgetIds' | 'purgeWords'>
  readonly settings: Pick<SettingsService, 'get' | 'recall' | 'remember'>
  /** What is deleted by its age is deleted by this time alone: a wrong clock would take everything. */
  readonly time: Pick<TrustedTime, 'now' | 'doubt' | 'onDidChange'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
  readonly log: Log
}

const hourMs = 60 * 60 * 1000
/** At the start there is enough to do. */
const firstAfterMs = 60 * 1000
const dayMs = 24 * hourMs
const megabyte = 1024 * 1024
/** The size never takes these: a store may be large for other reasons, such as its index of notes. */
const newestKept = 1000
/** What the words of deleted bodies took is known only once they are out, so the size is looked at so often. */
const rounds = 4
const publishEveryMs = 500

/** A limit that would take such a part of so many deliveries is more often a mistake than a wish, and waits for a word. */
const nearlyAllShare = 0.9
const fewestHeld = 20

interface Run {
  removed: number
  readonly nearlyAll: boolean
  readonly ending: AbortController
}

export function createRetention(options: RetentionOptions): Retention {
  const { sql, amounts, removal, settings, time, hub, clock, log } = options
  const kept = createStoredDeliveries(sql)
  let running: Run | null = null
  let ended: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let nextAt: string | null = null
  let publishedMs = Number.NEGATIVE_INFINITY

  /** By this time; `null` where age is no limit. */
  const oldestAllowed = (now: Date) => {
    const { keepDays } = settings.get()
    return keepDays === 0 ? null : new Date(now.getTime() - keepDays * dayMs).toISOString()
  }
  const ageWaits = () => (settings.get().keepDays === 0 ? null : time.doubt())
  const mostBytes = () => settings.get().keepMegabytes * megabyte

  /** By what is stored now. */
  const stored = (signal?: AbortSignal) => {
    const sure = time.now()
    return amounts(sure && oldestAllowed(sure), signal)
  }

  /** About how many the size would take, if all take the same. */
  const tooMany = ({ usedBytes, deliveries }: StoredAmounts) => {
    const most = mostBytes()
    return most === 0 || usedBytes <= most ? 0 : Math.ceil(deliveries * ((usedBytes - most) / usedBytes))
  }

  /** What one limit would take, if that is nearly everything. */
  const heldOf = (
    { deliveries, starred }: StoredAmounts,
    by: 'age' | 'size',
    going: number,
  ): StorageStatus['held'] => {
    const of = deliveries - starred
    const isNearlyAll = of >= fewestHeld && going >= of * nearlyAllShare
    return isNearlyAll ? { by, going: Math.min(going, of), of } : null
  }
  const heldByAge = (of: StoredAmounts) => (of.before === null ? null : heldOf(of, 'age', of.before))
  const heldBySize = (of: StoredAmounts) =>
    heldOf(of, 'size', Math.min(tooMany(of), of.deliveries - newestKept))

  const status = async (signal?: AbortSignal): Promise<StorageStatus> => {
    const now = await stored(signal)
    const { before, ...shown } = now
    return {
      ...shown,
      due: before ?? 0,
      ageWaits: ageWaits(),
      held: heldByAge(now) ?? heldBySize(now),
      running: running && { removed: running.removed },
      last: settings.recall('lastCleanUp'),
      nextAt,
    }
  }

  /** Never rejects: a page that misses it asks again, and the next clean-up must not depend on it. */
  const publishStatus = async () => {
    try {
      hub.publish('deliveries.storage-changed', await status())
    } catch (error) {
      log.error('What is stored could not be read.', error)
    }
  }

  const remove = async (run: Run, ids: readonly number[], untouchedSince?: string) => {
    const gone = await removal.remove(ids, { starredToo: false, untouchedSince }, time.now())
    run.removed += gone
    if (clock.monotonicMs() - publishedMs >= publishEveryMs) {
      publishedMs = clock.monotonicMs()
      void publishStatus()
    }
    // Deliveries that arrive are answered meanwhile.
    await yieldToEventLoop()
    return gone
  }

  /** An event lives on for as long as it is tried again. */
  const byAge = async (run: Run, cutoff: string) => {
    for (let after = 0; !run.ending.signal.aborted; ) {
      const rows = kept.oldest(after, removalSlice)
      after = rows.at(-1)?.id ?? 0
      const old = rows.filter(({ lastAt }) => lastAt < cutoff)
      if (old.length > 0)
        await remove(
          run,
          old.map(({ id }) => id),
          cutoff,
        )
      if (rows.length < removalSlice || rows.every(({ firstAt }) => firstAt >= cutoff)) return
    }
  }

  /** The oldest first: as many as would take what is too much, if all took the same. */
  const bySize = async (run: Run) => {
    for (let round = 0; mostBytes() > 0 && round < rounds && !run.ending.signal.aborted; round++) {
      let left = tooMany(await stored())
      if (left === 0) return
      const before = kept.below(newestKept)
      let gone = 0
      while (left > 0 && !run.ending.signal.aborted) {
        const rows = kept.oldest(0, Math.min(left, removalSlice)).filter(({ id }) => id <= before)
        if (rows.length === 0) break
        gone += await remove(
          run,
          rows.map(({ id }) => id),
        )
        left -= rows.length
      }
      if (gone === 0) return
      await removal.purgeWords()
    }
  }

  /** Why a limit took nothing; `null` once each took what it may. */
  const enforce = async (run: Run): Promise<string | null> => {
    const sure = time.now()
    const cutoff = sure && oldestAllowed(sure)
    const old = cutoff === null || run.nearlyAll ? null : heldByAge(await stored())
    if (cutoff !== null && !old) await byAge(run, cutoff)
    // What the age took leaves the size less to take.
    const large = mostBytes() === 0 || run.nearlyAll ? null : heldBySize(await stored())
    if (!large) await bySize(run)
    const problems = [sure ? null : ageWaits(), ...[old, large].map((held) => held && heldBack(held))]
    return problems.filter((problem) => problem !== null).join(' ') || null
  }

  /** What is kept for a while and no longer, whatever the limits are. */
  const expire = async (run: Run) => {
    const sure = time.now()
    if (!sure) return
    while (!run.ending.signal.aborted && (await removal.forgetIds(sure, removalSlice)) > 0)
      await yieldToEventLoop()
  }

  const clean = async (run: Run) => {
    let problem: string | null = null
    try {
      problem = await enforce(run)
      await expire(run)
      if (run.ending.signal.aborted) problem = 'Stopped.'
    } catch (error) {
      log.error('Old deliveries could not be deleted.', error)
      problem = 'Stopped by a disk error.'
    }
    const last: CleanUp = { at: clock.now().toISOString(), removed: run.removed, problem }
    try {
      settings.remember('lastCleanUp', last)
    } catch (error) {
      log.error('What a clean-up did could not be noted.', error)
    }
    running = null
    if (run.removed > 0) hub.publish('deliveries.removed', {})
    await publishStatus()
  }

  const cleanUp = async ({ nearlyAll = false } = {}) => {
    // One that holds back is not what was asked for.
    if (running && nearlyAll && !running.nearlyAll) await ended
    if (!running) {
      const run = { removed: 0, nearlyAll, ending: new AbortController() }
      running = run
      ended = clean(run)
    }
    await ended
  }

  time.onDidChange(() => void publishStatus())

  const schedule = (ms: number) => {
    if (isClosed) return
    nextAt = new Date(clock.now().getTime() + ms).toISOString()
    timer = setTimeout(() => void cleanUp().then(() => schedule(hourMs)), ms).unref()
  }

  return {
    handlers: {
      'deliveries.storage': (_, { signal }) => status(signal),
      async 'deliveries.clean-up'(asked) {
        await cleanUp(asked)
        return status()
      },
      'deliveries.stop-clean-up': () => {
        running?.ending.abort()
        return null
      },
    },
    start: () => schedule(firstAfterMs),
    async close() {
      isClosed = true
      clearTimeout(timer)
      running?.ending.abort()
      await ended
    },
  }
}

function heldBack({ by, going, of }: NonNullable<StorageStatus['held']>): string {
  return `The limit of ${by} would delete ${going.toLocaleString('en')} of ${of.toLocaleString('en')} deliveries, so nothing was deleted.`
}
