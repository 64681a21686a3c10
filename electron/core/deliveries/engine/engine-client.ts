import { isDeepStrictEqual } from 'node:util'
import { MessageChannel, MessagePort, Worker } from 'node:worker_threads'
import type { Database } from '#core/database/database.ts'
import type { DeliveryDatabase } from '#core/database/second-connection.ts'
import type { Sql } from '#core/database/sql.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { Read } from '#core/platform/reader/reads.ts'
import { createCalls, startThread } from '#core/platform/thread.ts'
import { fromWireFailure } from '#core/platform/wire-failures.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { Annotation, DeliverySummary } from '#shared/deliveries/model.ts'
import type { SimulatedResponse } from '#shared/deliveries/responses/simulated-response.ts'
import { AppError } from '#shared/errors.ts'
import type { EventData, EventName } from '#shared/rpc/events.ts'
import type { Paths } from '../listener/known-paths.ts'
import {
  type ListenerResponse,
  type PassedAnswer,
  type PassThroughRule,
  unanswered,
} from '../listener/listener-responses.ts'
import { crashedWords, deliveryGone } from '../listener-errors.ts'
import type { DeliveryReads } from '../reads.ts'
import type { Removals } from '../store/delete-deliveries.ts'
import { createDeliveryQueries } from '../store/delivery-queries.ts'
import type { Committed, UnknownNamesFound, Verified } from '../store/delivery-store.ts'
import { createDeliveryMatching } from '../store/search/delivery-matching.ts'
import { portOf } from './delivery-engine.ts'
import {
  type CallEngine,
  type CallMessage,
  type CallResult,
  type FromEngine,
  type Responses,
  readCommitted,
  type ToEngine,
} from './engine-messages.ts'
import { createEngineSupervision } from './engine-supervision.ts'
import { serveEngine } from './serve-engine.ts'

export type EngineClient = ReturnType<typeof createEngineClient>

