import { createEmitter } from '#core/platform/emitter.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { ReceiverHealth, ReceiverStatus, Send, WaitingCount } from '#shared/receivers/model.ts'
import type { ReceiverStore, StoredReceiver } from './receiver-store.ts'
import type { SendStore } from './send/send-store.ts'

/** Stores whether each receiver accepts connections, based on health checks and sends. */
export type ReceiverHealths = ReturnType<typeof createReceiverHealths>

const unknown: ReceiverHealth = { state: 'unknown', since: null, connectMs: null, problem: null }
const unreachable: ReadonlySet<string> = new Set(['no-name', 'no-connection', 'timeout', 'tls'])

export function createReceiverHealths(now: () => Date) {
  const healths = new Map<string, ReceiverHealth>()
  const changed = createEmitter<string>()
  const stateChanged = createEmitter<string>()

  const of = (id: string): ReceiverHealth => healths.get(id) ?? unknown

  const set = (
    id: string,
    { state, connectMs, problem }: Pick<ReceiverHealth, 'state' | 'connectMs' | 'problem'>,
  ) => {
    const before = of(id)
    const since = before.state === state ? before.since : now().toISOString()
    healths.set(id, { state, since, connectMs, problem })
    changed.fire(id)
    if (before.state !== state) stateChanged.fire(id)
  }

  return {
    of,
    set,
    sent({ receiverId, phases, problem }: Pick<Send, 'receiverId' | 'phases' | 'problem'>) {
      const { lookupMs, connectMs } = phases
      if (connectMs !== null) {
        set(receiverId, { state: 'up', connectMs: connectMs - (lookupMs ?? 0), problem: null })
      } else if (problem && unreachable.has(problem.code)) {
        set(receiverId, { state: 'down', connectMs: null, problem: problem.sentence })
      }
    },
    forget: (id: string) => void healths.delete(id),
    onDidChange: changed.event,
    /** Fires with a receiver's id when its state changes, such as from up to down. */
    onDidChangeState: stateChanged.event,
  }
}

const publishEveryMs = 250

/** Combines each receiver's health, waiting deliveries and last send. */
export function createReceiverStatuses(options: {
  readonly store: Pick<ReceiverStore, 'get'>
  readonly sends: Pick<SendStore, 'last'>
  readonly healths: Pick<ReceiverHealths, 'of' | 'onDidChange'>
  readonly sending: (id: string) => number
  readonly waiting: (id: string) => WaitingCount
  readonly hub: Pick<EventHub, 'publish'>
}) {
  const { store, sends, healths, sending, waiting, hub } = options
  const timers = new Map<string, NodeJS.Timeout>()

  const of = ({ id, workspaceId }: Pick<StoredReceiver, 'id' | 'workspaceId'>): ReceiverStatus => ({
    id,
    workspaceId,
    health: healths.of(id),
    waiting: waiting(id),
    sending: sending(id),
    lastSend: sends.last(id),
  })

  const publish = (id: string) => {
    timers.delete(id)
    const receiver = store.get(id)
    if (receiver) hub.publish('receivers.status-changed', of(receiver))
  }

  const changed = (id: string) => {
    if (timers.has(id)) return
    timers.set(id, setTimeout(publish, publishEveryMs, id).unref())
  }
  healths.onDidChange(changed)

  return {
    of,
    /** Publishes a receiver's status after a short delay, which combines several changes into one event. */
    changed,
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
