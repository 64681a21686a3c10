import { setTimeout as sleepFor } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { inTransaction, type Sql } from '#core/database/sql.ts'
import { createEmitter, type Event } from '#core/platform/emitter.ts'
import type { Clock, Log } from '#core/platform/ports.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { SendCause, SendProblem, WaitingCount } from '#shared/receivers/model.ts'
import type { ReceiverStatuses } from '../receiver-status.ts'
import type { ReceiverStore, StoredReceiver } from '../receiver-store.ts'
import type { Lanes } from '../send/lanes.ts'
import type { Sender, SendResult } from '../send/send.ts'
import type { CheckHealth } from './health-check.ts'
import type { Rules } from './rules.ts'
import { unsentProblems, type WaitingReason, type WaitingRow, type WaitingStore } from './waiting-store.ts'

/**
 * Forwards what arrives to the receivers that are live, after it was committed and answered, so that a receiver never slows or fails a
 * delivery. What cannot be sent now waits in the store until the user sends or drops it, or `autoSend` sends it.
 */
export interface Forwarder {
  /** Deliveries were committed, those of a workspace by id. Takes no time where no receiver is live. */
  stored(deliveries: readonly DeliverySummary[]): void
  /** Receivers were added, changed, turned on or off, or removed. */
  receiversChanged(): void
  /** A receiver is about to be removed: what is under way ends. */
  forget(receiverId: string): void
  waiting(receiverId: string): WaitingCount
  listWaiting(receiverId: string, after: number, most: number): WaitingRow[]
  /** Sends what waits, oldest first; `null`: all of it. Returns at once. */
  sendWaiting(receiver: StoredReceiver, deliveryIds: readonly number[] | null): void
  /** Resolves to how many were removed. */
  dropWaiting(receiverId: string, deliveryIds: readonly number[] | null): Promise<number>
  /** Another way leads this delivery to the receiver. */
  skip(receiverId: string, deliveryId: number): void
  /** What waits for a receiver changed: its id. */
  readonly onDidChange: Event<string>
  /** Continues where the last run ended. */
  start(): void
  close(): Promise<void>
}

export interface ForwarderOptions {
  readonly sql: Sql
  readonly receivers: Pick<ReceiverStore, 'get' | 'list'>
  readonly waiting: WaitingStore
  readonly sender: Pick<Sender, 'send'>
  readonly lanes: Lanes
  readonly statuses: Pick<ReceiverStatuses, 'health' | 'forget' | 'onDidChangeHealth'>
  readonly checkHealth: CheckHealth
  readonly rules: Rules
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  /** A page is open. */
  readonly isWatched: () => boolean
  /** Rejects when aborted. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** More than so many wait in the store instead of in memory. */
const mostQueued = 256
/** Rows of a slice: some milliseconds, after which deliveries that come have their turn. */
const slice = 200
const quietMs = 100
const betweenMs = 20
/** The position alone is written this often: what was sent since is known by its record. */
const positionEveryMs = 1_000
/** While deliveries come without a pause, a slice is still done this often. */
const atLeastEveryMs = 3_000
/** So much after the last failure of the disk. */
const afterFailureMs = 5_000
/** What waited is sent at 20 a second. */
const paceMs = 50
const checkEveryMs = 15_000
const checkDownEveryMs = 5_000

/** A receiver that is live. */
interface Live {
  receiver: StoredReceiver
  /** All deliveries of its workspace up to this id were looked at. */
  through: number
  /** More came than was looked at: what is behind `through`, up to the id `until`, waits for this reason. */
  behind: { readonly reason: WaitingReason; until: number } | null
  /** Being sent, or about to be: the delivery's id. */
  readonly queued: Set<number>
  /** They wait, and are not in the store yet. */
  readonly toWait: Map<number, ToWait>
  readonly skipped: Set<number>
  /** The position in the store, and when it was written. */
  position: number
  positionMs: number
  /** Aborted when it is no longer live: what is not under way waits. */
  ending: AbortController
  /** Aborted for another look at whether it is up. */
  recheck: AbortController
}

interface ToWait {
  readonly noteId: string | null
  readonly reason: WaitingReason
  /** ISO time. */
  readonly since: string
}

/** What waits is being sent. */
interface Drain {
  ids: Set<number> | null
  readonly ending: AbortController
}

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { sql, receivers, waiting, sender, lanes, statuses, checkHealth, rules, clock, log, isWatched } =
    options
  const sleep = options.sleep ?? pause
  const lives = new Map<string, Live>()
  const drains = new Map<string, Drain>()
  /** Requests under way, of each receiver: aborted when it is removed, and at quit. */
  const requests = new Map<string, AbortController>()
  const running = new Set<Promise<unknown>>()
  const changed = createEmitter<string>()
  let timer: NodeJS.Timeout | undefined
  let lastSliceMs = Number.NEGATIVE_INFINITY
  let lastStoredMs = Number.NEGATIVE_INFINITY
  let isClosed = false
  /** What the last run may have left. The listener may receive before `start`: `early` is forwarded as usual. */
  const beforeStart = waiting.newest()
  let early: DeliverySummary[] | null = []

