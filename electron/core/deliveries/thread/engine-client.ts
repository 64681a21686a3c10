import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#core/database/database.ts'
import { createEmitter, type Event } from '#core/platform/emitter.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { SimulatedResponse } from '#shared/deliveries/simulated-response.ts'
import type { EventData, EventName } from '#shared/rpc/events.ts'
import { portOf, type Received, type Verified } from '../delivery-engine.ts'
import type { ListenerResponse } from '../listener/listener-responses.ts'
import { type PassThroughRule, unanswered } from '../listener/pass-through.ts'
import type { Paths } from '../listener/paths.ts'
import { crashedWords } from '../listener-messages.ts'
import { createDeliveryMatching } from '../store/delivery-matching.ts'
import { createDeliveryQueries } from '../store/delivery-queries.ts'
import { type CallEngine, createEngineCalls } from './engine-calls.ts'
import { fromWireFailure } from './failures.ts'
import { type EngineLink, startHere, startThread } from './links.ts'
import type { EngineEvent, FromEngine, ToEngine } from './messages.ts'
import { createSupervision } from './supervision.ts'

export interface EngineClientOptions {
  readonly database: Database
  /** The script of the listener thread; without one the engine runs on this thread. */
  readonly script: URL | undefined
  readonly paths: Paths
  readonly clock: Clock
  readonly log: Log
  readonly publish: <Name extends EventName>(name: Name, data: EventData<Name>) => void
  readonly redact: (text: string) => string
  readonly toleranceSeconds: () => number
  readonly serviceAheadSeconds: () => number | null
  /** The probe with this nonce arrived. */
  readonly onProbed: (nonce: string) => void
}

/** The delivery engine as the core sees it: asked through messages, restarted when it dies, with everything that it has to know. */
export interface EngineClient {
  readonly call: CallEngine
  status(): ListenerStatus
  start(port?: number): Promise<ListenerStatus>
  stop(): Promise<ListenerStatus>
  toleranceChanged(): void
  setProbe(nonce: string, proof: string | null): void
  setPassThrough(rule: PassThroughRule | null): void
  /** Repairs what another program did to the files of the store. */
  checkFiles(): Promise<void>
  readonly onDidReceive: Event<Received>
  readonly onDidVerify: Event<Verified>
  readonly onDidRespond: Event<ListenerResponse>
  readonly onDidChangePort: Event<number | null>
  close(): Promise<void>
}

