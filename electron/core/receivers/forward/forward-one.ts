import type { Log } from '#core/platform/ports.ts'
import type { Send, SendCause, SendProblem } from '#shared/receivers/model.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Sender } from '../send/send.ts'
import { unsentProblems, type WaitingReason } from './waiting-store.ts'

export interface Transmitted {
  /** Why the delivery still waits, or `null` if it doesn't. */
  readonly reason: WaitingReason | null
  readonly passed: boolean
}

export type ForwardOne = ReturnType<typeof createForwardOne>

export function createForwardOne(options: {
  readonly sender: Pick<Sender, 'send'>
  readonly log: Pick<Log, 'error'>
}) {
  const { sender, log } = options
  /** Abort controllers by receiver id, for the requests in progress. */
  const requests = new Map<string, AbortController>()

  const requestsOf = (receiverId: string) => {
    const known = requests.get(receiverId)
    if (known) return known
    const none = new AbortController()
    requests.set(receiverId, none)
    return none
  }

  return {
    async transmit(receiver: StoredReceiver, deliveryId: number, cause: SendCause): Promise<Transmitted> {
      try {
        const { signal } = requestsOf(receiver.id)
        const result = await sender.send(receiver, { deliveryId, mode: 'live', cause }, { signal })
        return { reason: reasonToWait(result.send), passed: result.passed }
      } catch (error) {
        log.error('A delivery was forwarded, or not, and it could not be recorded.', error)
        return { reason: 'unrecorded', passed: false }
      }
    },
    forget(receiverId: string) {
      requests.get(receiverId)?.abort()
      requests.delete(receiverId)
    },
    close() {
      for (const request of requests.values()) request.abort()
    },
  }
}

/** Returns why a forwarded delivery waits after this send, or `null` if the receiver got it. */
export function reasonToWait({ problem, phases }: Pick<Send, 'problem' | 'phases'>): WaitingReason | null {
  const code = problem?.code
  if (code === 'timeout' && phases.connectMs === null) return 'down'
  return code === undefined || !isUnsent(code) ? null : waitingReasons[code]
}

const waitingReasons: Readonly<Record<(typeof unsentProblems)[number], WaitingReason>> = {
  address: 'address',
  approval: 'approval',
  unsigned: 'unsigned',
  headers: 'headers',
  locked: 'locked',
  'no-name': 'down',
  'no-connection': 'down',
  tls: 'tls',
  stopped: 'off',
}

const isUnsent = (code: SendProblem): code is (typeof unsentProblems)[number] =>
  unsentProblems.some((unsent) => unsent === code)