  const requestsOf = (receiverId: string) => {
    const known = requests.get(receiverId)
    if (known) return known
    const none = new AbortController()
    requests.set(receiverId, none)
    return none
  }

  /** Failures of the disk end the work they are in, never the app. */
  const run = (work: () => Promise<void>) => {
    const result = work().catch((error: unknown) => {
      if (!isAborted(error)) log.error('Forwarding failed.', error)
    })
    running.add(result)
    void result.then(() => running.delete(result))
  }

  /** `null`: it was sent, or is gone; otherwise why it waits. */
  const reasonToWait = ({ send }: SendResult): WaitingReason | null => {
    const code = send.problem?.code
    if (code === 'timeout' && send.phases.connectMs === null) return 'down'
    return code === undefined || !isUnsent(code) ? null : waitingReasons[code]
  }

  const transmit = async (
    receiver: StoredReceiver,
    deliveryId: number,
    cause: SendCause,
  ): Promise<WaitingReason | null> => {
    try {
      const { signal } = requestsOf(receiver.id)
      return reasonToWait(await sender.send(receiver, { deliveryId, mode: 'live', cause }, { signal }))
    } catch (error) {
      log.error('A delivery was forwarded, or not, and it could not be recorded.', error)
      return 'unrecorded'
    }
  }

  const wait = (live: Live, id: number, noteId: string | null, reason: WaitingReason) => {
    live.toWait.set(id, { noteId, reason, since: clock.now().toISOString() })
    live.queued.delete(id)
    wake()
  }

