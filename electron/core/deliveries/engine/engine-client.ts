import type { Database } from '#core/database/database.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import { fromWireFailure } from '#core/platform/wire-failures.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { EventData, EventName } from '#shared/rpc/events.ts'
import type { ListenerResponse } from '../listener/listener-responses.ts'
import { type PassedAnswer, type PassThroughRule, unanswered } from '../listener/pass-through.ts'
import type { Paths } from '../listener/paths.ts'
import { crashedWords } from '../listener-messages.ts'
import { portOf, type Verified } from './delivery-engine.ts'
import { createEngineAnnouncements } from './engine-announcements.ts'
import { createEngineCalls } from './engine-calls.ts'
import { type EngineLink, startHere, startThread } from './engine-link.ts'
import type { EngineEvent, FromEngine, ToEngine } from './engine-messages.ts'
import { createEngineSetup } from './engine-setup.ts'
import { createEngineStatus } from './engine-status.ts'
import { createEngineSupervision } from './engine-supervision.ts'
import { type Responses, readReceived } from './gathered-news.ts'

export interface EngineClientOptions {
  readonly database: Database
  /** The script of the engine thread; without one the engine runs on this thread. */
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

/** The delivery engine as the core sees it: asked through messages, and started again when it ends. */
export type EngineClient = ReturnType<typeof createEngineClient>

export function createEngineClient(options: EngineClientOptions) {
  const { database, script, paths, clock, log, publish } = options
  const verified = createEmitter<Verified>()
  const responded = createEmitter<ListenerResponse>()
  let link: EngineLink | null = null
  /** The port to listen on again after a restart; `null`: the user stopped it, or it was not started. */
  let port: number | null = null
  let isClosed = false

  const post = (message: ToEngine) => {
    link?.post(message)
    return link !== null
  }
  const calls = createEngineCalls({ post, onAwaited: (awaited) => link?.setAwaited(awaited) })
  const { call } = calls
  const asks = createPassThroughAsks(log)
  const announcements = createEngineAnnouncements(database.sql)
  const setup = createEngineSetup({
    paths,
    toleranceSeconds: options.toleranceSeconds,
    serviceAheadSeconds: options.serviceAheadSeconds,
    post,
    simulate: ({ endpointId, rule }) => ignored(call('simulateResponse', endpointId, rule)),
  })
  const status = createEngineStatus({
    onChange: (next) => publish('listener.changed', next),
    stalledWords: () => supervision.stalledWords(),
  })

  const take = (message: FromEngine) => {
    switch (message.kind) {
      case 'beat':
        return supervision.beat()
      case 'reply':
      case 'refusal':
        return calls.settle(message)
      case 'status':
        return status.set(message.status)
      case 'received':
        announcements.announce(readReceived(message.rows))
        return setup.checkServiceClock()
      case 'verified':
        paths.markVerified(message.pathId)
        return verified.fire(message)
      case 'responded':
        return fireResponses(message)
      case 'event':
        return republish(message.event)
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

  const republish = (event: EngineEvent) => {
    if (event.name === 'listener.simulated-responses-changed') setup.keepSimulated(event.data)
    publish(event.name, event.data)
  }

  const askReceiver = async ({ ask, deliveryId, withinMs }: Extract<FromEngine, { kind: 'ask' }>) => {
    const asker = link
    const given = await asks.ask(deliveryId, withinMs)
    asker?.post({ kind: 'passed', ask, given })
  }

  /** If one message fails, the others still arrive. */
  const takeAll = (messages: readonly FromEngine[]) => {
    for (const message of messages) {
      try {
        take(message)
      } catch (error) {
        log.error('A message of the delivery engine failed.', error)
      }
    }
  }

  /** Another thread needs a connection of its own, and the files that this one has open. */
  const mayUseThread = () => database.isShared && database.files.isKept() && !supervision.isThreadUseless()

  const open = () => {
    const events = {
      onMessages: takeAll,
      onEnd(error: unknown) {
        if (link !== opened) return
        link = null
        asks.abort()
        supervision.ended(error)
      },
    }
    const opened: EngineLink =
      script && mayUseThread()
        ? startThread(script, database.path, events)
        : startHere(database, clock, events)
    link = opened
    setup.postAll()
  }

  const reopenIfNone = () => {
    if (link !== null || isClosed) return
    announcements.announceUnsaid()
    const asked = calls.resume()
    open()
    const isBeingChanged = calls.isWaiting('start', 'stop')
    calls.repeat(asked)
    if (port !== null && !isBeingChanged) ignored(listen(port))
  }

  const supervision = createEngineSupervision({
    clock,
    log,
    isWatched: () => link !== null && !link.isHere,
    onChange: status.refresh,
    restart: reopenIfNone,
    giveUp(error) {
      const of = portOf(status.shown()) ?? port ?? 0
      port = null
      calls.rejectAll()
      status.set({ state: 'failed', code: 'crashed', message: options.redact(crashedWords(error)), port: of })
    },
  })

  const listen = async (asked: number) => {
    const now = await call('start', asked)
    status.set(now)
    port = now.state === 'stopped' ? null : now.port
    return status.shown()
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

  return {
    call,
    status: status.shown,
    async start(asked: number = 0): Promise<ListenerStatus> {
      if (isClosed) return status.shown()
      if (link === null) supervision.reset()
      reopenIfNone()
      return listen(asked)
    },
    async stop(): Promise<ListenerStatus> {
      port = null
      if (link !== null) status.set(await call('stop'))
      else status.set({ state: 'stopped' })
      return status.shown()
    },
    toleranceChanged: setup.toleranceChanged,
    setProbe: setup.setProbe,
    setPassThrough(rule: PassThroughRule | null) {
      asks.setRule(rule)
      setup.setPassThrough(rule && { workspaceId: rule.workspaceId, endpointId: rule.endpointId })
    },
    /** Fires after each commit of deliveries, the only announcement of them. */
    onDidReceive: announcements.onDidReceive,
    onDidVerify: verified.event,
    onDidRespond: responded.event,
    onDidChangePort: status.onDidChangePort,
    async close() {
      isClosed = true
      supervision.close()
      await endEngine()
      calls.rejectAll()
      status.close()
    },
  }
}

/** The listener answers what is under way within 1.5 s, then commits. */
const closeWithinMs = 5_000

/** Its failure is in the log, or said by the status. */
const ignored = (work: Promise<unknown>) => void work.catch(() => {})

/** Asks the receiver that answers for an endpoint, on behalf of the engine: how it is asked cannot cross to another thread. */
function createPassThroughAsks(log: Pick<Log, 'error'>) {
  let rule: PassThroughRule | null = null
  let asking = new AbortController()
  return {
    setRule(next: PassThroughRule | null) {
      rule = next
    },
    /** Never rejects. */
    async ask(deliveryId: number, withinMs: number): Promise<PassedAnswer> {
      try {
        return (await rule?.ask(deliveryId, withinMs, asking.signal)) ?? unanswered
      } catch (error) {
        log.error('The receiver of a delivery that passes through could not be asked.', error)
        return unanswered
      }
    },
    /** No engine waits for the answers any more. */
    abort() {
      asking.abort()
      asking = new AbortController()
    },
  }
}
