import { inTransaction, type Sql, type SqliteFailure, sqliteFailure } from '#core/database/sql.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { DeliveryDetail, DeliveryMark, DeliverySummary } from '#shared/deliveries/model.ts'
import type { PathSecrets } from '../listener/verify.ts'
import { createDeliveryMarks } from './annotations.ts'
import { createDeliveryCounts } from './delivery-counts.ts'
import { createDeliveryRemoval, type DeliveryRemoval } from './delivery-removal.ts'
import { type Arrival, createDeliveryRows, type Kept, type OnePath, summaryOf } from './delivery-rows.ts'
import { createDeliverySearch, type DeliveryPage, type DeliveryQuery } from './delivery-search.ts'
import { nothingSaid, type PayloadReading, readPayload } from './payload.ts'
import { createHistory, type KeptRequest, type Rejudged } from './reverify.ts'
import { createRing } from './unverified-buffer.ts'

export interface DeliveryStore {
  /** Calls back exactly once, after the commit is on the disk or failed: only then may the sender be answered. */
  keep(arrival: Arrival, done: (outcome: Kept | 'storage') => void): void
  /** Keeps a request that did not verify, and says whether the ring admits it. Nobody waits for it. */
  remember(arrival: Arrival): boolean
  /** Newest first by id; `before` and `limit` page through. */
  list(query: DeliveryQuery): DeliveryPage
  detail(id: number): DeliveryDetail | null
  /** Stars it or writes a remark; `null` when it is gone. Throws what SQLite throws; then nothing has changed. */
  mark(id: number, changes: Partial<DeliveryMark>): DeliverySummary | null
  /** One request as it came, to be looked at again. */
  request(id: number): KeptRequest | null
  /** Judges what is kept of a path again, by the secrets it has now. Throws what SQLite throws; then nothing has changed. */
  rejudge(path: OnePath, secrets: PathSecrets, toleranceSeconds: number): Rejudged
  /** The service has named the endpoint of this path: what came before belongs to it. */
  adopt(pathId: string, endpointId: string): void
  /** ISO time of the last verified delivery on this path. */
  lastVerifiedAt(path: OnePath): string | null
  readonly removal: DeliveryRemoval
  /** Writes what waits, now. */
  close(): void
}

export interface DeliveryStoreOptions {
  readonly sql: Sql
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
  readonly freeBytes: () => number
  /** Whether what was committed is in a file that will be found again; otherwise it is not acknowledged. */
  readonly isKept?: (() => boolean) | undefined
  /** See `Database`. */
  readonly freeSpace?: (() => void) | undefined
  readonly checkpoint?: (() => void) | undefined
  /** After the commit: what is new or has one more try. */
  readonly onReceived: (deliveries: readonly DeliverySummary[]) => void
  /** After the commit, once for each path of the batch with a delivery that verified. */
  readonly onVerified: (pathId: string, at: string) => void
  /** After every commit (`null`) and after every one that failed; also when it is found that storing works again. */
  readonly onHealth: (failure: SqliteFailure | null) => void
}

/** At most so many wait for one commit; then it happens at once, so that the listener's 64 slots are never full for long. */
const batchSize = 64
/** After *busy*, which has held this process for two seconds, the next try waits; the app stays alive meanwhile. */
const pauseAfterBusyMs = 1000
/** While storing fails and nobody delivers, the disk is asked so often whether it takes something again. */
const probeEveryMs = 5000
const probeBytes = 64 * 1024

interface Waiting {
  readonly arrival: Arrival
  readonly said: PayloadReading
  /** `null` for one of the ring. */
  readonly done: ((outcome: Kept | 'storage') => void) | null
}

interface Written extends Waiting {
  readonly id: number
  readonly kept: Kept
}

/**
 * The durable store of deliveries. All that arrives without a pause, up to 64, shares one transaction, so thousands a second
 * cost a few syncs of the disk. A payload is read before its row is written, because to write it into the row
 * afterwards would cost more than the reading (`npm run bench`).
 */
