import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Sql } from '#core/database/sql.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { HandlersIn } from '#core/platform/feature.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { SettingsService } from '#core/platform/settings.ts'
import type { TrustedTime } from '#core/platform/trusted-time.ts'
import type { CleanUp, deliveryStorage, StorageStatus } from '#shared/deliveries/storage-contract.ts'
import { type Removals, removalSlice } from './store/delete-deliveries.ts'
import { createRetentionQueries, type StoredAmounts } from './store/retention-queries.ts'

const hourMs = 60 * 60 * 1000
/** Delays the first clean-up, because the app is busy during startup. */
const firstAfterMs = 60 * 1000
const dayMs = 24 * hourMs
const megabyte = 1024 * 1024
/**
 * Number of newest deliveries that the size limit never deletes, because deleting them would not help if other data fills the
 * database.
 */
const newestKept = 1000
/**
 * Maximum number of times a clean-up compares the size with the limit. How much space a deletion frees is known only afterwards.
 */
const rounds = 4
const publishEveryMs = 500

/** A limit that would delete this share of all deliveries is probably a mistake, so it needs confirmation. */
const nearlyAllShare = 0.9
const fewestHeld = 20

interface Run {
  removed: number
  readonly nearlyAll: boolean
  readonly ending: AbortController
}

/** Deletes stored deliveries that exceed the age or size limit in the settings. Deletes nothing if no limit is set. */
export function createRetention(options: {
  readonly sql: Sql
  readonly amounts: (cutoff: string | null, signal?: AbortSignal) => Promise<StoredAmounts>
  readonly removal: Pick<Removals, 'remove' | 'forgetIds' | 'purgeWords'>
  readonly settings: Pick<SettingsService, 'get' | 'recall' | 'remember'>
  /** A clock that is wrong could otherwise cause all deliveries to be deleted as too old. */
  readonly time: Pick<TrustedTime, 'now' | 'doubt' | 'onDidChange'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
  readonly log: Log
}) {
  const { sql, amounts, removal, settings, time, hub, clock, log } = options
  const kept = createRetentionQueries(sql)
  let running: Run | null = null
  let ended: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let nextAt: string | null = null
  let publishedMs = Number.NEGATIVE_INFINITY

  const oldestAllowed = (now: Date) => {
    const { keepDays } = settings.get()
    return keepDays === 0 ? null : new Date(now.getTime() - keepDays * dayMs).toISOString()
  }
  const ageWaits = () => (settings.get().keepDays === 0 ? null : time.doubt())
  const mostBytes = () => settings.get().keepMegabytes * megabyte

  const stored = (signal?: AbortSignal) => {
    const sure = time.now()
    return amounts(sure && oldestAllowed(sure), signal)
  }

  /** Estimates how many deliveries exceed the size limit, from their average size. */
  const tooMany = ({ usedBytes, deliveries }: StoredAmounts) => {
    const most = mostBytes()
    return most === 0 || usedBytes <= most ? 0 : Math.ceil(deliveries * ((usedBytes - most) / usedBytes))
  }

  /** Returns what a limit would delete if that is nearly everything and needs confirmation. Otherwise returns `null`. */
  const heldOf = (
    { deliveries, starred }: StoredAmounts,
    by: 'age' | 'size',
    going: number,
  ): StorageStatus['held'] => {
    const total = deliveries - starred
    const isNearlyAll = total >= fewestHeld && going >= total * nearlyAllShare
    return isNearlyAll ? { by, going: Math.min(going, total), total } : null
  }
  const heldByAge = (amounts: StoredAmounts) =>
    amounts.before === null ? null : heldOf(amounts, 'age', amounts.before)
  const heldBySize = (amounts: StoredAmounts) =>
    heldOf(amounts, 'size', Math.min(tooMany(amounts), amounts.deliveries - newestKept))

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
    await yieldToEventLoop()
    return gone
  }

  /** Deletes by the time of the last attempt, so that an event is kept while the service is still retrying it. */
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

  /** Deletes the oldest deliveries until the estimated size is within the limit. */
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

  const enforce = async (run: Run): Promise<string | null> => {
    const sure = time.now()
    const cutoff = sure && oldestAllowed(sure)
    const old = cutoff === null || run.nearlyAll ? null : heldByAge(await stored())
    if (cutoff !== null && !old) await byAge(run, cutoff)
    // Checks the size only after old deliveries were deleted, because that may have freed enough space.
    const large = mostBytes() === 0 || run.nearlyAll ? null : heldBySize(await stored())
    if (!large) await bySize(run)
    const problems = [sure ? null : ageWaits(), ...[old, large].map((held) => held && heldBack(held))]
    return problems.filter((problem) => problem !== null).join(' ') || null
  }

  /** Deletes data that has a fixed lifetime, regardless of the limits. */
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
    // If the user confirmed that nearly everything may be deleted, waits for a clean-up that began without this permission.
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
      async 'deliveries.clean-up'(input) {
        await cleanUp(input)
        return status()
      },
      'deliveries.stop-clean-up': () => {
        running?.ending.abort()
        return null
      },
    } satisfies HandlersIn<typeof deliveryStorage>,
    /** Schedules the first clean-up shortly after startup, then one every hour. */
    start: () => schedule(firstAfterMs),
    async close() {
      isClosed = true
      clearTimeout(timer)
      running?.ending.abort()
      await ended
    },
  }
}

function heldBack({ by, going, total }: NonNullable<StorageStatus['held']>): string {
  return `The limit of ${by} would delete ${going.toLocaleString('en')} of ${total.toLocaleString('en')} deliveries, so nothing was deleted.`
}
