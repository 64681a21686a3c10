import type { Handlers } from '#shared/rpc/contract.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Forwarder } from './forwarder.ts'
import type { PassingThrough } from './pass-through.ts'
import { waitingWords } from './waiting-words.ts'

type Names =
  | 'receivers.waiting'
  | 'receivers.send-waiting'
  | 'receivers.drop-waiting'
  | 'receivers.pass-through'
  | 'receivers.set-pass-through'

export interface ForwardHandlersOptions {
  readonly forwarder: Forwarder
  readonly passingThrough: PassingThrough
  /** Of the open workspace. Throws `AppError` `not-found`. */
  readonly mine: (id: string) => StoredReceiver
  /** Throws `AppError` `approval-needed`. */
  readonly assertApproved: (receiver: StoredReceiver) => void
}

const usualLimit = 50

export function createForwardHandlers(options: ForwardHandlersOptions): Pick<Handlers, Names> {
  const { forwarder, passingThrough, mine, assertApproved } = options
  return {
    'receivers.waiting': ({ id, after = 0, limit = usualLimit }) => {
      const found = forwarder.listWaiting(mine(id).id, after, limit + 1)
      const waiting = found
        .slice(0, limit)
        .map(({ reason, ...row }) => ({ ...row, why: waitingWords[reason] }))
      return { waiting, hasMore: found.length > limit }
    },
    'receivers.send-waiting': ({ id, deliveryIds = null }) => {
      const receiver = mine(id)
      assertApproved(receiver)
      forwarder.sendWaiting(receiver, deliveryIds)
      return null
    },
    async 'receivers.drop-waiting'({ id, deliveryIds = null }) {
      return { dropped: await forwarder.dropWaiting(mine(id).id, deliveryIds) }
    },
    'receivers.pass-through': () => ({ passThrough: passingThrough.get() }),
    'receivers.set-pass-through': ({ on }) => {
      if (on === null) passingThrough.set(null)
      else {
        const receiver = mine(on.receiverId)
        assertApproved(receiver)
        passingThrough.set({ receiver, endpointId: on.endpointId, exactly: on.exactly })
      }
      return { passThrough: passingThrough.get() }
    },
  }
}