export function createEngineClient(options: {
  readonly database: Database
  /** The engine thread's script. Without it, the engine runs on this thread. */
  readonly script: URL | undefined
  readonly paths: Paths
  readonly clock: Clock
  readonly log: Log
  readonly publish: <Name extends EventName>(name: Name, data: EventData<Name>) => void
  readonly redact: (text: string) => string
  readonly toleranceSeconds: () => number
  readonly serviceAheadSeconds: () => number | null
  readonly onProbed: (nonce: string) => void
  /** Returns whether the user deleted this delivery and can still undo that. */
  readonly isHidden: (id: number) => boolean
}) {
  const { database, script, paths, clock, log, publish } = options
  const stored = createEmitter<readonly DeliverySummary[]>()
  const verified = createEmitter<Verified>()
  const unknownNamesFound = createEmitter<UnknownNamesFound>()
  const responded = createEmitter<ListenerResponse>()
  const queries = createDeliveryQueries(database.sql)
  const probes = new Map<string, string>()
  const asks = createPassThroughAsks(log)
  let link: Worker | MessagePort | null = null
  let port: number | null = null
  let isClosed = false
  /** Whether the engine crashed too often, so that only the user can restart it. */
  let isOver = false
  let announced = createDeliveryMatching(database.sql).newest()
  let simulated: readonly SimulatedResponse[] = []
  let sentAheadSeconds: number | null = null

  const post = (message: ToEngine) => link?.postMessage(message)
  const calls = createCalls<CallMessage>({
    threads: enginesAsked,
    post(message): boolean {
      if (isOver) calls.giveUp(message.id)
      if (link === null) return false
      // Keeps the process alive until the call is answered.
      if (link instanceof MessagePort) link.ref()
      link.postMessage(message)
      return true
    },
    onIdle() {
      if (link instanceof MessagePort) link.unref()
    },
  })
  const call: CallEngine = async (name, ...args) => {
    const interrupted = () => {
      throw new AppError(
        'storage',
        'The listener stopped before this was done. Start it again, then try again.',
      )
    }
    return calls.ask<CallResult<typeof name>>((id) => ({ kind: 'call', id, name, args }), interrupted).promise
  }

  const postTolerance = () => post({ kind: 'tolerance', seconds: options.toleranceSeconds() })
  const postPassThrough = () => post({ kind: 'pass-through', on: asks.target() })
  const postServiceClock = () => {
    sentAheadSeconds = options.serviceAheadSeconds()
    post({ kind: 'service-clock', aheadSeconds: sentAheadSeconds })
  }
  const postState = () => {
    postTolerance()
    postServiceClock()
    for (const path of paths.all()) post({ kind: 'path', path })
    for (const [nonce, proof] of probes) post({ kind: 'probe', nonce, proof })
    postPassThrough()
    // Uses the call id 0, which no other call has, so that the replies are ignored.
    for (const { endpointId, rule } of simulated)
      post({ kind: 'call', id: 0, name: 'simulateResponse', args: [endpointId, rule] })
  }
  paths.watch((path) => post({ kind: 'path', path }))
  paths.onDidRemove((pathId) => post({ kind: 'path-removed', pathId }))

  const status = createEngineStatus({
    onChange: (next) => publish('listener.changed', next),
    stalledWords: () => supervision.stalledWords(),
  })

  const announce = (batch: Committed) => {
    announced = batch.deliveries.reduce((last, { id }) => Math.max(last, id), announced)
    for (const delivery of batch.deliveries)
      if (!options.isHidden(delivery.id)) publish('deliveries.received', delivery)
    stored.fire(batch.events)
  }
  /** Announces deliveries that were stored by an engine that crashed before it could report them. */
  const announceUnreported = () => {
    for (;;) {
      const deliveries = queries.after(announced, announcedAtOnce)
      if (deliveries.length === 0) return
      announce({ deliveries, events: deliveries.filter(({ verdict }) => verdict === 'verified') })
    }
  }

  const take = (message: FromEngine) => {
    switch (message.kind) {
      case 'beat':
        return supervision.beat()
      case 'reply':
      case 'refusal':
        return calls.settle(message)
      case 'status':
        return status.set(message.status)
      case 'committed':
        announce(readCommitted(message.rows))
        if (options.serviceAheadSeconds() !== sentAheadSeconds) postServiceClock()
        return
      case 'verified':
        paths.markVerified(message.pathId)
        return verified.fire(message)
      case 'unknown-names':
        return unknownNamesFound.fire(message)
      case 'responded':
        return fireResponses(message)
      case 'event':
        if (message.event.name === 'listener.simulated-responses-changed') simulated = message.event.data
        return publish(message.event.name, message.event.data)
      case 'probed':
        return options.onProbed(message.nonce)
      case 'ask':
        return void askReceiver(message)
      case 'ask-ended':
        return asks.abort()
      case 'log':
        return log[message.level](message.message, message.detail)
      case 'error':
        return log.error(message.message, message.failure ? fromWireFailure(message.failure) : undefined)
    }
  }

  const fireResponses = ({ pathId, status, isMismatch, webhookIds, at }: Responses) => {
    for (const [request, webhookId] of webhookIds.entries())
      responded.fire({ pathId, status, isMismatch, webhookId, at: at[request] ?? '' })
  }

  const askReceiver = async ({ ask, deliveryId, withinMs }: Extract<FromEngine, { kind: 'ask' }>) => {
    const asker = link
    const given = await asks.ask(deliveryId, withinMs)
    asker?.postMessage({ kind: 'passed', ask, given } satisfies ToEngine)
  }

  const takeAll = (messages: readonly FromEngine[]) => {
    for (const message of messages) {
      try {
        take(message)
      } catch (error) {
        log.error('A message of the delivery engine failed.', error)
      }
    }
  }

  /**
   * Whether the engine may run on its own thread. That thread opens the database again, so the files must not have been replaced
   * by another program.
   */
  const mayUseThread = () => database.isShared && database.files.isKept() && !supervision.isThreadUseless()

  const open = () => {
    const onEnd = (error: unknown) => {
      if (link !== opened) return
      link = null
      asks.abort()
      supervision.ended(error)
    }
    const opened: Worker | MessagePort =
      script && mayUseThread()
        ? startThread({ name: 'engine', script, path: database.path, onMessage: takeAll, onEnd })
        : startHere(database, clock, takeAll, onEnd)
    link = opened
    postState()
  }

  const reopenIfNone = () => {
    if (link !== null || isClosed) return
    announceUnreported()
    isOver = false
    open()
    const isBeingChanged = calls.some(({ name }) => name === 'start' || name === 'stop')
    calls.askAgain()
    if (port !== null && !isBeingChanged) listen(port).catch(() => {})
  }

  const endCalls = () => {
    isOver = true
    calls.askAgain()
  }

  const supervision = createEngineSupervision({
    clock,
    log,
    isWatched: () => link instanceof Worker,
    onChange: status.refresh,
    restart: reopenIfNone,
    giveUp(error) {
      const of = portOf(status.shown()) ?? port ?? 0
      port = null
      endCalls()
      status.set({ state: 'failed', code: 'crashed', message: options.redact(crashedWords(error)), port: of })
    },
  })

  const listen = async (requestedPort: number) => {
    const now = await call('start', requestedPort)
    status.set(now)
    port = now.state === 'stopped' ? null : now.port
    return status.shown()
  }

  const endEngine = async () => {
    const ending = link
    if (!ending) return
    const closed = call('close').catch(() => {})
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())])
    link = null
    if (ending instanceof Worker) await ending.terminate()
    else ending.close()
  }

  open()

  return {
    call,
    status: status.shown,
    async start(requestedPort: number = 0): Promise<ListenerStatus> {
      if (isClosed) return status.shown()
      if (link === null) supervision.reset()
      reopenIfNone()
      return listen(requestedPort)
    },
    async stop(): Promise<ListenerStatus> {
      port = null
      if (link !== null) status.set(await call('stop'))
      else status.set({ state: 'stopped' })
      return status.shown()
    },
    toleranceChanged: postTolerance,
    setProbe(nonce: string, proof: string | null) {
      if (proof === null) probes.delete(nonce)
      else probes.set(nonce, proof)
      post({ kind: 'probe', nonce, proof })
    },
    setPassThrough(rule: PassThroughRule | null) {
      asks.setRule(rule)
      postPassThrough()
    },
    /** Fires after each commit with the new verified events, sorted by id. */
    onDidStore: stored.event,
    onDidVerify: verified.event,
    onDidRespond: responded.event,
    onDidFindUnknownNames: unknownNamesFound.event,
    onDidChangePort: status.onDidChangePort,
    async close() {
      isClosed = true
      supervision.close()
      await endEngine()
      endCalls()
      status.close()
    },
  }
}

