import { setTimeout as timer } from 'node:timers/promises'
import type { Clock } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import { paceMargin, placesForChanges } from '../assumptions.ts'
import { backoffMs } from './retry-after.ts'

/** At most `burst` requests within any `burst / perSecond` seconds: 25 and 5 make 25 per 5 s, which is 5 per second sustained. */
export interface Pace {
  readonly burst: number
  readonly perSecond: number
}

/** Resolves after `ms`, or rejects as soon as the signal is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const realSleep: Sleep = (ms, signal) => timer(Math.max(ms, 0), undefined, signal ? { signal } : {})

/**
 * Who goes first: a change, which may use the whole pace; then a probe, the one read that proves a key; then every other read,
 * which leaves the last places to changes. A probe also passes while the service asked for a pause: a person asked for it, and
 * its answer tells whether the pause is over.
 */
export type Lane = 'change' | 'probe' | 'read'
const lanes: readonly Lane[] = ['change', 'probe', 'read']

/** Every request of a client passes through its gate. */
export interface Gate {
  /**
   * Resolves at this caller's turn, in order of asking within its lane. Rejects `key-rejected`, or `canceled`. `notDone` is for
   * one that was sent before and that the service asked to wait: what was not done, in words.
   */
  enter(lane: Lane, signal?: AbortSignal, notDone?: string): Promise<void>
  /** The service said 429: no request enters for `ms`; without a number, for a growing while. Returns how long that is. */
  closeFor(ms: number | null): number
  /** A request got through: the next growing while begins small again, and after a probe the pause is over. */
  opened(lane: Lane): void
  /** Every change that waits here is canceled. None of them was made. */
  stopChanges(): void
  /** The service said 401: every request fails at once until `reset`. */
  rejectKey(error: AppError): void
  reset(): void
  /** Every request that waits here is canceled, now and later. */
  end(): void
}

export interface GateOptions {
  /** Asked at every turn, so a changed setting holds at once. */
  readonly pace: () => Pace
  /**
   * Until when requests wait, `null` when they flow again; whether a change is among those of this gate, and whether one of
   * these was sent before and the service asked to wait.
   */
  readonly onWaiting: (until: Date | null, changeWaits: boolean, changeRefused: boolean) => void
}

/** What all clients of one origin share: what was sent there, and the pause that the service asked for. */
export type Pacer = ReturnType<typeof createPacer>

export interface PacerOptions {
  readonly clock: Clock
  readonly sleep?: Sleep
  readonly random?: () => number
}

/** What is left for reads: a little less than the pace allows, since the last places belong to changes. */
export function readingPace(pace: Pace): Pace {
  const burst = pace.burst - placesForChanges(pace.burst)
  return { burst, perSecond: (1000 * burst) / windowMs(pace) }
}

/** The service measures when a request arrives, which is not when it left: the window is a little wider than it says. */
const windowMs = ({ burst, perSecond }: Pace) => (burst / perSecond) * 1000 * paceMargin

interface Member extends GateOptions {
  rejection: AppError | null
  isEnded: boolean
  /** The last announcement, so that it is not repeated. */
  announced: string
}

interface Waiter {
  readonly member: Member
  readonly lane: Lane
  /** It was sent and the service asked to wait: what was not done, in words. */
  readonly notDone: string | undefined
  readonly enter: () => void
  readonly refuse: (error: AppError) => void
}

