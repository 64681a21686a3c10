import { setTimeout as sleepFor } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type Sql } from '#core/database/sql.ts'
import { createEmitter } from '#core/platform/emitter.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { DeliveryResults, Send, WaitingCount } from '#shared/receivers/model.ts'
import type { ReceiverHealths } from '../receiver-status.ts'
import type { ReceiverStore, StoredReceiver } from '../receiver-store.ts'
import type { Sender } from '../send/send.ts'
import type { Lanes } from '../send/send-concurrency.ts'
import { hasPassed } from '../send/send-store.ts'
import { createBackgroundWork } from './background-work.ts'
import { createForwardOne } from './forward-one.ts'
import { type CheckHealth, watchHealth } from './health-check.ts'
import { allBehind, createLive, type Live } from './live-receiver.ts'
import type { Rules } from './rules.ts'
import { createSendWaiting, type DrainFollower } from './send-waiting.ts'
import { createWaitingWriter } from './store-waiting.ts'
import {
  type NewWaiting,
  type WaitingReason,
  type WaitingRow,
  type WaitingStore,
  waitingWords,
} from './waiting-store.ts'

/**
 * Forwards deliveries to receivers as they arrive. The listener first stores and answers a delivery, so that a slow receiver
 * can't delay the response. A delivery that can't be sent waits in the database until the user sends or drops it, or until
 * `autoSend` sends it.
 */
export type Forwarder = ReturnType<typeof createForwarder>

