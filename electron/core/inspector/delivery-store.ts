import type { DeliveryDetail, DeliverySummary } from '../../../shared/domain/delivery.ts'
import type { Clock, Log } from '../ports.ts'
import { inTransaction, type Sql, type SqliteFailure, sqliteFailure } from '../store/sql.ts'
import { type Arrival, createDeliveryRows, type Kept } from './delivery-rows.ts'
import { createHistory, type KeptRequest, type Rejudged } from './history.ts'
import { type PayloadReading, readPayload } from './payload.ts'
import { createRing } from './ring.ts'
import type { PathSecrets } from './verify.ts'

export interface DeliveryStore {
  /** Calls back exactly once, after the commit is on the disk or failed: only then may the sender be answered. */
  keep(arrival: Arrival, done: (outcome: Kept | 'storage') => void): void
  /** Keeps a request that did not verify, if the ring admits it. Nobody waits for it. */
  remember(arrival: Arrival): void
  /** Newest first by id; `before` and `limit` page through. */
  list(query: {
    before?: number | undefined
    limit?: number | undefined
    endpointId?: string | undefined
    noteId?: string | undefined
  }): { deliveries: DeliverySummary[]; hasMore: boolean }
  detail(id: number): DeliveryDetail | null
  /** One request as it came, to be looked at again. */
  request(id: number): KeptRequest | null
  /** Judges what is kept of a path again, by the secrets it has now. Throws what SQLite throws; then nothing has changed. */
  rejudge(token: string, secrets: PathSecrets, toleranceSeconds: number): Rejudged
  /** The service has named the endpoint of this path: what came before belongs to it. */
  adopt(token: string, endpointId: string): void
  /** ISO time of the last verified delivery on this path. */
  lastVerifiedAt(token: string): string | null
  /** Writes what waits, now. */
  close(): void
}

export interface DeliveryStoreOptions {
  readonly sql: Sql
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly log: Log
  readonly freeBytes: () => number
  /** After the commit: what is new or has one more try. */
  readonly onReceived: (deliveries: readonly DeliverySummary[]) => void
  /** After the commit, once for each path of the batch with a delivery that verified. */
  readonly onVerified: (token: string, at: string) => void
  /** After every commit (`null`), and after every one that failed. */
  readonly onHealth: (failure: SqliteFailure | null) => void
}

/** At most so many wait for one commit; then it happens at once, so that the listener's 64 slots are never full for long. */
const batchSize = 64
/** After *busy*, which has held this process for two seconds, the next try waits; the app stays alive meanwhile. */
const pauseAfterBusyMs = 1000
const describeAfterMs = 200
const readingsHeld = 10_000

interface Waiting {
  readonly arrival: Arrival
  /** `null` for one of the ring. */
  readonly done: ((outcome: Kept | 'storage') => void) | null
}

interface Written extends Waiting {
  readonly id: number
  readonly kept: Kept
}

/**
 * The durable store of deliveries. All that arrives within one turn of the event loop shares one transaction, so thousands a
 * second cost a few syncs of the disk. Payloads are read after the answers and written with the next commit; those a crash
 * left unread are read at the next start.
 */
