import { isDeepStrictEqual } from 'node:util'
import type { DeliveryDatabase } from '#core/database/second-connection.ts'
import { storageRefused } from '#core/database/sql.ts'
import { createSerialQueue } from '#core/platform/async.ts'
import { createEmitter, type Event } from '#core/platform/emitter.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { Annotation, DeliveryDetail, DeliverySummary } from '#shared/deliveries/model.ts'
import type { EventData, EventName } from '#shared/rpc/events.ts'
import { createMismatches, type Mismatches } from '../diagnosis/mismatches.ts'
import { createClockWatch } from '../listener/clock-watch.ts'
import { type Listener, openListener } from '../listener/listener.ts'
import type { ListenerResponse } from '../listener/listener-responses.ts'
import type { PassThrough } from '../listener/pass-through.ts'
import type { Paths } from '../listener/paths.ts'
import { createRejectedRequestCounter, type RejectedRequestCounter } from '../listener/rejected-requests.ts'
import { createSimulatedResponses, type SimulatedResponses } from '../listener/simulated-responses.ts'
import { degradedWords, deliveryGone, notMoved, notReverified, portFailure } from '../listener-messages.ts'
import type { IncomingDelivery } from '../store/delivery-rows.ts'
import { createDeliveryStore, type DeliveryStore } from '../store/delivery-store.ts'
import type { Reverified } from '../store/reverify.ts'
import type { DeliveryPage, DeliveryQuery } from '../store/search/delivery-search.ts'
import type { StoredRequest } from '../store/stored-requests.ts'
import { freeBytesAt } from '../store/unverified-buffer.ts'

export interface DeliveryEngineOptions {
  readonly database: DeliveryDatabase
  readonly paths: Paths
  readonly clock: Clock
  readonly log: Log
  readonly publish: <Name extends EventName>(name: Name, data: EventData<Name>) => void
  /** How old or how far ahead a delivery may be (specification, section 5.7); read for every delivery. */
  readonly toleranceSeconds: () => number
  readonly freeBytes?: () => number
  /** What is answered to `GET /probe/<nonce>`; `null` for an unknown nonce. */
  readonly answerProbe?: (nonce: string) => string | null
  /** A receiver that answers for a path, instead of the listener. */
  readonly passThrough?: PassThrough
  /** How far the service's clock is ahead of this one, by its last answer; `null` when it has not said. */
  readonly serviceAheadSeconds?: () => number | null
  /** Before a request is judged. */
  readonly onRequest?: () => void
}

export interface Verified {
  readonly pathId: string
  /** ISO time. */
  readonly at: string
}

/** What a commit stored. */
export interface Received {
  /** What is new or has one more try. */
  readonly deliveries: readonly DeliverySummary[]
  /** By id: those among them that are new events, verified. */
  readonly events: readonly DeliverySummary[]
}

export interface DeliveryEngine extends Pick<DeliveryStore, 'lastVerifiedAt' | 'removal' | 'newestEvents'> {
  status(): ListenerStatus
  /** No port, or 0: any free one. A port that cannot be had is a status, `failed`, and no exception. */
  start(port?: number): Promise<ListenerStatus>
  stop(): Promise<ListenerStatus>
  deliveries(query: DeliveryQuery): DeliveryPage
  /** Throws `AppError` `not-found`. */
  delivery(id: number): DeliveryDetail
  /** Throws `AppError` `not-found`, or `storage`; then nothing has changed. */
  annotate(id: number, changes: Partial<Annotation>): DeliverySummary
  /** Throws `AppError` `not-found`. */
  request(id: number): StoredRequest
  /**
   * A secret of this path came: what is kept of it is judged again, and what verifies becomes an event. Answers that were
   * given stay as they were recorded. Throws `AppError` `storage`; then nothing has changed.
   */
  reverify(pathId: string): Reverified
  /** The service has told its time. */
  clockChanged(): void
  /** After the commit of verified deliveries, once for each path among them. */
  readonly onDidVerify: Event<Verified>
  readonly onDidReceive: Event<Received>
  /** After the commit, by id: verified events that are new. What was reverified is not among them. */
  readonly onDidStore: Event<readonly DeliverySummary[]>
  /** A request on a path was answered, its headers well formed. */
  readonly onDidRespond: Event<ListenerResponse>
  /** `null` while nothing listens. */
  readonly onDidChangePort: Event<number | null>
  readonly mismatches: Mismatches
  /** What is answered instead of the truth, an endpoint each. */
  readonly simulatedResponses: Pick<SimulatedResponses, 'list' | 'set'>
  /** What came and is not kept, counted. */
  readonly rejected: Pick<RejectedRequestCounter, 'list' | 'forget'>
  /** How often the listener gave each answer since it was started. */
  counts(): Readonly<Record<string, number>>
  /** Ends the listener and writes what waits. The database stays open. */
  close(): Promise<void>
}

