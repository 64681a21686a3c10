import { inTransaction, type Sql, type SqliteFailure, sqliteFailure } from '#core/database/sql.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { UnknownName } from '#shared/deliveries/events/unknown-names.ts'
import type { Annotation, DeliverySummary } from '#shared/deliveries/model.ts'
import type { PathSecrets } from '../listener/verify.ts'
import { createAnnotations } from './annotations.ts'
import { createDeliveryCounts } from './counts/delivery-counts.ts'
import { createDeliveryRemoval } from './delete-deliveries.ts'
import { createDeliveryQueries } from './delivery-queries.ts'
import {
  createDeliveryRows,
  type FinalAnswer,
  type IncomingDelivery,
  type OnePath,
  type StoreOutcome,
  summaryOf,
  type TimedDelivery,
} from './delivery-rows.ts'
import { createEarlierRequests } from './events/earlier-requests.ts'
import { createNewestEvents } from './events/newest-events.ts'
import { emptyPayload, type PayloadSummary, readPayload } from './payload.ts'
import { createReverification, type Reverified } from './reverify.ts'
import { createDeliveryWords } from './search/delivery-words.ts'
import { createUnverifiedBuffer } from './unverified-buffer.ts'

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** `id` is missing if no delivery was stored. */
export type StoreCallback = (outcome: StoreOutcome | 'storage', id?: number) => void

export interface DeliveryStoreOptions {
  readonly sql: Sql
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
  readonly freeBytes: () => number
  readonly isKept?: (() => boolean) | undefined
  readonly freeSpace?: (() => void) | undefined
  readonly checkpoint?: (() => void) | undefined
  readonly reports: StoreReports
  /** Called with the failure after a failed commit, and with `null` once storing works again. */
  readonly onHealth: (failure: SqliteFailure | null) => void
}

export interface StoreReports {
  committed(batch: Committed): void
  /** Called after the commit, once per path with a verified delivery in the batch. */
  verified(path: Verified): void
  /** Called before the commit with names in a verified payload that the specification doesn't define. */
  unknownNames(found: UnknownNamesFound): void
}

/** The new and changed deliveries of a commit. `events` are the new verified ones, sorted by id. */
export interface Committed {
  readonly deliveries: readonly DeliverySummary[]
  readonly events: readonly DeliverySummary[]
}

export interface Verified {
  readonly pathId: string
  readonly at: string
}

export interface UnknownNamesFound {
  readonly workspaceId: string
  readonly names: readonly UnknownName[]
}

/** Maximum number of deliveries per commit. */
const batchSize = 64
/** Pause before the next attempt after SQLite reported *busy*. Each attempt blocks the app for two seconds, because SQLite waits for the lock. */
const pauseAfterBusyMs = 1000
/** How often to check whether the disk is writable again. Only used when storing has failed and no deliveries arrive. */
const probeEveryMs = 5000
const probeBytes = 64 * 1024

interface Waiting {
  readonly incoming: IncomingDelivery
  readonly payload: PayloadSummary
  /** Called with the outcome, or `null` for a request that failed verification. */
  readonly done: StoreCallback | null
}

interface Timed extends Waiting {
  readonly incoming: TimedDelivery
}

interface Written extends Timed {
  readonly id: number
  readonly outcome: StoreOutcome
  /** Ids of earlier requests for the same event that failed verification. */
  readonly earlier?: readonly number[]
}

/**
 * Stores deliveries durably. Up to 64 deliveries that arrive without a pause share one transaction, so that a few disk syncs are
 * enough for thousands of deliveries per second. Payloads are read before their rows are written, because updating a row later
 * costs more (`npm run bench`).
 */