/** Closing takes up to 1.5 s for open requests, plus the final commit. */
const closeWithinMs = 5_000
/** Maximum number of engines to try a call on. A call that crashes all of them is probably the cause of the crashes. */
const enginesAsked = 3
const announcedAtOnce = 500

/** Runs the engine on this thread, with the core's database connection. */
function startHere(
  database: DeliveryDatabase,
  clock: Clock,
  onMessages: (messages: readonly FromEngine[]) => void,
  onEnd: (error: unknown) => void,
): MessagePort {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', onMessages)
  port1.on('close', () => onEnd(undefined))
  port1.unref()
  serveEngine({ port: port2, database, clock, onClose() {} })
  port2.unref()
  return port1
}

/** The listener status to show: the engine's own status, or an error if the engine doesn't respond. */
function createEngineStatus(options: {
  readonly onChange: (status: ListenerStatus) => void
  readonly stalledWords: () => string | null
}) {
  const portChanged = createEmitter<number | null>()
  let own: ListenerStatus = { state: 'stopped' }
  let shown: ListenerStatus = own

  const set = (status: ListenerStatus) => {
    own = status
    const stalled = status.state === 'listening' ? options.stalledWords() : null
    const next = status.state === 'listening' && stalled !== null ? { ...status, degraded: stalled } : status
    if (isDeepStrictEqual(next, shown)) return
    const before = shown
    shown = next
    options.onChange(next)
    if (portOf(before) !== portOf(next)) portChanged.fire(portOf(next))
  }

  return {
    shown: () => shown,
    set,
    refresh: () => set(own),
    close() {
      shown = { state: 'stopped' }
    },
    onDidChangePort: portChanged.event,
  }
}

/** Calls receivers on behalf of the engine, because a function can't be sent to its thread. */
function createPassThroughAsks(log: Pick<Log, 'error'>) {
  let rule: PassThroughRule | null = null
  let asking = new AbortController()
  return {
    setRule(next: PassThroughRule | null) {
      rule = next
    },
    target: () => rule && { workspaceId: rule.workspaceId, endpointId: rule.endpointId },
    async ask(deliveryId: number, withinMs: number): Promise<PassedAnswer> {
      try {
        return (await rule?.ask(deliveryId, withinMs, asking.signal)) ?? unanswered
      } catch (error) {
        log.error('The receiver of a delivery that passes through could not be asked.', error)
        return unanswered
      }
    },
    abort() {
      asking.abort()
      asking = new AbortController()
    },
  }
}

export type RemoteStore = ReturnType<typeof createRemoteStore>

/**
 * Gives the rest of the core access to the stored deliveries. Short reads run on this thread, long reads on the reader thread,
 * and changes on the engine's thread.
 */
export function createRemoteStore(
  sql: Sql,
  { call, read }: Pick<EngineClient, 'call'> & { readonly read: Read<DeliveryReads> },
) {
  const queries = createDeliveryQueries(sql)
  const found = <Row>(row: Row | null): Row => {
    if (row === null) throw deliveryGone()
    return row
  }
  const removal: Removals = {
    ...createDeliveryMatching(sql),
    step: (query, filter, signal) => read('step', { query, filter }, signal),
    remove: (ids, removable, now) => call('remove', ids, removable, now),
    forgetIds: (now, most) => call('forgetIds', now, most),
    drop: (workspaceId, most) => call('drop', workspaceId, most),
    purgeWords: () => call('purgeWords'),
  }
  return {
    deliveries: queries.list,
    delivery: (id: number) => found(queries.detail(id)),
    request: (id: number) => found(queries.request(id)),
    lastVerifiedAt: queries.lastVerifiedAt,
    annotate: (id: number, changes: Partial<Annotation>) => call('annotate', id, changes),
    removal,
  }
}
