import { isDeepStrictEqual } from 'node:util'
import type { DeliveryDatabase } from '#core/database/second-connection.ts'
import { storageRefused } from '#core/database/sql.ts'
import { createSerialQueue } from '#core/platform/async.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { Annotation, DeliverySummary } from '#shared/deliveries/model.ts'
import type { EventData, EventName } from '#shared/rpc/events.ts'
import { createClockSkew } from '../listener/clock-skew.ts'
import type { Paths } from '../listener/known-paths.ts'
import { type Listener, openListener } from '../listener/listener.ts'
import type { ListenerResponse, PassThrough } from '../listener/listener-responses.ts'
import { createRejectedRequestCounter } from '../listener/rejected-requests.ts'
import { createSimulatedResponses } from '../listener/simulated-responses.ts'
import { degradedWords, deliveryGone, notMoved, notReverified, portFailure } from '../listener-errors.ts'
import { createDeliveryStore, type StoreReports } from '../store/delivery-store.ts'
import type { Reverified } from '../store/reverify.ts'
import { freeBytesAt } from '../store/unverified-buffer.ts'

export interface EngineReports extends StoreReports {
  /** Called after the listener has responded to a request on a known path with well-formed headers. */
  responded(response: ListenerResponse): void
}

/** Pause between attempts to open a port that another program is using. */
const portRetryMs = 5000

/** Runs the listener, stores its deliveries, and reports a status that the user can act on. */
export function createDeliveryEngine(options: {
  readonly database: DeliveryDatabase
  readonly paths: Paths
  readonly clock: Clock
  readonly log: Log
  readonly publish: <Name extends EventName>(name: Name, data: EventData<Name>) => void
  readonly reports: EngineReports
  /** Maximum difference between a delivery's timestamp and the clock (specification, section 5.7). */
  readonly toleranceSeconds: () => number
  readonly freeBytes?: () => number
  /** Returns the response to `GET /probe/<nonce>`, or `null` if the nonce is unknown. */
  readonly answerProbe?: (nonce: string) => string | null
  readonly passThrough?: PassThrough
  /** How far the service's clock is ahead of this computer's, or `null` if unknown. */
  readonly serviceAheadSeconds?: () => number | null
  readonly onRequest?: () => void
}) {
  const { database, paths, clock, log, publish, reports, toleranceSeconds } = options
  let status: ListenerStatus = { state: 'stopped' }
  let degraded: string | null = null
  let listener: Listener | null = null
  const inTurn = createSerialQueue()
  let retrying: NodeJS.Timeout | undefined
  const watch = createClockSkew(options.serviceAheadSeconds ?? (() => null))

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
    reports,
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
      store,
      clock,
      log,
      toleranceSeconds,
      simulatedResponses,
      passThrough: options.passThrough,
      onPassed: store.setAnswer,
      answerProbe: options.answerProbe,
      onRequest: options.onRequest,
      onDelivery(incoming) {
        if (watch.note(incoming)) clockChanged()
      },
      onResponded: reports.responded,
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

  const tryAgain = (port: number) =>
    inTurn(async () => (status.state === 'failed' && status.port === port ? listen(port) : status))

  return {
    /** Listens on this port, or on any free port if it is 0. Returns the status `failed` if the port can't be opened. */
    start(port = 0): Promise<ListenerStatus> {
      return inTurn(async () => {
        const isThere = status.state === 'listening' && (port === 0 || port === status.port)
        return isThere ? status : listen(port)
      })
    },
    stop(): Promise<ListenerStatus> {
      return inTurn(async () => {
        await end()
        return status.state === 'stopped' ? status : setStatus({ state: 'stopped' })
      })
    },
    /** Changes the annotations of a delivery. Throws `AppError` `not-found`, or `storage` if nothing was changed. */
    annotate(id: number, changes: Partial<Annotation>): DeliverySummary {
      const annotated = tryToStore(
        () => store.annotate(id, changes),
        (cause) => storageRefused(cause, database.files.problem()) ?? cause,
      )
      if (!annotated) throw deliveryGone()
      publish('deliveries.annotated', annotated)
      return annotated
    },
    /**
     * Verifies this path's stored deliveries again after its secret became available. Deliveries that pass become events, but
     * their recorded responses don't change. Throws `AppError` `storage` without changing anything.
     */
    reverify(pathId: string): Reverified {
      const path = paths.find(pathId)
      if (path?.secrets.kind !== 'ready') return { judged: 0, verifying: 0, lastAt: null }
      const reverified = tryToStore(
        () => store.reverify(path, path.secrets, toleranceSeconds()),
        (cause) => notReverified(cause, database.files.problem()),
      )
      if (reverified.judged > 0) publish('deliveries.reverified', {})
      if (reverified.lastAt !== null) {
        paths.markVerified(pathId)
        reports.verified({ pathId, at: reverified.lastAt })
      }
      return reverified
    },
    /** Must be called whenever the service's clock was read. */
    clockChanged,
    removal: store.removal,
    newestEvents: store.newestEvents,
    simulatedResponses,
    rejected,
    close(): Promise<void> {
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

export type DeliveryEngine = ReturnType<typeof createDeliveryEngine>

export const portOf = (status: ListenerStatus) => (status.state === 'listening' ? status.port : null)

function tryToStore<Result>(work: () => Result, refused: (cause: unknown) => unknown): Result {
  try {
    return work()
  } catch (error) {
    throw refused(error)
  }
}