export function createDeliveryStore(options: DeliveryStoreOptions): DeliveryStore {
  const { sql, clock, log, onReceived, onVerified, onHealth } = options
  const rows = createDeliveryRows(sql)
  const history = createHistory(sql, rows)
  const counts = createDeliveryCounts(sql)
  const marks = createDeliveryMarks(sql)
  const search = createDeliverySearch({ sql, log })
  const ring = createRing(sql, { monotonicMs: () => clock.monotonicMs(), freeBytes: options.freeBytes })
  const onRemoved = () => {
    ring.forget()
    search.wake()
  }
  const removal = createDeliveryRemoval(sql, onRemoved, options.freeSpace)
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

  /** A commit takes along whatever comes while each turn of the event loop brings more; one that comes alone waits for none. */
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
    for (const { done, kept } of written) done?.(kept)
    setImmediate(() => announce(written))
  }

  const commit = (batch: readonly Waiting[]): readonly Written[] | null => {
    if (clock.monotonicMs() < pausedUntilMs) return null
    try {
      const written = inTransaction(sql, () => {
        const rowsWritten = batch.map(write)
        counts.add(rowsWritten.filter(({ kept }) => kept === 'stored'))
        return rowsWritten
      })
      if (!isKept()) throw new Error('The files of the store were deleted.')
      search.wake()
      lastFailure = null
      onHealth(null)
      return written
    } catch (error) {
      ring.forget()
      const failure = sqliteFailure(error) ?? 'other'
      if (failure === 'busy') pausedUntilMs = clock.monotonicMs() + pauseAfterBusyMs
      // Said once, not for every batch: under load that would be hundreds of lines a second.
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

  /** Asks for as much space as a large delivery takes, and gives it back. */
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

  const write = (waiting: Waiting): Written => {
    const { arrival, said, done } = waiting
    if (done) return keepEvent(waiting)
    const id = rows.remember(arrival, said)
    ring.trim(arrival.pathId, arrival.body.length + arrival.rawHeaders.join('').length)
    return { ...waiting, id, kept: 'stored' }
  }

  /** A retry of an event that was deleted brings nothing back; one with other bytes is news that must not be lost. */
  const keepEvent = (waiting: Waiting): Written => {
    const { arrival, said: usual, done } = waiting
    const met = removal.meet(arrival)
    if (met === 'same') return { ...waiting, id: 0, kept: 'duplicate' }
    const said: PayloadReading = met === null ? usual : { ...usual, flags: [...usual.flags, 'body-changed'] }
    const { id, kept } = rows.keep(arrival, said)
    return { arrival, said, done, id, kept }
  }

  const announce = (written: readonly Written[]) => {
    try {
      const latest = new Map<string, string>()
      for (const { done, arrival } of written) if (done) latest.set(arrival.pathId, arrival.receivedAt)
      for (const [pathId, at] of latest) onVerified(pathId, at)
      const told = new Map<number, DeliverySummary>()
      for (const { id, kept, arrival, said } of written) {
        const line = kept === 'stored' ? summaryOf(id, arrival, said) : rows.summary(id)
        if (line) told.set(id, line)
      }
      onReceived([...told.values()])
    } catch (error) {
      log.error('Deliveries were stored, but telling of them failed.', error)
    }
  }

  return {
    keep: (arrival, done) => enqueue({ arrival, said: readPayload(arrival.body, arrival.webhookId), done }),
    remember(arrival) {
      if (!ring.admits(arrival.pathId)) return false
      // Only of one whose signature holds anybody vouches for what it says.
      const isGenuine = arrival.trace.signature === 'valid'
      const said = isGenuine ? readPayload(arrival.body, arrival.webhookId) : nothingSaid
      enqueue({ arrival, said, done: null })
      return true
    },
    list(query) {
      const { before = Number.MAX_SAFE_INTEGER, limit = 50, workspaceId = null, endpointId, noteId } = query
      if (query.filter) return search.find(query, query.filter)
      const found = rows.list({ before, limit: limit + 1, workspaceId, endpointId, noteId })
      return { deliveries: found.slice(0, limit), hasMore: found.length > limit }
    },
    detail: (id) => rows.detail(id),
    mark(id, changes) {
      marks.mark(id, changes)
      return rows.summary(id)
    },
    request: (id) => history.request(id),
    rejudge(path, secrets, toleranceSeconds) {
      // What waits was judged before, and belongs to the history.
      flush()
      ring.forget()
      return inTransaction(sql, () => history.rejudge(path, secrets, toleranceSeconds))
    },
    adopt: (pathId, endpointId) => void rows.adopt(pathId, endpointId),
    lastVerifiedAt: (path) => rows.lastVerifiedAt(path),
    removal,
    close() {
      flush()
      search.close()
      clearTimeout(probing)
      lastFailure = null
    },
  }
}
