import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { type DeliveryDatabase, openSecondConnection } from '#core/database/second-connection.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { ThreadData } from '#core/platform/thread.ts'
import { toWireFailure } from '#core/platform/wire-failures.ts'
import type { EventData, EventName } from '#shared/rpc/events.ts'
import { createPaths } from '../listener/known-paths.ts'
import type { PassedAnswer } from '../listener/listener-responses.ts'
import type { UnknownNamesFound, Verified } from '../store/delivery-store.ts'
import { beforeAllEvents, type EventKey } from '../store/events/events-of-endpoint.ts'
import { createDeliveryEngine, type DeliveryEngine, type EngineReports } from './delivery-engine.ts'
import {
  type BatchedMessage,
  beatEveryMs,
  type CallMessage,
  type EngineCalls,
  type EngineEvent,
  type FromEngine,
  type PassThroughTarget,
  type Responses,
  type Row,
  rowOf,
  type ToEngine,
} from './engine-messages.ts'

/**
 * Runs the engine thread, which handles HTTP and verification. It has the only connection that writes deliveries, and maintains
 * their full-text index. Because of this, responses never wait for the rest of the app.
 */
export function runEngineThread(): void {
  if (!parentPort) throw new Error('This runs as a thread of the app.')
  const { path } = workerData as ThreadData
  const database = openSecondConnection(path)
  serveEngine({
    port: parentPort,
    database,
    clock: { now: () => new Date(), monotonicMs: () => performance.now() },
    // Sends messages in batches, because waking the core's thread takes longer than handling a message.
    gatherMs: 10,
    onClose: database.close,
  })
}

/**
 * Serves the delivery engine on a port, for a core that may be on another thread. Messages are sent in order and in batches: at
 * the end of the event loop's current turn, or up to `gatherMs` later if they are only about deliveries.
 */
export function serveEngine(options: {
  readonly port: MessagePort
  readonly database: DeliveryDatabase
  readonly clock: Clock
  readonly gatherMs?: number
  readonly onClose: () => void
}): void {
  const { port, database, clock, gatherMs = 0, onClose } = options
  let waiting: FromEngine[] = []
  let gathering: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(gathering)
    gathering = undefined
    const messages = [...waiting, ...batch.take()]
    waiting = []
    if (messages.length > 0) port.postMessage(messages)
  }
  const post = (message: FromEngine) => {
    waiting.push(...batch.take(), message)
    setImmediate(flush)
  }
  const postBatch = () => {
    if (gatherMs === 0) setImmediate(flush)
    else gathering ??= setTimeout(flush, gatherMs)
  }
  const batch = createReportBatch(postBatch)

  const paths = createPaths()
  const probes = new Map<string, string>()
  const pacing = createPacing()
  const pendingAnswers = new Map<number, (given: PassedAnswer) => void>()
  let asks = 0
  let toleranceSeconds = 0
  let serviceAheadSeconds: number | null = null
  let passThrough: PassThroughTarget | null = null

  const engine = createDeliveryEngine({
    database,
    paths,
    clock,
    log: postedLog(post),
    publish: publishThrough(post),
    reports: batch,
    toleranceSeconds: () => toleranceSeconds,
    serviceAheadSeconds: () => serviceAheadSeconds,
    answerProbe(nonce) {
      const proof = probes.get(nonce) ?? null
      if (proof !== null) post({ kind: 'probed', nonce })
      return proof
    },
    passThrough({ endpointId, workspaceId }) {
      if (passThrough?.endpointId !== endpointId || passThrough.workspaceId !== workspaceId) return null
      return (deliveryId, withinMs, signal) => {
        const { promise, resolve } = Promise.withResolvers<PassedAnswer>()
        asks += 1
        pendingAnswers.set(asks, resolve)
        post({ kind: 'ask', ask: asks, deliveryId, withinMs })
        const end = () => post({ kind: 'ask-ended' })
        signal.addEventListener('abort', end, { once: true })
        return promise.finally(() => signal.removeEventListener('abort', end))
      }
    },
    onRequest() {
      pacing.requestCame()
      drainMessages()
    },
  })

  const beat = () => {
    // Checks the database files even when no deliveries arrive, because the changes that the user makes are stored there too.
    database.files.isKept()
    post({ kind: 'beat' })
  }
  const beating = setInterval(beat, beatEveryMs).unref()
  const calls = callsOf(engine, pacing)

  const answer = async ({ id, name, args }: CallMessage) => {
    try {
      const call = calls[name] as (...args: readonly unknown[]) => unknown
      post({ kind: 'reply', id, result: await call(...args) })
    } catch (error) {
      post({ kind: 'refusal', id, failure: toWireFailure(error) })
    }
    if (name !== 'close') return
    clearInterval(beating)
    onClose()
    flush()
    port.close()
  }

  const take = (message: ToEngine) => {
    switch (message.kind) {
      case 'path':
        return paths.put(message.path)
      case 'path-removed':
        return paths.remove(message.pathId)
      case 'tolerance':
        toleranceSeconds = message.seconds
        return
      case 'service-clock':
        serviceAheadSeconds = message.aheadSeconds
        return engine.clockChanged()
      case 'probe':
        if (message.proof === null) probes.delete(message.nonce)
        else probes.set(message.nonce, message.proof)
        return
      case 'pass-through':
        passThrough = message.on
        return
      case 'passed':
        pendingAnswers.get(message.ask)?.(message.given)
        pendingAnswers.delete(message.ask)
        return
      case 'call':
        void answer(message)
    }
  }

  const drainMessages = () => {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      take(next.message as ToEngine)
    }
  }

  port.on('message', take)
  beat()
}