export function createDeliveryStore(options: DeliveryStoreOptions): DeliveryStore {
  const { sql, clock, log, onReceived, onVerified, onHealth } = options
  const rows = createDeliveryRows(sql)
  const history = createHistory(sql, rows)
  const ring = createRing(sql, { monotonicMs: () => clock.monotonicMs(), freeBytes: options.freeBytes })
  let queue: Waiting[] = []
  let isScheduled = false
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let lastFailure: SqliteFailure | null = null
  const readings = new Map<number, PayloadReading>()
  let describing: NodeJS.Timeout | undefined

  const enqueue = (waiting: Waiting) => {
    queue.push(waiting)
    if (queue.length >= batchSize) return flush()
    if (isScheduled) return
    isScheduled = true
    setImmediate(flush)
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
      const written = inTransaction(sql, () => batch.map(write))
      lastFailure = null
      onHealth(null)
      return written
    } catch (error) {
      ring.forget()
      const failure = sqliteFailure(error) ?? 'other'
      if (failure === 'busy') pausedUntilMs = clock.monotonicMs() + pauseAfterBusyMs
      // Said once, not for every batch: under load that would be hundreds of lines a second.
      if (failure !== lastFailure) log.error(`Storing deliveries fails (${failure}).`, error)
      lastFailure = failure
      onHealth(failure)
      return null
    }
  }

  const write = (waiting: Waiting): Written => {
    const { arrival, done } = waiting
    if (done) return { arrival, done, ...rows.keep(arrival) }
    const id = rows.remember(arrival)
    ring.trim(arrival.token, arrival.body.length + arrival.rawHeaders.join('').length)
    return { arrival, done, id, kept: 'stored' }
  }

  /** Reads payloads and tells of the batch. A summary carries what was read at once; the row follows soon after. */
  const announce = (written: readonly Written[]) => {
    try {
      for (const { id, kept, arrival } of written) {
        if (kept === 'stored' && arrival.trace.signature === 'valid') {
          readings.set(id, readPayload(arrival.body, arrival.webhookId))
        }
      }
      if (readings.size > 0) describing ??= setTimeout(describe, describeAfterMs)
      const verified = written.filter(({ done }) => done !== null).map(({ arrival }) => arrival)
      const latest = new Map(verified.map(({ token, receivedAt }) => [token, receivedAt]))
      for (const [token, at] of latest) onVerified(token, at)
      const ids = new Set(written.map(({ id }) => id))
      onReceived([...ids].flatMap((id) => withReading(rows.summary(id), readings.get(id))))
    } catch (error) {
      log.error('Deliveries were stored, but telling of them failed.', error)
    }
  }

  /** Writes what was read. When that fails it waits for the next time, and for the next start at the latest. */
  const describe = () => {
    clearTimeout(describing)
    describing = undefined
    if (readings.size === 0 || clock.monotonicMs() < pausedUntilMs) return
    try {
      inTransaction(sql, () => {
        for (const [id, reading] of readings) rows.describe(id, reading)
      })
      readings.clear()
    } catch (error) {
      log.error('What deliveries say could not be noted.', error)
      if (readings.size > readingsHeld) readings.clear()
    }
  }

  /** Those whose process ended between the commit and the reading. */
  const describeLeftovers = () => {
    let before = Number.POSITIVE_INFINITY
    for (let left = rows.undescribed(); left.length > 0; left = rows.undescribed()) {
      const first = left[0]?.id ?? 0
      if (first === before) return
      before = first
      for (const { id, body, webhookId } of left) readings.set(id, readPayload(body, webhookId))
      describe()
    }
  }

  describeLeftovers()

  return {
    keep: (arrival, done) => enqueue({ arrival, done }),
    remember(arrival) {
      if (ring.admits(arrival.token)) enqueue({ arrival, done: null })
    },
    list({ before = Number.MAX_SAFE_INTEGER, limit = 50, endpointId, noteId }) {
      describe()
      const found = rows.list({ before, limit: limit + 1, endpointId, noteId })
      return { deliveries: found.slice(0, limit), hasMore: found.length > limit }
    },
    detail(id) {
      describe()
      return rows.detail(id)
    },
    request: (id) => history.request(id),
    rejudge(token, secrets, toleranceSeconds) {
      // What waits was judged before, and belongs to the history.
      flush()
      describe()
      ring.forget()
      return inTransaction(sql, () => history.rejudge(token, secrets, toleranceSeconds))
    },
    adopt: (token, endpointId) => void rows.adopt(token, endpointId),
    lastVerifiedAt: (token) => rows.lastVerifiedAt(token),
    close() {
      flush()
      describe()
    },
  }
}

function withReading(
  summary: DeliverySummary | null,
  reading: PayloadReading | undefined,
): DeliverySummary[] {
  if (!summary) return []
  if (!reading) return [summary]
  return [{ ...summary, ...reading, flags: [...new Set([...summary.flags, ...reading.flags])] }]
}
