import { createEmitter } from '#core/platform/emitter.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { ReceiverHealth, ReceiverStatus, Send, WaitingCount } from '#shared/receivers/model.ts'
import type { ReceiverStore, StoredReceiver } from './receiver-store.ts'
import type { SendStore } from './send/send-store.ts'

/** Health, waiting deliveries and last send of each receiver. */
export type ReceiverStatuses = ReturnType<typeof createReceiverStatuses>

export interface ReceiverStatusOptions {
  readonly store: Pick<ReceiverStore, 'get'>
  readonly sends: Pick<SendStore, 'last'>
  readonly sending: (id: string) => number
  readonly waiting: (id: string) => WaitingCount
  readonly hub: Pick<EventHub, 'publish'>
  readonly now: () => Date
}

const publishEveryMs = 250
const unknown: ReceiverHealth = { state: 'unknown', since: null, connectMs: null, problem: null }

export function createReceiverStatuses(options: ReceiverStatusOptions) {
  const { store, sends, sending, waiting, hub, now } = options
  const healths = new Map<string, ReceiverHealth>()
  const timers = new Map<string, NodeJS.Timeout>()
  const healthChanged = createEmitter<string>()

  const of = ({ id, workspaceId }: Pick<StoredReceiver, 'id' | 'workspaceId'>): ReceiverStatus => ({
    id,
    workspaceId,
    health: healths.get(id) ?? unknown,
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

  const setHealth = (
    id: string,
    { state, connectMs, problem }: Pick<ReceiverHealth, 'state' | 'connectMs' | 'problem'>,
  ) => {
    const before = healths.get(id) ?? unknown
    const since = before.state === state ? before.since : now().toISOString()
    healths.set(id, { state, since, connectMs, problem })
    changed(id)
    if (before.state !== state) healthChanged.fire(id)
  }

  return {
    of,
    health: (id: string): ReceiverHealth => healths.get(id) ?? unknown,
    setHealth,
    /** Updates the receiver's health from the result of a send. */
    sent({ receiverId, phases, problem }: Pick<Send, 'receiverId' | 'phases' | 'problem'>) {
      const { lookupMs, connectMs } = phases
      if (connectMs !== null) {
        setHealth(receiverId, { state: 'up', connectMs: connectMs - (lookupMs ?? 0), problem: null })
      } else if (problem && unreachable.has(problem.code)) {
        setHealth(receiverId, { state: 'down', connectMs: null, problem: problem.sentence })
      } else changed(receiverId)
    },
    /** Publishes the status of a receiver after a short delay, which combines several changes. */
    changed,
    forget(id: string) {
      healths.delete(id)
      clearTimeout(timers.get(id))
      timers.delete(id)
    },
    /** Fires with the id of a receiver that became up or down. */
    onDidChangeHealth: healthChanged.event,
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

const unreachable: ReadonlySet<string> = new Set(['no-name', 'no-connection', 'timeout', 'tls'])