  const isDown = (id: string) => statuses.health(id).state === 'down'

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
      if (receiver === null || isClosed || lives.get(receiver.id) !== live) return
      if (signal.aborted) return wait(live, id, noteId, 'off')
      if (isDown(receiver.id)) return wait(live, id, noteId, 'down')
      if (waitsFor(live, noteId, id)) return wait(live, id, noteId, 'order')
      const reason = await transmit(receiver, id, 'live')
      if (reason !== null) return wait(live, id, noteId, reason)
      live.queued.delete(id)
      wake()
    } finally {
      leave()
    }
  }

  const accept = (live: Live, deliveries: readonly DeliverySummary[]) => {
    if (live.behind !== null) {
      live.behind.until = Number.MAX_SAFE_INTEGER
      return
    }
    const reason = isDown(live.receiver.id) ? 'down' : live.queued.size >= mostQueued ? 'busy' : null
    if (reason !== null) {
      live.behind = allBehind(reason)
      return
    }
    const matching = rules.matching(live.receiver, deliveries)
    for (const { id, noteId } of deliveries) {
      if (live.queued.size >= mostQueued) {
        live.behind = allBehind('busy')
        return
      }
      live.through = id
      if (!matching.has(id) || live.skipped.has(id)) continue
      live.queued.add(id)
      run(() => forward(live, id, noteId))
    }
  }

  /** The first that is not done yet, so that it is found after a crash. */
  const positionOf = ({ queued, toWait, through }: Live): number => {
    let first = through + 1
    for (const id of queued) first = Math.min(first, id)
    for (const id of toWait.keys()) first = Math.min(first, id)
    return first - 1
  }

  /** Stores what waits and how far forwarding is. Returns whether there is more to look at. */
  const settle = (live: Live): boolean => {
    const { id, workspaceId } = live.receiver
    const now = clock.now().toISOString()
    const found: number[] = []
    let through = live.through
    let behind = live.behind
    const isNews = live.toWait.size > 0
    const rows = [...live.toWait]
    const position = inTransaction(sql, () => {
      for (const [deliveryId, { noteId, reason, since }] of rows)
        waiting.add(id, { deliveryId, noteId, reason }, since)
      if (behind !== null) {
        const { reason, until } = behind
        const { deliveries, last } = waiting.coming(workspaceId, id, through, until, slice)
        const left = deliveries.filter((one) => !one.wasSent && !live.skipped.has(one.id))
        const matching = rules.matchingIds(
          live.receiver,
          left.map((one) => one.id),
        )
        for (const one of left) {
          if (!matching.has(one.id)) continue
          waiting.add(id, { deliveryId: one.id, noteId: one.noteId, reason }, now)
          found.push(one.id)
        }
        through = last ?? Math.max(through, Math.min(until, waiting.newest()))
        if (last === null) behind = null
      }
      const next = positionOf({ ...live, toWait: new Map(), through })
      if (next !== live.position) waiting.setPosition(id, next)
      return next
    })
    for (const [deliveryId] of rows) live.toWait.delete(deliveryId)
    for (const deliveryId of live.skipped) if (deliveryId <= position) live.skipped.delete(deliveryId)
    live.through = through
    live.behind = behind
    live.position = position
    live.positionMs = performance.now()
    if (isNews || found.length > 0) {
      changed.fire(id)
      autoSend(live)
    }
    return behind !== null
  }

  const hasMoved = (live: Live) => positionOf(live) !== live.position
  const hasWork = (live: Live) =>
    live.toWait.size > 0 ||
    live.behind !== null ||
    (performance.now() - live.positionMs >= positionEveryMs && hasMoved(live))

  const later = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      const nowMs = performance.now()
      const waitMs = Math.min(lastStoredMs + quietMs, lastSliceMs + atLeastEveryMs) - nowMs
      if (waitMs > 0) return later(waitMs)
      lastSliceMs = nowMs
      try {
        let isMore = false
        for (const live of lives.values()) if (hasWork(live)) isMore = settle(live) || isMore
        if (isMore) later(betweenMs)
        else if ([...lives.values()].some(hasMoved)) later(positionEveryMs)
      } catch (error) {
        log.error('What waits for a receiver could not be stored. Notehook tries again.', error)
        later(afterFailureMs)
      }
    }, ms).unref()
  }
  const wake = () => {
    if (!timer && !isClosed) later(quietMs)
  }

  const settleAll = async (receiverId: string) => {
    const live = lives.get(receiverId)
    if (!live) return
    while (hasWork(live) && settle(live)) await sleepFor(0)
  }

  /** Resolves when the turn of the row is over; `false` if no other row can be sent either. */
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
      // It was dropped, or its delivery deleted.
      if (!waiting.has(receiverId, row.deliveryId)) return true
      const reason = await transmit(receiver, row.deliveryId, 'waiting')
      if (isClosed) return false
      if (reason === null) waiting.remove(receiverId, row.deliveryId)
      else {
        const again = { deliveryId: row.deliveryId, noteId: row.noteId, reason }
        waiting.add(receiverId, again, row.since)
      }
      changed.fire(receiverId)
      // The secret of one endpoint may be missing, and those of others are not.
      return reason === null || reason === 'unsigned'
    } finally {
      leave()
    }
  }

  const drainWaiting = async (receiverId: string, drain: Drain) => {
    const { signal } = drain.ending
    const sending = new Set<Promise<unknown>>()
    let after = 0
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
      await sleep(paceMs, signal)
    }
    await Promise.all(sending)
  }

  const startDrain = (receiverId: string, ids: readonly number[] | null) => {
    const known = drains.get(receiverId)
    if (known && !known.ending.signal.aborted) {
      known.ids = ids === null || known.ids === null ? null : new Set([...known.ids, ...ids])
      return
    }
    const drain: Drain = { ids: ids && new Set(ids), ending: new AbortController() }
    drains.set(receiverId, drain)
    run(async () => {
      try {
        await drainWaiting(receiverId, drain)
      } finally {
        if (drains.get(receiverId) === drain) drains.delete(receiverId)
        changed.fire(receiverId)
      }
    })
  }

  const autoSend = ({ receiver, ending }: Live) => {
    if (!receiver.autoSend || ending.signal.aborted || isClosed) return
    if (statuses.health(receiver.id).state !== 'up' || waiting.count(receiver.id).count === 0) return
    startDrain(receiver.id, null)
  }

  const isWanted = ({ receiver }: Live) =>
    isWatched() || isDown(receiver.id) || waiting.count(receiver.id).count > 0

  /** While it is live and it matters whether it is up. */
  const watch = async (live: Live) => {
    while (!live.ending.signal.aborted) {
      if (isWanted(live)) await checkHealth(live.receiver, live.ending.signal)
      live.recheck = new AbortController()
      const ms = isDown(live.receiver.id) ? checkDownEveryMs : checkEveryMs
      await sleep(ms, AbortSignal.any([live.ending.signal, live.recheck.signal])).catch(() => {})
    }
  }

  /** `position`: where the last run ended; `null`: only what comes from now on is forwarded. */
  const open = (receiver: StoredReceiver, position: number | null) => {
    const through = position ?? waiting.newest()
    const live: Live = {
      receiver,
      through,
      behind: position === null ? null : { reason: 'restart', until: beforeStart },
      queued: new Set(),
      toWait: new Map(),
      skipped: new Set(),
      // Written even if nothing comes: what comes after it is to be forwarded.
      position: position ?? -1,
      positionMs: Number.NEGATIVE_INFINITY,
      ending: new AbortController(),
      recheck: new AbortController(),
    }
    lives.set(receiver.id, live)
    try {
      settle(live)
    } catch (error) {
      log.error('The state of forwarding could not be stored. Notehook tries again.', error)
    }
    wake()
    run(() => watch(live))
  }

  /** It is no longer live: once what it had queued is done or waits, nothing of it is left in memory. */
  const turnOff = (live: Live) => {
    live.ending.abort()
    // What was committed a moment ago came while it was live, and is not announced yet.
    const until = waiting.newest()
    live.behind = {
      reason: live.behind?.reason ?? 'off',
      until: Math.min(live.behind?.until ?? until, until),
    }
    const isOff = () => lives.get(live.receiver.id) === live && live.ending.signal.aborted && !isClosed
    run(async () => {
      while (isOff()) {
        while (hasWork(live) && settle(live)) await sleepFor(0)
        if (live.queued.size === 0 && !hasWork(live)) {
          lives.delete(live.receiver.id)
          waiting.dropPosition(live.receiver.id)
          return
        }
        await sleepFor(quietMs, undefined, { ref: false })
      }
    })
  }

  const stored = (deliveries: readonly DeliverySummary[]) => {
    if (early !== null) return void early.push(...deliveries)
    if (lives.size === 0 || deliveries.length === 0) return
    lastStoredMs = performance.now()
    for (const live of lives.values()) {
      if (live.ending.signal.aborted) continue
      const own = deliveries.filter(
        ({ id, workspaceId }) => workspaceId === live.receiver.workspaceId && id > live.through,
      )
      if (own.length > 0) accept(live, own)
    }
    wake()
  }

  const receiverChanged = (receiver: StoredReceiver) => {
    const live = lives.get(receiver.id)
    const isOn = live !== undefined && !live.ending.signal.aborted
    if (live && isOn && receiver.live) {
      if (isDeepStrictEqual(live.receiver, receiver)) return
      const isMoved = live.receiver.url !== receiver.url
      live.receiver = receiver
      if (isMoved) statuses.forget(receiver.id)
      live.recheck.abort()
      autoSend(live)
    } else if (live && receiver.live) {
      // It was turned off a moment ago: what came meanwhile is not forwarded.
      live.receiver = receiver
      if (live.behind === null) live.through = Math.max(live.through, waiting.newest())
      live.ending = new AbortController()
      run(() => watch(live))
    } else if (receiver.live) open(receiver, null)
    else if (live && isOn) turnOff(live)
  }

  const forget = (receiverId: string) => {
    lives.get(receiverId)?.ending.abort()
    lives.delete(receiverId)
    drains.get(receiverId)?.ending.abort()
    requests.get(receiverId)?.abort()
    requests.delete(receiverId)
  }

  statuses.onDidChangeHealth((id) => {
    const live = lives.get(id)
    if (!live) return
    if (isDown(id)) live.recheck.abort()
    else autoSend(live)
  })

  return {
    stored,
    receiversChanged() {
      const all = receivers.list()
      const there = new Set(all.map(({ id }) => id))
      for (const id of [...lives.keys(), ...drains.keys()]) if (!there.has(id)) forget(id)
      for (const receiver of all) receiverChanged(receiver)
    },
    forget,
    waiting(receiverId) {
      const stored = waiting.count(receiverId)
      const more = [...(lives.get(receiverId)?.toWait.values() ?? [])]
      return { count: stored.count + more.length, since: stored.since ?? more[0]?.since ?? null }
    },
    listWaiting(receiverId, after, most) {
      const live = lives.get(receiverId)
      // What is counted is listed.
      if (live && live.toWait.size > 0) settle(live)
      return waiting.list(receiverId, after, most)
    },
    sendWaiting(receiver, deliveryIds) {
      run(async () => {
        await settleAll(receiver.id)
        startDrain(receiver.id, deliveryIds)
      })
    },
    async dropWaiting(receiverId, deliveryIds) {
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
      return dropped
    },
    skip(receiverId, deliveryId) {
      lives.get(receiverId)?.skipped.add(deliveryId)
    },
    onDidChange: changed.event,
    start() {
      waiting.removeSent()
      for (const receiver of receivers.list()) {
        if (receiver.live) open(receiver, waiting.position(receiver.id))
      }
      const came = early ?? []
      early = null
      stored(came)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      for (const live of lives.values()) live.ending.abort()
      for (const drain of drains.values()) drain.ending.abort()
      for (const request of requests.values()) request.abort()
      await Promise.all(running)
      clearTimeout(timer)
      // What was under way is behind the stored position, and waits at the next start.
    },
  }
}

const waitingReasons: Readonly<Record<(typeof unsentProblems)[number], WaitingReason>> = {
  address: 'address',
  approval: 'approval',
  unsigned: 'unsigned',
  locked: 'locked',
  'no-name': 'down',
  'no-connection': 'down',
  tls: 'tls',
  stopped: 'off',
}

const isUnsent = (code: SendProblem): code is (typeof unsentProblems)[number] =>
  unsentProblems.some((unsent) => unsent === code)

const allBehind = (reason: WaitingReason) => ({ reason, until: Number.MAX_SAFE_INTEGER })

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleepFor(ms, undefined, { signal, ref: false })
}
