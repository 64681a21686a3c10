import type { Jobs } from '#core/platform/jobs.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { assertApproved } from '../address/approval.ts'
import type { StoredReceiver } from '../receiver-store.ts'
import type { Forwarder } from './forwarder.ts'
import type { PassingThrough } from './pass-through.ts'
import { waitingWords } from './waiting-store.ts'

const usualLimit = 50

export function createForwardHandlers(options: {
  readonly forwarder: Forwarder
  readonly passingThrough: PassingThrough
  readonly jobs: Pick<Jobs, 'run'>
  readonly mine: (id: string) => StoredReceiver
}) {
  const { forwarder, passingThrough, jobs, mine } = options

  /** Sends these waiting deliveries in a job, or all of them if `deliveryIds` is `null`. */
  const send = (receiver: StoredReceiver, total: number, deliveryIds: readonly number[] | null) => {
    const work: Parameters<typeof jobs.run<'send-waiting'>>[2] = async ({ signal, progress }) => {
      let sent = 0
      let failed = 0
      const left = () =>
        deliveryIds === null ? forwarder.waiting(receiver.id).count : Math.max(0, deliveryIds.length - sent)
      const onSent = (passed: boolean) => {
        sent += 1
        if (!passed) failed += 1
        // The number of waiting deliveries may have changed since the job began.
        progress(sent, sent + left())
      }
      await forwarder.sendWaiting(receiver, deliveryIds, { signal, onSent })
      const { blocked } = forwarder.waiting(receiver.id)
      return { sent, failed, left: left(), blocked: left() > 0 ? (blocked?.reason ?? null) : null }
    }
    try {
      return jobs.run('send-waiting', total, work, { id: receiver.id, name: receiver.name })
    } catch {
      // Adds these deliveries to the job that is already sending to this receiver.
      void forwarder.sendWaiting(receiver, deliveryIds)
      return { jobId: null }
    }
  }

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
      const total = forwarder.waiting(receiver.id).count
      if (total > 0) return send(receiver, deliveryIds?.length ?? total, deliveryIds)
      void forwarder.sendWaiting(receiver, deliveryIds)
      return { jobId: null }
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
  } satisfies Partial<Handlers>
}