export function createEngineClient(options: EngineClientOptions): EngineClient {
  const { database, script, paths, clock, log, publish, toleranceSeconds, serviceAheadSeconds } = options
  const received = createEmitter<Received>()
  const verified = createEmitter<Verified>()
  const responded = createEmitter<ListenerResponse>()
  const portChanged = createEmitter<number | null>()
  const probes = new Map<string, string>()
  let simulated: readonly SimulatedResponse[] = []
  let passThrough: PassThroughRule | null = null
  let asking = new AbortController()
  let toldAheadSeconds: number | null = null
  let link: EngineLink | null = null
  /** The port to listen on again after a restart; `null`: the user stopped it, or it was not started. */
  let port: number | null = null
  let own: ListenerStatus = { state: 'stopped' }
  let shown: ListenerStatus = own
  let isClosed = false
  const queries = createDeliveryQueries(database.sql)
  /** Up to this id, what was stored is known to the core. */
  let announced = createDeliveryMatching(database.sql).newest()

  const post = (message: ToEngine) => {
    link?.post(message)
    return link !== null
  }
  const calls = createEngineCalls({ post, onAwaited: (awaited) => link?.setAwaited(awaited) })
  const { call } = calls

  const show = (status: ListenerStatus) => {
    own = status
    const stalled = status.state === 'listening' ? supervision.stalledWords() : null
    const next = status.state === 'listening' && stalled !== null ? { ...status, degraded: stalled } : status
    if (isDeepStrictEqual(next, shown)) return
    const before = shown
    shown = next
    publish('listener.changed', next)
    if (portOf(before) !== portOf(next)) portChanged.fire(portOf(next))
  }

  const take = (message: FromEngine) => {
    switch (message.kind) {
      case 'beat':
        return supervision.beat()
      case 'reply':
      case 'refusal':
        return calls.settle(message)
      case 'status':
        return show(message.status)
      case 'received':
        announce(message)
        return tellServiceClock()
      case 'verified':
        paths.markVerified(message.pathId)
        return verified.fire(message)
      case 'responded':
        return responded.fire(message.response)
      case 'event':
        return republish(message.event)
      case 'probed':
        return options.onProbed(message.nonce)
      case 'ask':
        return void askReceiver(message.ask, message.deliveryId, message.withinMs)
      case 'ask-ended':
        asking.abort()
        asking = new AbortController()
        return
      case 'disturbed':
        checkFiles().catch((error) => log.error('The files of the store could not be checked.', error))
        return
      case 'log':
        return log[message.level](message.message, message.detail)
      case 'error':
        return log.error(message.message, message.failure ? fromWireFailure(message.failure) : undefined)
    }
  }

  const announce = (stored: Received) => {
    announced = stored.deliveries.reduce((last, { id }) => Math.max(last, id), announced)
    for (const delivery of stored.deliveries) publish('deliveries.received', delivery)
    received.fire(stored)
  }

  /** What an engine stored that ended before it could say so. */
  const announceUnsaid = () => {
    for (;;) {
      const deliveries = queries.after(announced, unsaidAtOnce)
      if (deliveries.length === 0) return
      announce({ deliveries, events: deliveries.filter(({ verdict }) => verdict === 'verified') })
    }
  }

  const republish = (event: EngineEvent) => {
    if (event.name === 'listener.simulated-responses-changed') simulated = event.data
    publish(event.name, event.data)
  }

  /** What one message does must not keep the others from being heard. */
  const takeAll = (messages: readonly FromEngine[]) => {
    for (const message of messages) {
      try {
        take(message)
      } catch (error) {
        log.error('What the listener said could not be taken up.', error)
      }
    }
  }

  const askReceiver = async (ask: number, deliveryId: number, withinMs: number) => {
    const to = link
    let given = unanswered
    try {
      given = (await passThrough?.ask(deliveryId, withinMs, asking.signal)) ?? unanswered
    } catch (error) {
      log.error('The receiver of a delivery that passes through could not be asked.', error)
    }
    to?.post({ kind: 'passed', ask, given })
  }

  const tellServiceClock = () => {
    const aheadSeconds = serviceAheadSeconds()
    if (aheadSeconds === toldAheadSeconds) return
    toldAheadSeconds = aheadSeconds
    post({ kind: 'service-clock', aheadSeconds })
  }

  /** Without how the receiver is asked, which cannot cross. */
  const postPassThrough = () => {
    const on = passThrough && { workspaceId: passThrough.workspaceId, endpointId: passThrough.endpointId }
    post({ kind: 'pass-through', on })
  }

  /** Starts an engine, and tells it everything that it has to know. */
  const open = () => {
    const started = start()
    link = started
    post({ kind: 'tolerance', seconds: toleranceSeconds() })
    toldAheadSeconds = serviceAheadSeconds()
    post({ kind: 'service-clock', aheadSeconds: toldAheadSeconds })
    for (const path of paths.all()) post({ kind: 'path', path })
    for (const [nonce, proof] of probes) post({ kind: 'probe', nonce, proof })
    postPassThrough()
    for (const { endpointId, rule } of simulated) ignored(call('simulateResponse', endpointId, rule))
  }

  /** Another thread needs a connection of its own, and the files that this one has open. */
  const mayUseThread = () =>
    database.isShared &&
    !database.files.isLost() &&
    !database.files.isDisturbed() &&
    !supervision.isThreadUseless()

  const start = (): EngineLink => {
    const events = {
      onMessages: takeAll,
      onEnd(error: unknown) {
        if (link !== started) return
        link = null
        asking.abort()
        asking = new AbortController()
        supervision.ended(error)
      },
    }
    const started: EngineLink =
      script && mayUseThread()
        ? startThread(script, database.path, events)
        : startHere(database, clock, events)
    return started
  }

  const reopen = () => {
    database.files.check()
    announceUnsaid()
    const asked = calls.resume()
    open()
    const isBeingChanged = calls.isWaiting('start', 'stop')
    calls.repeat(asked)
    if (port !== null && !isBeingChanged) ignored(listen(port))
  }

  const reopenIfNone = () => {
    if (link === null && !isClosed) reopen()
  }

  const supervision = createSupervision({
    clock,
    log,
    isWatched: () => link !== null && !link.isHere,
    onChange: () => show(own),
    // While the files are repaired, no engine may have them open; one is started afterwards.
    restart: () => {
      if (checking === null) reopenIfNone()
    },
    giveUp(error) {
      const of = portOf(shown) ?? port ?? 0
      port = null
      calls.rejectAll()
      show({ state: 'failed', code: 'crashed', message: options.redact(crashedWords(error)), port: of })
    },
  })

  const listen = async (asked: number) => {
    const status = await call('start', asked)
    show(status)
    port = status.state === 'stopped' ? null : status.port
    return shown
  }

  let checking: Promise<void> | null = null
  /** A log that was deleted can only be restored by the only connection to the store, so the thread ends for it. */
  const checkFiles = (): Promise<void> => {
    checking ??= repairFiles().finally(() => {
      checking = null
    })
    return checking
  }
  const repairFiles = async () => {
    if (!database.files.isDisturbed()) return
    if (link?.isHere) {
      database.files.check()
      if (!script || !mayUseThread()) return
    }
    await endEngine()
    reopenIfNone()
  }

  /** Ends the engine as it ends when the app quits. */
  const endEngine = async () => {
    const ending = link
    if (!ending) return
    const isOver = call('close').catch(() => {})
    await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, closeWithinMs).unref())])
    calls.forget('close')
    link = null
    await ending.kill()
  }

  open()
  paths.watch((path) => post({ kind: 'path', path }))
  paths.onDidRemove((pathId) => post({ kind: 'path-removed', pathId }))

  return {
    call,
    status: () => shown,
    async start(asked = 0) {
      await checking
      if (isClosed) return shown
      if (link === null) supervision.reset()
      reopenIfNone()
      return listen(asked)
    },
    async stop() {
      port = null
      await checking
      if (link !== null) show(await call('stop'))
      else show({ state: 'stopped' })
      return shown
    },
    toleranceChanged: () => post({ kind: 'tolerance', seconds: toleranceSeconds() }),
    setProbe(nonce, proof) {
      if (proof === null) probes.delete(nonce)
      else probes.set(nonce, proof)
      post({ kind: 'probe', nonce, proof })
    },
    setPassThrough(rule) {
      passThrough = rule
      postPassThrough()
    },
    checkFiles,
    onDidReceive: received.event,
    onDidVerify: verified.event,
    onDidRespond: responded.event,
    onDidChangePort: portChanged.event,
    async close() {
      isClosed = true
      supervision.close()
      await checking
      await endEngine()
      calls.rejectAll()
      shown = { state: 'stopped' }
    },
  }
}

const unsaidAtOnce = 500

/** The listener answers what is under way within 1.5 s, then commits. */
const closeWithinMs = 5_000

/** Its failure is in the log, or said by the status. */
const ignored = (work: Promise<unknown>) => void work.catch(() => {})
