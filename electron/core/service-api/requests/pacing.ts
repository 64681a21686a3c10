import { setTimeout as timer } from 'node:timers/promises'
import type { Clock } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import { paceMargin, placesForChanges } from '../assumptions.ts'
import { backoffMs } from './retry-after.ts'

/** Limits requests to `burst` in any `burst / perSecond` seconds. For example, 25 and 5 mean 25 requests in any 5 s. */
export interface Pace {
  readonly burst: number
  readonly perSecond: number
}

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

export const realSleep: Sleep = (ms, signal) => timer(Math.max(ms, 0), undefined, signal ? { signal } : {})

/**
 * A request's priority. Changes come first. A probe is a read that tests a key. It is sent even during a pause that the service
 * requested, to find out whether the pause is over. Other reads come last, and part of the pace is reserved for changes.
 */
export type Lane = 'change' | 'probe' | 'read'
const lanes: readonly Lane[] = ['change', 'probe', 'read']

/** Limits the rate of a client's requests. */
export interface Gate {
  /**
   * Resolves when the request may be sent. Requests of one lane are sent in the order of the calls. Rejects with `key-rejected`
   * or `canceled`. `notDone` is set for a request that is retried after a 429, to a sentence about the change that was not made.
   */
  enter(lane: Lane, signal?: AbortSignal, notDone?: string): Promise<void>
  /** Pauses all requests for `ms` milliseconds after a 429. With `null`, the pause grows each time. Returns its length. */
  closeFor(ms: number | null): number
  /** Must be called after a successful request. Later pauses are short again, and a successful probe ends the current one. */
  opened(lane: Lane): void
  stopChanges(): void
  /** Makes all requests fail until `reset`, after the service has rejected the key. */
  rejectKey(error: AppError): void
  reset(): void
  end(): void
}

export interface GateOptions {
  /** Returns the pace. Called before each request, so that a changed setting takes effect immediately. */
  readonly pace: () => Pace
  /**
   * Called with the end of the current wait, or with `null` when requests continue. `changeWaits` means that a change is waiting,
   * and `changeRefused` that it already got a 429.
   */
  readonly onWaiting: (until: Date | null, changeWaits: boolean, changeRefused: boolean) => void
}

/** The recent requests to an origin and the pause that it requested, for all clients. */
export type Pacer = ReturnType<typeof createPacer>

export interface PacerOptions {
  readonly clock: Clock
  readonly sleep?: Sleep
  readonly random?: () => number
}

/** Returns the pace for reads, which leaves out the requests that are reserved for changes. */
export function readingPace(pace: Pace): Pace {
  const burst = pace.burst - placesForChanges(pace.burst)
  return { burst, perSecond: (1000 * burst) / windowMs(pace) }
}

/**
 * Length in milliseconds of the window in which requests are counted. It is wider than the pace requires, because requests may
 * arrive closer together than they were sent.
 */
const windowMs = ({ burst, perSecond }: Pace) => (burst / perSecond) * 1000 * paceMargin

interface Member extends GateOptions {
  rejection: AppError | null
  isEnded: boolean
  announced: string
}

interface Waiter {
  readonly member: Member
  readonly lane: Lane
  /** A sentence about the change that was not made, if the request got a 429. */
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

  /** Sends requests as long as some are waiting. Also runs during a pause, so that the end of the pause is announced. */
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
        await Promise.resolve()
      } else {
        announce(null)
        break
      }
    }
    isRunning = false
  }

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

const announceFromMs = 1000

const canceled = () => new AppError('canceled', 'Canceled.')

const stopped = ({ notDone }: Waiter) =>
  new AppError('canceled', notDone === undefined ? 'Canceled before it was sent.' : `Stopped. ${notDone}`)
