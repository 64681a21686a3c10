import { setTimeout as sleepFor } from 'node:timers/promises'
import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import { type Live, positionOf } from './live-receiver.ts'
import type { Rules } from './rules.ts'
import type { NewWaiting, WaitingStore } from './waiting-store.ts'

/** Number of rows per slice, which takes a few milliseconds. */
const slice = 200
const quietMs = 100
const betweenMs = 20
/** Interval in milliseconds between writes of a receiver's position. */
const positionEveryMs = 1_000
/** Maximum time between slices in milliseconds, even while deliveries arrive. */
const atLeastEveryMs = 3_000
const afterFailureMs = 5_000

/**
 * Stores waiting deliveries and the position up to which each receiver got its deliveries. Works in small slices, so that
 * incoming deliveries are handled first.
 */
export function createWaitingWriter(options: {
  readonly sql: Sql
  readonly waiting: WaitingStore
  readonly rules: Rules
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'error'>
  readonly activeReceivers: () => Iterable<Live>
  readonly onWaiting: (live: Live, added: readonly NewWaiting[]) => void
}) {
  const { sql, waiting, rules, clock, log, activeReceivers, onWaiting } = options
  let timer: NodeJS.Timeout | undefined
  let lastSliceMs = Number.NEGATIVE_INFINITY
  let lastStoredMs = Number.NEGATIVE_INFINITY
  let isClosed = false

  const settle = (live: Live): boolean => {
    const { id, workspaceId } = live.receiver
    const now = clock.now().toISOString()
    let through = live.through
    let behind = live.behind
    const rows = [...live.toWait]
    const added: NewWaiting[] = []
    const position = inTransaction(sql, () => {
      const add = (row: NewWaiting, since: string) => {
        waiting.add(id, row, since)
        added.push(row)
      }
      for (const [deliveryId, { noteId, reason, since }] of rows) add({ deliveryId, noteId, reason }, since)
      if (behind !== null) {
        const { reason, until } = behind
        const { deliveries, last } = waiting.coming(workspaceId, id, through, until, slice)
        const left = deliveries.filter((one) => !one.wasSent && !live.skipped.has(one.id))
        const matching = rules.matchingIds(
          live.receiver,
          left.map((one) => one.id),
        )
        for (const one of left)
          if (matching.has(one.id)) add({ deliveryId: one.id, noteId: one.noteId, reason }, now)
        through = last ?? Math.max(through, Math.min(until, waiting.newest()))
        if (last === null) behind = null
      }
      const next = positionOf({ ...live, toWait: new Map(), through })
      if (next !== live.position) waiting.setPosition(id, next)
      return next
    })
    for (const [deliveryId] of rows) live.toWait.delete(deliveryId)
    for (const deliveryId of live.skipped) if (deliveryId <= position) live.skipped.delete(deliveryId)
    live.through = through
    live.behind = behind
    live.position = position
    live.positionMs = performance.now()
    if (added.length > 0) onWaiting(live, added)
    return behind !== null
  }

  const hasMoved = (live: Live) => positionOf(live) !== live.position
  const hasWork = (live: Live) =>
    live.toWait.size > 0 ||
    live.behind !== null ||
    (performance.now() - live.positionMs >= positionEveryMs && hasMoved(live))

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      const nowMs = performance.now()
      const waitMs = Math.min(lastStoredMs + quietMs, lastSliceMs + atLeastEveryMs) - nowMs
      if (waitMs > 0) return later(waitMs)
      lastSliceMs = nowMs
      try {
        let isMore = false
        for (const live of activeReceivers()) if (hasWork(live)) isMore = settle(live) || isMore
        if (isMore) later(betweenMs)
        else if ([...activeReceivers()].some(hasMoved)) later(positionEveryMs)
      } catch (error) {
        log.error('What waits for a receiver could not be stored. Notehook tries again.', error)
        later(afterFailureMs)
      }
    }, ms).unref()
  }
  const wake = () => {
    if (!timer && !isClosed) later(quietMs)
  }

  return {
    wake,
    /** Delays the next slice because a delivery has arrived. */
    deliveriesCame() {
      lastStoredMs = performance.now()
    },
    /** Stores the next slice for a receiver. Returns whether there is more to do. Throws SQLite's errors. */
    settle,
    hasWork,
    async settleAll(live: Live) {
      while (hasWork(live) && settle(live)) await sleepFor(0)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
