import { setImmediate as breathe } from 'node:timers/promises'
import type { Handlers } from '../../../shared/contract/index.ts'
import type { CleanUp, StorageStatus } from '../../../shared/contract/storage.ts'
import type { EventHub } from '../event-hub.ts'
import { removalSlice } from '../inspector/delivery-removal.ts'
import type { Inspector } from '../inspector/inspector.ts'
import { createKeptDeliveries } from '../inspector/kept-deliveries.ts'
import type { Clock, Log } from '../ports.ts'
import { forgetWords } from '../store/forget-words.ts'
import type { Sql } from '../store/sql.ts'
import { createStoreSize } from '../store/store-size.ts'
import type { SettingsService } from './settings.ts'

/** Keeps what was received within what the settings allow, by age and by size. Nothing is deleted unless somebody said so. */
export interface Retention {
  readonly handlers: Pick<Handlers, `storage.${'status' | 'clean-up' | 'stop-cleaning'}`>
  /** From now on cleans up by itself, soon and then every hour. */
  start(): void
  close(): Promise<void>
}

export interface RetentionOptions {
  readonly sql: Sql
  readonly inspector: Pick<Inspector, 'removal' | 'status'>
  readonly settings: Pick<SettingsService, 'get' | 'recall' | 'remember'>
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
const tellEveryMs = 500

const clockWrong = 'The clock of this computer seems wrong, so nothing was deleted by its age.'

export function createRetention(options: RetentionOptions): Retention {
  const { sql, settings, hub, clock, log } = options
  const { removal, status: listener } = options.inspector
  const kept = createKeptDeliveries(sql)
  const sizeOf = createStoreSize(sql)
  let running: { removed: number; readonly ending: AbortController } | null = null
  let ended: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let nextAt: string | null = null
  let toldMs = Number.NEGATIVE_INFINITY

  const oldestAllowed = () => {
    const { keepDays } = settings.get()
    return keepDays === 0 ? null : new Date(clock.now().getTime() - keepDays * dayMs).toISOString()
  }

  const status = (): StorageStatus => {
    const cutoff = oldestAllowed()
    return {
      ...sizeOf(),
      deliveries: kept.total(),
      starred: kept.starred(),
      oldestAt: kept.oldestAt(),
      due: cutoff === null ? 0 : kept.before(cutoff),
      running: running && { removed: running.removed },
      last: settings.recall('lastCleanUp'),
      nextAt,
    }
  }

  const tell = () => hub.publish('storage.changed', status())

  const remove = async (
    run: NonNullable<typeof running>,
    ids: readonly number[],
    untouchedSince?: string,
  ) => {
    const gone = removal.remove(ids, { starredToo: false, untouchedSince }, clock.now())
    run.removed += gone
    if (clock.monotonicMs() - toldMs >= tellEveryMs) {
      toldMs = clock.monotonicMs()
      tell()
    }
    // Deliveries that arrive are answered meanwhile.
    await breathe()
    return gone
  }

  /** An event lives on for as long as it is tried again. */
  const byAge = async (run: NonNullable<typeof running>, cutoff: string) => {
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
  const bySize = async (run: NonNullable<typeof running>, most: number) => {
    for (let round = 0; round < rounds && !run.ending.signal.aborted; round++) {
      const { usedBytes } = sizeOf()
      const total = kept.total()
      if (usedBytes <= most || total === 0) return
      const before = kept.below(newestKept)
      let left = Math.ceil((usedBytes - most) / (usedBytes / total))
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
      await forgetWords(sql)
    }
  }

  const isClockWrong = () => {
    const now = listener()
    return now.state === 'listening' && now.clock !== null
  }

  const clean = async (run: NonNullable<typeof running>) => {
    let problem: string | null = null
    try {
      const cutoff = oldestAllowed()
      if (cutoff !== null && isClockWrong()) problem = clockWrong
      else if (cutoff !== null) await byAge(run, cutoff)
      const { keepMegabytes } = settings.get()
      if (keepMegabytes > 0) await bySize(run, keepMegabytes * megabyte)
      while (!run.ending.signal.aborted && removal.forgetIds(clock.now(), removalSlice) > 0) await breathe()
      if (run.ending.signal.aborted) problem = 'It was stopped.'
    } catch (error) {
      log.error('Old deliveries could not be deleted.', error)
      problem = 'The disk refused to delete more.'
    }
    const last: CleanUp = { at: clock.now().toISOString(), removed: run.removed, problem }
    try {
      settings.remember('lastCleanUp', last)
    } catch (error) {
      log.error('What a clean-up did could not be noted.', error)
    }
    running = null
    if (run.removed > 0) hub.publish('inspector.removed', {})
    tell()
  }

  const cleanUp = () => {
    if (!running) {
      const run = { removed: 0, ending: new AbortController() }
      running = run
      ended = clean(run)
    }
    return ended
  }

  const schedule = (ms: number) => {
    nextAt = new Date(clock.now().getTime() + ms).toISOString()
    timer = setTimeout(() => void cleanUp().then(() => schedule(hourMs)), ms).unref()
  }

  return {
    handlers: {
      'storage.status': status,
      async 'storage.clean-up'() {
        await cleanUp()
        return status()
      },
      'storage.stop-cleaning': () => {
        running?.ending.abort()
        return null
      },
    },
    start: () => schedule(firstAfterMs),
    async close() {
      clearTimeout(timer)
      running?.ending.abort()
      await ended
      clearTimeout(timer)
    },
  }
}
