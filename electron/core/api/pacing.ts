import { setTimeout as timer } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import type { Clock } from '../ports.ts'
import { backoffMs } from './retry-after.ts'

/** At most `burst` requests within any `burst / perSecond` seconds: 25 and 5 make 25 per 5 s, which is 5 per second sustained. */
export interface Pace {
  readonly burst: number
  readonly perSecond: number
}

/** Resolves after `ms`, or rejects as soon as the signal is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const realSleep: Sleep = (ms, signal) => timer(Math.max(ms, 0), undefined, signal ? { signal } : {})

/** The one door through which every request of a workspace goes. */
export interface Gate {
  /** Resolves when it is this caller's turn, in order of asking. Rejects `key-rejected`, or `cancelled` by the signal. */
  enter(signal?: AbortSignal): Promise<void>
  /** The service said 429: nobody enters for `ms`; without a number, for a growing while. Returns how long that is. */
  closeFor(ms: number | null): number
  /** A request got through: the next growing while begins small again. */
  opened(): void
  /** The service said 401: everybody fails at once until `reset`. */
  rejectKey(error: AppError): void
  reset(): void
  /** Everybody who waits is cancelled, now and later. */
  end(): void
}

export interface GateOptions {
  /** Asked at every turn, so a changed setting holds at once. */
  readonly pace: () => Pace
  readonly clock: Clock
  readonly sleep?: Sleep
  readonly random?: () => number
  /** Until when requests wait; `null` when they flow again. */
  readonly onWaiting: (until: Date | null) => void
}

export function createGate({
  pace,
  clock,
  sleep = realSleep,
  random = Math.random,
  onWaiting,
}: GateOptions): Gate {
  const ended = new AbortController()
  let starts: number[] = []
  let closedUntil = Number.NEGATIVE_INFINITY
  let closures = 0
  let rejection: AppError | null = null
  let change = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let announced: number | null = null

  const announce = (untilMs: number | null) => {
    if (announced === untilMs) return
    announced = untilMs
    onWaiting(untilMs === null ? null : new Date(clock.now().getTime() + untilMs - clock.monotonicMs()))
  }

  /** Sleeps until `untilMs`, less if the state of the gate changes meanwhile. */
  const sleepUntil = async (untilMs: number, signal?: AbortSignal) => {
    const wake = AbortSignal.any([change.signal, ended.signal, ...(signal ? [signal] : [])])
    await sleep(untilMs - clock.monotonicMs(), wake).catch((error: unknown) => {
      if (!wake.aborted) throw error
    })
  }

  const myTurn = async (signal?: AbortSignal) => {
    for (;;) {
      if (rejection) throw rejection
      if (signal?.aborted || ended.signal.aborted) throw cancelled()
      const now = clock.monotonicMs()
      const freeAt = Math.max(closedUntil, paceFreeAt(now))
      if (freeAt <= now) break
      if (closedUntil > now || freeAt - now >= worthSayingMs) announce(freeAt)
      await sleepUntil(freeAt, signal)
    }
    announce(null)
    starts.push(clock.monotonicMs())
  }

  /** When the oldest of the last `burst` starts leaves the window. */
  const paceFreeAt = (now: number) => {
    const { burst, perSecond } = pace()
    const windowMs = (burst / perSecond) * 1000
    starts = starts.filter((start) => start > now - windowMs)
    const blocking = starts[starts.length - burst]
    return blocking === undefined ? now : blocking + windowMs
  }

  const wakeAll = () => {
    change.abort()
    change = new AbortController()
  }

  return {
    enter(signal) {
      if (rejection) return Promise.reject(rejection)
      const turn = last.then(() => myTurn(signal))
      last = turn.catch(() => {})
      return signal ? orCancelled(turn, signal) : turn
    },
    closeFor(ms) {
      closures += 1
      const wait = ms ?? backoffMs(closures, random)
      closedUntil = Math.max(closedUntil, clock.monotonicMs() + wait)
      announce(closedUntil)
      wakeAll()
      // Also when nobody waits, the countdown must end.
      const until = closedUntil
      void sleepUntil(until).then(() => {
        if (announced === until && clock.monotonicMs() >= until) announce(null)
      })
      return wait
    },
    opened() {
      closures = 0
    },
    rejectKey(error) {
      rejection = error
      announce(null)
      wakeAll()
    },
    reset() {
      rejection = null
    },
    end() {
      ended.abort()
      announce(null)
    },
  }
}

/** A shorter pause is the ordinary rhythm, not worth a countdown. */
const worthSayingMs = 1000

const cancelled = () => new AppError('cancelled', 'This was cancelled.')

/** The caller hears of its own cancellation at once, though its place in the queue is given up only when its turn comes. */
function orCancelled<T>(turn: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(cancelled())
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