export interface ForwarderOptions {
  readonly sql: Sql
  readonly receivers: Pick<ReceiverStore, 'get' | 'list'>
  readonly waiting: WaitingStore
  readonly sender: Pick<Sender, 'send'>
  readonly lanes: Lanes
  readonly healths: Pick<ReceiverHealths, 'of' | 'forget' | 'onDidChangeState'>
  readonly checkHealth: CheckHealth
  readonly rules: Rules
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  readonly isWatched: () => boolean
  /** Whether forwarding is on hold. Deliveries then wait until the user sends them. */
  readonly isHeld?: () => boolean
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Maximum number of deliveries in memory per receiver. Further ones wait in the database. */
const mostQueued = 256
const slice = 200
/** Interval in milliseconds between checks whether a receiver that was turned off has finished sending. */
const quietMs = 100

export function createForwarder(options: ForwarderOptions) {
  const { sql, receivers, waiting, lanes, healths, checkHealth, rules, clock, log, isWatched } = options
  const { sleep = pause, isHeld = () => false } = options
  const activeReceivers = new Map<string, Live>()
  const changed = createEmitter<string>()
  const waited = createEmitter<{ readonly receiver: StoredReceiver; readonly added: readonly NewWaiting[] }>()
  const background = createBackgroundWork(log)
  const transmitting = createForwardOne(options)
  const sendBacklog = createSendWaiting({
    receivers,
    waiting,
    lanes,
    transmitting,
    background,
    onChange: changed.fire,
    sleep,
  })
  const backlog = createWaitingWriter({
    sql,
    waiting,
    rules,
    clock,
    log,
    activeReceivers: () => activeReceivers.values(),
    onWaiting(live, added) {
      changed.fire(live.receiver.id)
      waited.fire({ receiver: live.receiver, added })
      autoSend(live)
    },
  })
  const { settle, hasWork, wake } = backlog
  let isClosed = false
  /** Id of the last delivery before this run. `early` contains deliveries that arrive before `start`. */
  const beforeStart = waiting.newest()
  let early: DeliverySummary[] | null = []

  const wait = (live: Live, id: number, noteId: string | null, reason: WaitingReason) => {
    live.toWait.set(id, { noteId, reason, since: clock.now().toISOString() })
    live.queued.delete(id)
    wake()
  }

  const isDown = (id: string) => healths.of(id).state === 'down'

  const waitsFor = ({ receiver, toWait }: Live, noteId: string | null, id: number): boolean => {
    if (!receiver.inOrder || noteId === null) return false
    for (const [other, entry] of toWait) if (entry.noteId === noteId && other < id) return true
    return waiting.hasEarlier(receiver.id, noteId, id)
  }

  const forward = async (live: Live, id: number, noteId: string | null) => {
    const { signal } = live.ending
    let leave: () => void
    try {
      leave = await lanes.enter(live.receiver, noteId, signal)
    } catch {
      return wait(live, id, noteId, 'off')
    }
    try {
      const receiver = receivers.get(live.receiver.id)
      if (receiver === null || isClosed || activeReceivers.get(receiver.id) !== live) return
      if (signal.aborted) return wait(live, id, noteId, 'off')
      if (isDown(receiver.id)) return wait(live, id, noteId, 'down')
      if (waitsFor(live, noteId, id)) return wait(live, id, noteId, 'order')
      const { reason } = await transmitting.transmit(receiver, id, 'live')
      if (reason !== null) return wait(live, id, noteId, reason)
      live.queued.delete(id)
      wake()
    } finally {
      leave()
      sendOverflow(live)
    }
  }

  const isOn = (live: Live) =>
    activeReceivers.get(live.receiver.id) === live && !live.ending.signal.aborted && !isClosed

  /** Sends the deliveries that wait because the queue was full, once the queue is empty. */
  const sendOverflow = (live: Live) => {
    if (!live.hasOverflow || live.queued.size > 0 || live.isSendingOverflow || isHeld()) return
    live.hasOverflow = false
    live.isSendingOverflow = true
    const { id } = live.receiver
    background.run(async () => {
      try {
        while (isOn(live) && !isDown(id)) {
          await backlog.settleAll(live)
          const ids = waiting.overflow(id, slice)
          if (ids[0] === undefined) break
          await sendBacklog.start(id, ids)
          const [first] = waiting.list(id, ids[0] - 1, 1)
          // Stops if the first delivery could not be sent, because the others would fail too. A missing secret affects only the
          // deliveries of one endpoint.
          if (first?.deliveryId === ids[0] && first.reason !== 'unsigned') break
        }
      } finally {
        live.isSendingOverflow = false
        changed.fire(id)
      }
      sendOverflow(live)
    })
  }

  /** Sends the deliveries that waited for an earlier delivery of their note. Must be called when a delivery no longer waits. */
  const sendFollowing = (receiverId: string) => {
    const live = activeReceivers.get(receiverId)
    if (!live) return
    live.hasOverflow = true
    sendOverflow(live)
  }

  const whyBehind = ({ receiver, queued }: Live): WaitingReason | null => {
    if (isHeld()) return 'off'
    if (isDown(receiver.id)) return 'down'
    return queued.size >= mostQueued ? 'busy' : null
  }

  const accept = (live: Live, deliveries: readonly DeliverySummary[]) => {
    if (live.behind !== null) {
      live.behind.until = Number.MAX_SAFE_INTEGER
      return
    }
    const reason = whyBehind(live)
    if (reason !== null) {
      live.behind = allBehind(reason)
      if (reason === 'busy') live.hasOverflow = true
      return
    }
    const matching = rules.matching(live.receiver, deliveries)
    for (const { id, noteId } of deliveries) {
      if (live.queued.size >= mostQueued) {
        live.behind = allBehind('busy')
        live.hasOverflow = true
        return
      }
      live.through = id
      if (!matching.has(id) || live.skipped.has(id)) continue
      live.queued.add(id)
      background.run(() => forward(live, id, noteId))
    }
  }

  const autoSend = ({ receiver, ending }: Live) => {
    if (!receiver.autoSend || ending.signal.aborted || isClosed || isHeld()) return
    if (healths.of(receiver.id).state !== 'up' || !waiting.hasAny(receiver.id)) return
    void sendBacklog.start(receiver.id, null)
  }

  const watch = (live: Live) =>
    background.run(() =>
      watchHealth(live, {
        healths,
        checkHealth,
        isWanted: ({ receiver: { id } }) => !isHeld() && (isWatched() || isDown(id) || waiting.hasAny(id)),
        sleep,
      }),
    )

  /** Starts forwarding to a receiver after the delivery `position` or, if that is `null`, with the next delivery to arrive. */
  const open = (receiver: StoredReceiver, position: number | null) => {
    const live = createLive(receiver, { position, beforeStart, newest: waiting.newest() })
    activeReceivers.set(receiver.id, live)
    try {
      settle(live)
    } catch (error) {
      log.error('The state of forwarding could not be stored. Notehook tries again.', error)
    }
    wake()
    watch(live)
    autoSend(live)
  }

  /** Stops forwarding to a receiver. Deliveries that are still queued are sent or stored as waiting. */
  const turnOff = (live: Live) => {
    live.ending.abort()
    // Includes deliveries that arrived before the receiver was turned off but have not been announced yet.
    const until = waiting.newest()
    live.behind = {
      reason: live.behind?.reason ?? 'off',
      until: Math.min(live.behind?.until ?? until, until),
    }
    const isOff = () =>
      activeReceivers.get(live.receiver.id) === live && live.ending.signal.aborted && !isClosed
    background.run(async () => {
      while (isOff()) {
        await backlog.settleAll(live)
        if (live.queued.size === 0 && !hasWork(live)) {
          activeReceivers.delete(live.receiver.id)
          waiting.dropPosition(live.receiver.id)
          return
        }
        await sleepFor(quietMs, undefined, { ref: false })
      }
    })
  }

  const stored = (deliveries: readonly DeliverySummary[]) => {
    if (early !== null) return void early.push(...deliveries)
    if (activeReceivers.size === 0 || deliveries.length === 0) return
    backlog.deliveriesCame()
    for (const live of activeReceivers.values()) {
      if (live.ending.signal.aborted) continue
      const own = deliveries.filter(
        ({ id, workspaceId }) => workspaceId === live.receiver.workspaceId && id > live.through,
      )
      if (own.length > 0) accept(live, own)
    }
    wake()
  }

  const receiverChanged = (receiver: StoredReceiver) => {
    const live = activeReceivers.get(receiver.id)
    const isOn = live !== undefined && !live.ending.signal.aborted
    if (live && isOn && receiver.live) {
      if (isDeepStrictEqual(live.receiver, receiver)) return
      const isMoved = live.receiver.url !== receiver.url
      live.receiver = receiver
      if (isMoved) healths.forget(receiver.id)
      live.recheck.abort()
      autoSend(live)
    } else if (live && receiver.live) {
      // The receiver is on again before all of its queued deliveries were sent. Deliveries that arrived in between are not
      // forwarded.
      live.receiver = receiver
      if (live.behind === null) live.through = Math.max(live.through, waiting.newest())
      live.ending = new AbortController()
      watch(live)
      autoSend(live)
    } else if (receiver.live) open(receiver, null)
    else if (live && isOn) turnOff(live)
  }

  const forget = (receiverId: string) => {
    activeReceivers.get(receiverId)?.ending.abort()
    activeReceivers.delete(receiverId)
    sendBacklog.forget(receiverId)
    transmitting.forget(receiverId)
  }

  const settleAll = async (receiverId: string) => {
    const live = activeReceivers.get(receiverId)
    if (live) await backlog.settleAll(live)
  }

  healths.onDidChangeState((id) => {
    const live = activeReceivers.get(id)
    if (!live) return
    if (isDown(id)) live.recheck.abort()
    else autoSend(live)
  })

  return {
    stored,
    receiversChanged() {
      const all = receivers.list()
      const there = new Set(all.map(({ id }) => id))
      for (const id of [...activeReceivers.keys(), ...sendBacklog.receiverIds()])
        if (!there.has(id)) forget(id)
      for (const receiver of all) receiverChanged(receiver)
    },
    forget,
    waiting(receiverId: string): WaitingCount {
      const live = activeReceivers.get(receiverId)
      const more = [...(live?.toWait.values() ?? [])]
      const { count, since, blocked } = waiting.count(receiverId)
      const sendsSome = sendBacklog.sendsAll(receiverId) || live?.isSendingOverflow || live?.hasOverflow
      return {
        count: count + more.length,
        since: since ?? more[0]?.since ?? null,
        blocked,
        isSending: sendsSome === true && !isDown(receiverId),
      }
    },
    /** Returns which of these deliveries are being sent or are waiting, with their receivers. */
    pending(workspaceId: string, deliveryIds: readonly number[]): DeliveryResults['pending'] {
      const own = [...activeReceivers.values()].filter(({ receiver }) => receiver.workspaceId === workspaceId)
      const inMemory = own.flatMap(({ receiver: { id: receiverId }, queued, toWait }) =>
        deliveryIds.flatMap((deliveryId) => {
          const waits = toWait.get(deliveryId)
          if (!waits && !queued.has(deliveryId)) return []
          return [{ deliveryId, receiverId, why: waits ? waitingWords[waits.reason] : null }]
        }),
      )
      return [...inMemory, ...waiting.pending(workspaceId, deliveryIds)]
    },
    listWaiting(receiverId: string, after: number, most: number): WaitingRow[] {
      const live = activeReceivers.get(receiverId)
      // Stores the waiting deliveries first, so that all of them are in the list.
      if (live && live.toWait.size > 0) settle(live)
      return waiting.list(receiverId, after, most)
    },
    /**
     * Sends waiting deliveries, oldest first. `null` sends all of them. Resolves when sending has ended, even if some deliveries
     * could not be sent.
     */
    sendWaiting(
      receiver: StoredReceiver,
      deliveryIds: readonly number[] | null,
      follower?: DrainFollower,
    ): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      background.run(async () => {
        try {
          await settleAll(receiver.id)
          const ended = sendBacklog.start(receiver.id, deliveryIds, follower)
          resolve(ended)
          if (deliveryIds !== null) void ended.then(() => sendFollowing(receiver.id))
        } finally {
          resolve()
        }
      })
      return promise
    },
    /** Removes waiting deliveries and returns how many. `null` removes all of them. */
    async dropWaiting(receiverId: string, deliveryIds: readonly number[] | null): Promise<number> {
      await settleAll(receiverId)
      let dropped = 0
      if (deliveryIds === null) {
        for (let gone = 1; gone > 0; await sleepFor(0)) {
          gone = waiting.removeSome(receiverId, slice)
          dropped += gone
        }
      } else {
        inTransaction(sql, () => {
          for (const id of deliveryIds) dropped += waiting.remove(receiverId, id)
        })
      }
      changed.fire(receiverId)
      if (dropped > 0) sendFollowing(receiverId)
      return dropped
    },
    /** Excludes a delivery from forwarding, because the receiver gets it in another way. */
    skip(receiverId: string, deliveryId: number) {
      activeReceivers.get(receiverId)?.skipped.add(deliveryId)
    },
    /** Removes a delivery from the waiting deliveries after the receiver accepted a replay with the same `webhook-id`. */
    replayed(send: Send) {
      const { receiverId, deliveryId, mode } = send
      if (deliveryId === null || (mode !== 'retry' && mode !== 'exact') || !hasPassed(send)) return
      const live = activeReceivers.get(receiverId)
      live?.toWait.delete(deliveryId)
      if (live && live.behind !== null && deliveryId > live.through) live.skipped.add(deliveryId)
      if (waiting.remove(receiverId, deliveryId) > 0) sendFollowing(receiverId)
    },
    /** Fires with the id of a receiver whose waiting deliveries changed. */
    onDidChange: changed.event,
    /** Fires when deliveries begin to wait. */
    onDidWait: waited.event,
    start() {
      waiting.removeSent()
      for (const receiver of receivers.list()) {
        if (receiver.live) open(receiver, waiting.position(receiver.id))
      }
      const came = early ?? []
      early = null
      stored(came)
      for (const live of activeReceivers.values()) {
        // Assumes an overflow, because the queue may have been full when the previous run ended.
        live.hasOverflow = true
        sendOverflow(live)
      }
    },
    /**
     * Must be called when forwarding is no longer on hold. Checks the receivers' health and sends the deliveries that wait
     * because the queue was full.
     */
    release() {
      for (const live of activeReceivers.values()) {
        live.recheck.abort()
        autoSend(live)
        sendOverflow(live)
      }
    },
    async close() {
      isClosed = true
      backlog.close()
      for (const live of activeReceivers.values()) live.ending.abort()
      sendBacklog.close()
      transmitting.close()
      await background.ended()
    },
  }
}

/** Waits, but lets the process exit in the meantime. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal, ref: false })
}