export function createDeliveryStore(options: DeliveryStoreOptions) {
  const { sql, clock, log, reports, onHealth } = options
  const rows = createDeliveryRows(sql)
  const newestEvents = createNewestEvents(sql)
  const history = createReverification(sql, rows, newestEvents)
  const counts = createDeliveryCounts(sql)
  const annotations = createAnnotations(sql)
  const queries = createDeliveryQueries(sql)
  const words = createDeliveryWords({ sql, log })
  const unverified = createUnverifiedBuffer(sql, {
    monotonicMs: () => clock.monotonicMs(),
    freeBytes: options.freeBytes,
  })
  const earlierRequests = createEarlierRequests(sql)
  const onRemoved = () => {
    unverified.forget()
    earlierRequests.forget()
    words.wake()
  }
  const removal = createDeliveryRemoval(sql, newestEvents, onRemoved, options.freeSpace)
  const isKept = options.isKept ?? (() => true)
  let queue: Waiting[] = []
  let isScheduled = false
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let lastFailure: SqliteFailure | null = null
  let probing: NodeJS.Timeout | undefined

  const enqueue = (waiting: Waiting) => {
    queue.push(waiting)
    if (queue.length >= batchSize) return flush()
    if (isScheduled) return
    isScheduled = true
    setImmediate(gather, 1)
  }

  /** Delays the commit as long as every turn of the event loop adds deliveries. */
  const gather = (before: number) => {
    if (queue.length > before) setImmediate(gather, queue.length)
    else flush()
  }

  const flush = () => {
    isScheduled = false
    const batch = queue
    queue = []
    if (batch.length === 0) return
    const written = commit(batch)
    if (!written) {
      for (const { done } of batch) done?.('storage')
      return
    }
    for (const { done, outcome, id } of written) done?.(outcome, id || undefined)
    setImmediate(() => report(written))
  }

  const commit = (batch: readonly Waiting[]): readonly Written[] | null => {
    if (clock.monotonicMs() < pausedUntilMs) return null
    try {
      const written = inTransaction(sql, () => {
        const rowsWritten = batch.map(write)
        counts.add(rowsWritten.filter(({ outcome }) => outcome === 'stored'))
        for (const { done, incoming, payload } of rowsWritten) if (done) newestEvents.add(incoming, payload)
        return rowsWritten
      })
      if (!isKept()) throw new Error('The files of the store were deleted.')
      words.wake()
      lastFailure = null
      onHealth(null)
      return written
    } catch (error) {
      unverified.forget()
      earlierRequests.forget()
      const failure = sqliteFailure(error) ?? 'other'
      if (failure === 'busy') pausedUntilMs = clock.monotonicMs() + pauseAfterBusyMs
      // Logs a failure once instead of once per batch.
      if (failure !== lastFailure) log.error(`Storing deliveries fails (${failure}).`, error)
      fail(failure)
      return null
    }
  }

  const fail = (failure: SqliteFailure) => {
    lastFailure = failure
    probing ??= setTimeout(probe, probeEveryMs).unref()
    onHealth(failure)
  }

  const probe = () => {
    probing = undefined
    if (lastFailure === null) return
    if (lastFailure === 'full') options.checkpoint?.()
    try {
      inTransaction(sql, () =>
        sql.exec(`CREATE TABLE storage_probe (body BLOB) STRICT;
          INSERT INTO storage_probe VALUES (zeroblob(${probeBytes})); DROP TABLE storage_probe`),
      )
      if (!isKept()) return fail('other')
      lastFailure = null
      onHealth(null)
    } catch (error) {
      fail(sqliteFailure(error) ?? 'other')
    }
  }

  const write = ({ incoming: received, payload, done }: Waiting): Written => {
    const responseMs = Math.ceil(clock.monotonicMs() - received.completeMs + received.delayMs)
    const incoming = { ...received, responseMs }
    const waiting = { incoming, payload, done }
    if (done) return storeEvent(waiting)
    const id = rows.insertUnverified(incoming, payload)
    earlierRequests.expect(incoming)
    unverified.trim(incoming.pathId, incoming.body.length + incoming.rawHeaders.join('').length)
    return { ...waiting, id, outcome: 'stored' }
  }

  /** Ignores a retry of a deleted event, unless its body is different. */
  const storeEvent = (waiting: Timed): Written => {
    const { incoming, payload: usual, done } = waiting
    const tombstone = removal.matchTombstone(incoming)
    if (tombstone === 'same') return { ...waiting, id: 0, outcome: 'duplicate' }
    const payload: PayloadSummary =
      tombstone === null ? usual : { ...usual, flags: [...usual.flags, 'body-changed'] }
    const { id, outcome } = rows.insertVerified(incoming, payload)
    return { incoming, payload, done, id, outcome, earlier: earlierRequests.answer(incoming) }
  }

  const report = (written: readonly Written[]) => {
    try {
      const latest = new Map<string, string>()
      for (const { done, incoming } of written) if (done) latest.set(incoming.pathId, incoming.receivedAt)
      for (const [pathId, at] of latest) reports.verified({ pathId, at })
      const reported = new Map<number, DeliverySummary>()
      for (const { id, outcome, incoming, payload } of written) {
        const line = outcome === 'stored' ? summaryOf(id, incoming, payload) : queries.summary(id)
        if (line) reported.set(id, line)
      }
      for (const id of written.flatMap(({ earlier = [] }) => earlier)) {
        const line = queries.summary(id)
        if (line) reported.set(id, line)
      }
      const events = written.filter(({ done, outcome }) => done && outcome === 'stored')
      reports.committed({
        deliveries: [...reported.values()],
        events: events.flatMap(({ id }) => reported.get(id) ?? []),
      })
    } catch (error) {
      log.error('Deliveries were stored, but telling of them failed.', error)
    }
  }

  const readVerified = ({ body, webhookId, workspaceId }: IncomingDelivery): PayloadSummary => {
    const payload = readPayload(body, webhookId)
    const { unknownNames: names } = payload
    if (names.length > 0 && workspaceId !== null) reports.unknownNames({ workspaceId, names })
    return payload
  }

  return {
    /** Calls back exactly once, when the commit is on disk or has failed. The sender must not get a response before that. */
    storeVerified: (incoming: IncomingDelivery, done: StoreCallback) =>
      enqueue({ incoming, payload: readVerified(incoming), done }),
    /** Stores the final response to the attempt that arrived at this ISO time. Never throws. */
    setAnswer(id: number, receivedAt: string, given: FinalAnswer) {
      try {
        inTransaction(sql, () => rows.setAnswer(id, receivedAt, given))
        const line = queries.summary(id)
        if (line) reports.committed({ deliveries: [line], events: [] })
      } catch (error) {
        log.error('What the service got for a delivery could not be stored.', error)
      }
    },
    storeUnverified(incoming: IncomingDelivery): boolean {
      if (!unverified.admits(incoming.pathId)) return false
      // Only a valid signature proves that the service wrote the payload.
      const isGenuine = incoming.trace.signature === 'valid'
      const payload = isGenuine ? readVerified(incoming) : emptyPayload
      enqueue({ incoming, payload, done: null })
      return true
    },
    /** Returns `null` if the delivery was deleted. Throws SQLite's error without changing anything. */
    annotate(id: number, changes: Partial<Annotation>): DeliverySummary | null {
      annotations.annotate(id, changes)
      return queries.summary(id)
    },
    /** Verifies a path's stored deliveries again with its current secrets. Throws SQLite's error without changing anything. */
    reverify(path: OnePath, secrets: PathSecrets, toleranceSeconds: number): Reverified {
      // Commits the queued deliveries first, because they were verified with the old secret.
      flush()
      unverified.forget()
      earlierRequests.forget()
      return inTransaction(sql, () => history.reverify(path, secrets, toleranceSeconds))
    },
    /** Must be called when a path's endpoint becomes known. Earlier deliveries on the path get the endpoint's id. */
    adopt: (pathId: string, endpointId: string) =>
      inTransaction(sql, () => {
        newestEvents.adopt(pathId, endpointId)
        rows.adopt(pathId, endpointId)
      }),
    removal,
    newestEvents,
    close() {
      flush()
      words.close()
      clearTimeout(probing)
      lastFailure = null
    },
  }
}