/** A port that another program holds is tried again so often, until it is had, another is chosen or the listener is stopped. */
const portRetryMs = 5000

/** The listener and what it received, with a status the user can act on. */
export function createDeliveryEngine(options: DeliveryEngineOptions): DeliveryEngine {
  const { database, paths, clock, log, publish, toleranceSeconds } = options
  const verified = createEmitter<Verified>()
  const received = createEmitter<Received>()
  const stored = createEmitter<readonly DeliverySummary[]>()
  const responded = createEmitter<ListenerResponse>()
  const portChanged = createEmitter<number | null>()
  let status: ListenerStatus = { state: 'stopped' }
  let degraded: string | null = null
  let listener: Listener | null = null
  /** Starts and stops never overlap: each waits for the one before. */
  const inTurn = createSerialQueue()
  let retrying: NodeJS.Timeout | undefined
  const watch = createClockWatch(options.serviceAheadSeconds ?? (() => null))

  const simulatedResponses = createSimulatedResponses({
    paths,
    clock,
    onChange: (simulated) => publish('listener.simulated-responses-changed', simulated),
  })

  const rejected = createRejectedRequestCounter({
    sql: database.sql,
    paths,
    clock,
    log,
    onChange: () => publish('listener.rejected-changed', {}),
  })

  const setStatus = (next: ListenerStatus) => {
    const before = status
    status = next
    if (!isDeepStrictEqual(before, next)) publish('listener.changed', status)
    if (portOf(before) !== portOf(next)) portChanged.fire(portOf(next))
    return status
  }

  const freeBytes = options.freeBytes ?? (() => freeBytesAt(database.path))
  const store = createDeliveryStore({
    sql: database.sql,
    clock,
    log,
    freeBytes,
    isKept: database.files.isKept,
    freeSpace: database.freeSpace,
    checkpoint: database.checkpoint,
    onReceived(deliveries, events) {
      for (const delivery of deliveries) publish('deliveries.received', delivery)
      received.fire({ deliveries, events })
      stored.fire(events)
    },
    onVerified: (pathId, at) => verified.fire({ pathId, at }),
    onHealth(failure) {
      const now = failure ? (database.files.problem() ?? degradedWords(failure, freeBytes())) : null
      if (now === degraded) return
      degraded = now
      if (status.state === 'listening') setStatus({ ...status, degraded })
    },
  })

  const clockChanged = () => {
    if (status.state === 'listening') setStatus({ ...status, clock: watch.words() })
  }
  const noteTime = (incoming: IncomingDelivery) => {
    if (watch.note(incoming)) clockChanged()
  }
  const receiver: Pick<DeliveryStore, 'storeVerified' | 'storeUnverified'> = {
    storeVerified(incoming, done) {
      noteTime(incoming)
      store.storeVerified(incoming, done)
    },
    storeUnverified(incoming) {
      noteTime(incoming)
      return store.storeUnverified(incoming)
    },
  }

  const unwatch = paths.watch(({ pathId, endpointId }) => {
    try {
      if (endpointId !== null) store.adopt(pathId, endpointId)
    } catch (error) {
      log.error('Deliveries could not be given to their endpoint.', error)
    }
  })

  const end = async () => {
    clearTimeout(retrying)
    const ending = listener
    listener = null
    await ending?.close()
  }

  const openAt = (port: number) =>
    openListener(port, {
      paths,
      store: receiver,
      clock,
      log,
      toleranceSeconds,
      simulatedResponses,
      passThrough: options.passThrough,
      onPassed: store.setAnswer,
      answerProbe: options.answerProbe,
      onRequest: options.onRequest,
      onResponded: responded.fire,
      onRejected: rejected.note,
    })

  const listen = async (port: number) => {
    const before = listener
    try {
      const opened = await openAt(port)
      await end()
      listener = opened
    } catch (error) {
      if (before !== null) throw notMoved(error, port)
      await end()
      const failure = portFailure(error, port)
      if (failure.code === 'port-busy') retrying = setTimeout(() => void tryAgain(port), portRetryMs).unref()
      return setStatus({ state: 'failed', port, ...failure })
    }
    const origin = `http://127.0.0.1:${listener.port}`
    return setStatus({ state: 'listening', origin, port: listener.port, degraded, clock: watch.words() })
  }

  /** Unless the user chose otherwise meanwhile. */
  const tryAgain = (port: number) =>
    inTurn(async () => (status.state === 'failed' && status.port === port ? listen(port) : status))

  return {
    status: () => status,
    start(port = 0) {
      return inTurn(async () => {
        const isThere = status.state === 'listening' && (port === 0 || port === status.port)
        return isThere ? status : listen(port)
      })
    },
    stop() {
      return inTurn(async () => {
        await end()
        return status.state === 'stopped' ? status : setStatus({ state: 'stopped' })
      })
    },
    deliveries: (query) => store.list(query),
    delivery(id) {
      const found = store.detail(id)
      if (!found) throw deliveryGone()
      return found
    },
    annotate(id, changes) {
      const annotated = tryToStore(
        () => store.annotate(id, changes),
        (cause) => storageRefused(cause, database.files.problem()) ?? cause,
      )
      if (!annotated) throw deliveryGone()
      publish('deliveries.annotated', annotated)
      return annotated
    },
    request(id) {
      const found = store.request(id)
      if (!found) throw deliveryGone()
      return found
    },
    reverify(pathId) {
      const path = paths.find(pathId)
      if (path?.secrets.kind !== 'ready') return { judged: 0, verifying: 0, lastAt: null }
      const reverified = tryToStore(
        () => store.reverify(path, path.secrets, toleranceSeconds()),
        (cause) => notReverified(cause, database.files.problem()),
      )
      if (reverified.judged > 0) publish('deliveries.reverified', {})
      if (reverified.lastAt !== null) {
        paths.markVerified(pathId)
        verified.fire({ pathId, at: reverified.lastAt })
      }
      return reverified
    },
    clockChanged,
    onDidVerify: verified.event,
    onDidReceive: received.event,
    onDidStore: stored.event,
    onDidRespond: responded.event,
    onDidChangePort: portChanged.event,
    lastVerifiedAt: (path) => store.lastVerifiedAt(path),
    removal: store.removal,
    newestEvents: store.newestEvents,
    mismatches: createMismatches(database.sql, paths),
    simulatedResponses,
    rejected,
    counts: () => Object.fromEntries(listener?.counts ?? []),
    close() {
      return inTurn(async () => {
        unwatch()
        await end()
        store.close()
        rejected.close()
        status = { state: 'stopped' }
      })
    },
  }
}

export const portOf = (status: ListenerStatus) => (status.state === 'listening' ? status.port : null)

function tryToStore<Result>(work: () => Result, refused: (cause: unknown) => unknown): Result {
  try {
    return work()
  } catch (error) {
    throw refused(error)
  }
}