export function createPacer({ clock, sleep = realSleep, random = Math.random }: PacerOptions) {
  const members = new Set<Member>()
  let waiters: readonly Waiter[] = []
  let starts: number[] = []
  let closedUntil = Number.NEGATIVE_INFINITY
  let closures = 0
  let change = new AbortController()
  let isRunning = false

  const announceTo = (member: Member, untilMs: number | null) => {
    const changes =
      untilMs === null ? [] : waiters.filter((waiter) => waiter.member === member && waiter.lane === 'change')
    const changeWaits = changes.length > 0
    const changeRefused = changes.some(({ notDone }) => notDone !== undefined)
    const announced = `${untilMs} ${changeWaits} ${changeRefused}`
    if (member.announced === announced) return
    member.announced = announced
    const until = untilMs === null ? null : new Date(clock.now().getTime() + untilMs - clock.monotonicMs())
    member.onWaiting(until, changeWaits, changeRefused)
  }
  const announce = (untilMs: number | null) => {
    for (const member of members) announceTo(member, untilMs)
  }

  /** When the oldest of the last starts leaves the window, and the pause is over. */
  const freeAt = ({ member, lane }: Waiter): number => {
    const pace = member.pace()
    const most = lane === 'read' ? readingPace(pace).burst : pace.burst
    const blocking = starts[starts.length - most]
    const paced = blocking === undefined ? Number.NEGATIVE_INFINITY : blocking + windowMs(pace)
    return lane === 'probe' ? paced : Math.max(closedUntil, paced)
  }

  const started = (waiter: Waiter) => {
    waiters = waiters.filter((other) => other !== waiter)
    const kept = Math.max(...[...members].map(({ pace }) => pace().burst))
    starts = [...starts.slice(-kept), clock.monotonicMs()]
    announce(closedUntil > clock.monotonicMs() ? closedUntil : null)
    waiter.enter()
  }

  const firstOf = (lane: Lane) => waiters.find((waiter) => waiter.lane === lane)

  /** Lets requests in as long as any waits, or the service asked for a pause: its countdown must end too. */
  const run = async () => {
    if (isRunning) return
    isRunning = true
    while (members.size > 0) {
      const next = lanes.map(firstOf).find((waiter) => waiter !== undefined)
      const now = clock.monotonicMs()
      const until = next ? freeAt(next) : closedUntil
      if (until > now) {
        if (closedUntil > now || until - now >= announceFromMs) announce(Math.max(until, closedUntil))
        await sleepUntil(until)
      } else if (next) {
        started(next)
        // It sends before the next one is looked at.
        await Promise.resolve()
      } else {
        announce(null)
        break
      }
    }
    isRunning = false
  }

  /** Sleeps until `untilMs`, less if anything changes meanwhile. */
  const sleepUntil = async (untilMs: number) => {
    const { signal } = change
    await sleep(untilMs - clock.monotonicMs(), signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }

  const lookAgain = () => {
    change.abort()
    change = new AbortController()
    void run()
  }

  /** Those that wait and are meant fail at once, and give up their places. */
  const refuse = (isMeant: (waiter: Waiter) => boolean, why: AppError | ((waiter: Waiter) => AppError)) => {
    const meant = waiters.filter(isMeant)
    waiters = waiters.filter((waiter) => !meant.includes(waiter))
    for (const waiter of meant) waiter.refuse(typeof why === 'function' ? why(waiter) : why)
    lookAgain()
  }

  return {
    gate(options: GateOptions): Gate {
      const member: Member = { ...options, rejection: null, isEnded: false, announced: 'null false false' }
      members.add(member)
      const isMine = (waiter: Waiter) => waiter.member === member

      return {
        enter: (lane, signal, notDone) =>
          new Promise((resolve, reject) => {
            if (member.rejection) return reject(member.rejection)
            if (member.isEnded || signal?.aborted) return reject(canceled())
            const onAbort = () => refuse((other) => other === waiter, canceled())
            const over = () => signal?.removeEventListener('abort', onAbort)
            const waiter: Waiter = {
              member,
              lane,
              notDone,
              enter() {
                over()
                resolve()
              },
              refuse(error) {
                over()
                reject(error)
              },
            }
            signal?.addEventListener('abort', onAbort, { once: true })
            waiters = [...waiters, waiter]
            lookAgain()
          }),
        closeFor(ms) {
          closures += 1
          const wait = ms ?? backoffMs(closures, random)
          closedUntil = Math.max(closedUntil, clock.monotonicMs() + wait)
          announce(closedUntil)
          lookAgain()
          return wait
        },
        opened(lane) {
          closures = 0
          if (lane !== 'probe') return
          closedUntil = Number.NEGATIVE_INFINITY
          lookAgain()
        },
        stopChanges: () => refuse((waiter) => isMine(waiter) && waiter.lane === 'change', stopped),
        rejectKey(error) {
          member.rejection = error
          refuse(isMine, error)
          announceTo(member, null)
        },
        reset() {
          member.rejection = null
        },
        end() {
          member.isEnded = true
          refuse(isMine, canceled())
          announceTo(member, null)
          members.delete(member)
          lookAgain()
        },
      }
    },
  }
}

/** Shorter pauses are normal and not announced. */
const announceFromMs = 1000

const canceled = () => new AppError('canceled', 'Canceled.')

const stopped = ({ notDone }: Waiter) =>
  new AppError('canceled', notDone === undefined ? 'Canceled before it was sent.' : `Stopped. ${notDone}`)