/** Collects the engine's reports. `onAdd` is called after each. */
export function createReportBatch(onAdd: () => void): EngineReports & { take(): BatchedMessage[] } {
  let responses: Responses[] = []
  const last = new Map<string, Responses>()
  const verified = new Map<string, Verified>()
  let unknown: UnknownNamesFound[] = []
  let rows: Row[] = []

  return {
    responded({ pathId, status, isMismatch, webhookId, at }) {
      let same = last.get(pathId)
      if (same?.status !== status || same.isMismatch !== isMismatch) {
        same = { kind: 'responded', pathId, status, isMismatch, webhookIds: [], at: [] }
        responses.push(same)
        last.set(pathId, same)
      }
      same.webhookIds.push(webhookId)
      same.at.push(at)
      onAdd()
    },
    verified(path) {
      verified.set(path.pathId, path)
      onAdd()
    },
    unknownNames(found) {
      unknown.push(found)
      onAdd()
    },
    committed({ deliveries, events }) {
      const isEvent = new Set(events)
      for (const delivery of deliveries) rows.push(rowOf(delivery, isEvent.has(delivery)))
      onAdd()
    },
    take() {
      const batch: BatchedMessage[] = responses
      for (const one of verified.values()) batch.push({ kind: 'verified', ...one })
      for (const found of unknown) batch.push({ kind: 'unknown-names', ...found })
      if (rows.length > 0) batch.push({ kind: 'committed', rows: JSON.stringify(rows) })
      responses = []
      last.clear()
      verified.clear()
      unknown = []
      rows = []
      return batch
    },
  }
}

/** Number of events to copy per slice when an endpoint replaces another one. */
const eventsPerSlice = 1_000

function callsOf(engine: DeliveryEngine, { paced, pacedRows }: ReturnType<typeof createPacing>): EngineCalls {
  const { removal, newestEvents, rejected, simulatedResponses } = engine
  return {
    start: engine.start,
    stop: engine.stop,
    annotate: engine.annotate,
    reverify: engine.reverify,
    remove: (ids, ...how) => pacedRows(ids, (some) => removal.remove(some, ...how)),
    forgetIds: (...args) => paced(() => removal.forgetIds(...args)),
    drop: (...args) => paced(() => removal.drop(...args)),
    purgeWords: removal.purgeWords,
    async inheritEvents(...of) {
      let after: EventKey | null = beforeAllEvents
      while (after) {
        const reached: EventKey = after
        after = await paced(() => newestEvents.inherit(...of, reached, eventsPerSlice))
      }
    },
    forgetEndpoint: (...args) => paced(() => newestEvents.forgetEndpoint(...args)),
    rejected: rejected.list,
    forgetRejected: rejected.forget,
    simulatedResponses: simulatedResponses.list,
    simulateResponse: simulatedResponses.set,
    close: engine.close,
  }
}

function publishThrough(post: (message: FromEngine) => void) {
  return <Name extends EventName>(name: Name, data: EventData<Name>) => {
    const event = { name, data } as EngineEvent
    post(
      event.name === 'listener.changed' ? { kind: 'status', status: event.data } : { kind: 'event', event },
    )
  }
}

function postedLog(post: (message: FromEngine) => void): Log {
  return {
    info: (message, detail) => post({ kind: 'log', level: 'info', message, detail }),
    warn: (message, detail) => post({ kind: 'log', level: 'warn', message, detail }),
    error: (message, cause) =>
      post({ kind: 'error', message, failure: cause === undefined ? null : toWireFailure(cause) }),
  }
}

const expectedForMs = 100
/** How long to pause after a slice of work, as a multiple of the time that the slice took. */
const restsFor = 3
const mostRestMs = 250
const fewRows = 50

/**
 * Slows down deletions, which share a thread with incoming deliveries. While deliveries arrive, each slice is followed by a
 * pause. Without pauses, only one commit would fit between two slices, and responses would take longer and longer.
 */
export function createPacing() {
  let requestedMs = Number.NEGATIVE_INFINITY
  const isBusy = () => performance.now() - requestedMs < expectedForMs

  const paced = async <Result>(work: () => Result): Promise<Result> => {
    const beganMs = performance.now()
    const wasBusy = isBusy()
    const result = work()
    const restMs = Math.min(restsFor * (performance.now() - beganMs), mostRestMs)
    if (wasBusy) await new Promise((done) => setTimeout(done, restMs))
    return result
  }

  return {
    requestCame() {
      requestedMs = performance.now()
    },
    paced,
    /** Runs `work` on slices of the rows, which are smaller while deliveries arrive. Returns the sum of the results. */
    async pacedRows<Row>(rows: readonly Row[], work: (rows: readonly Row[]) => number): Promise<number> {
      let sum = 0
      for (let at = 0; at < rows.length; ) {
        const slice = rows.slice(at, isBusy() ? at + fewRows : undefined)
        at += slice.length
        sum += await paced(() => work(slice))
      }
      return sum
    },
  }
}
