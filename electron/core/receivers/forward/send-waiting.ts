import type { ReceiverStore } from '../receiver-store.ts'
import type { Lanes } from '../send/send-concurrency.ts'
import type { BackgroundWork } from './background-work.ts'
import type { ForwardOne } from './forward-one.ts'
import type { WaitingRow, WaitingStore } from './waiting-store.ts'

export interface DrainFollower {
  readonly signal: AbortSignal
  onSent(passed: boolean): void
}

const slice = 200
/** Pause in milliseconds between sends of waiting deliveries. */
const paceMs = 50

interface Drain {
  ids: Set<number> | null
  readonly ending: AbortController
  readonly followers: DrainFollower[]
  ended: Promise<void>
}

/** Sends waiting deliveries at a steady pace, oldest first, until all are sent or dropped, or none can be sent. */
export function createSendWaiting(options: {
  readonly receivers: Pick<ReceiverStore, 'get'>
  readonly waiting: WaitingStore
  readonly lanes: Lanes
  readonly transmitting: Pick<ForwardOne, 'transmit'>
  readonly background: Pick<BackgroundWork, 'run'>
  readonly onChange: (receiverId: string) => void
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}) {
  const { receivers, waiting, lanes, transmitting, background, onChange, sleep } = options
  const drains = new Map<string, Drain>()
  let isClosed = false

  /** Sends a waiting delivery. Resolves to `false` if the others can't be sent either. */
  const sendRow = async (receiverId: string, row: WaitingRow, drain: Drain): Promise<boolean> => {
    const before = receivers.get(receiverId)
    if (before === null) return false
    let leave: () => void
    try {
      leave = await lanes.enter(before, row.noteId, drain.ending.signal)
    } catch {
      return false
    }
    try {
      const receiver = receivers.get(receiverId)
      if (receiver === null || drain.ending.signal.aborted) return false
      // Skips a delivery that the user has dropped in the meantime.
      if (!waiting.has(receiverId, row.deliveryId)) return true
      const { reason, passed } = await transmitting.transmit(receiver, row.deliveryId, 'waiting')
      if (isClosed) return false
      if (reason === null) {
        waiting.remove(receiverId, row.deliveryId)
        for (const follower of drain.followers) follower.onSent(passed)
      } else {
        const again = { deliveryId: row.deliveryId, noteId: row.noteId, reason }
        waiting.add(receiverId, again, row.since)
      }
      onChange(receiverId)
      // Continues after a delivery without a secret, because the others may have one.
      return reason === null || reason === 'unsigned'
    } finally {
      leave()
    }
  }

  const drainWaiting = async (receiverId: string, drain: Drain) => {
    const { signal } = drain.ending
    const sending = new Set<Promise<unknown>>()
    let after = 0
    try {
      for (let page: WaitingRow[] = []; !signal.aborted; ) {
        if (page.length === 0) page = waiting.list(receiverId, after, slice)
        const row = page.shift()
        if (!row) break
        after = row.deliveryId
        if (drain.ids?.has(row.deliveryId) === false) continue
        const most = 2 * (receivers.get(receiverId)?.concurrency ?? 1)
        while (sending.size >= most) await Promise.race(sending)
        const one = sendRow(receiverId, row, drain).then((canGoOn) => {
          sending.delete(one)
          if (!canGoOn) drain.ending.abort()
        })
        sending.add(one)
        // Prevents an unhandled rejection. `Promise.all` below throws the error.
        one.catch(() => {})
        await sleep(paceMs, signal)
      }
    } finally {
      await Promise.all(sending)
    }
  }

  const begin = (receiverId: string, ids: readonly number[] | null): Drain => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const drain: Drain = { ids: ids && new Set(ids), ending: new AbortController(), followers: [], ended }
    drains.set(receiverId, drain)
    background.run(async () => {
      try {
        await drainWaiting(receiverId, drain)
      } finally {
        if (drains.get(receiverId) === drain) drains.delete(receiverId)
        onChange(receiverId)
        end()
      }
    })
    return drain
  }

  const start = (
    receiverId: string,
    ids: readonly number[] | null,
    follower?: DrainFollower,
  ): Promise<void> => {
    const known = drains.get(receiverId)
    const joined = known?.ending.signal.aborted === false ? known : null
    if (joined) joined.ids = ids === null || joined.ids === null ? null : new Set([...joined.ids, ...ids])
    const drain = joined ?? begin(receiverId, ids)
    if (follower) {
      drain.followers.push(follower)
      const stop = () => drain.ending.abort()
      if (follower.signal.aborted) stop()
      else follower.signal.addEventListener('abort', stop, { once: true })
    }
    return drain.ended
  }

  return {
    /**
     * Sends the given waiting deliveries, or all of them with `null`. If some are already being sent to the receiver, adds these.
     * Resolves at the end, even if some could not be sent.
     */
    start,
    sendsAll: (receiverId: string): boolean => drains.get(receiverId)?.ids === null,
    receiverIds: (): Iterable<string> => drains.keys(),
    forget: (receiverId: string) => drains.get(receiverId)?.ending.abort(),
    close() {
      isClosed = true
      for (const drain of drains.values()) drain.ending.abort()
    },
  }
}
