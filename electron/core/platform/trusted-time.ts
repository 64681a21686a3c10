import { createEmitter, type Event } from './emitter.ts'
import type { Clock } from './ports.ts'

/**
 * Whether the clock of this computer can be trusted with deleting. A service's `Date` is the witness; the sandbox service is
 * none, since it runs on this very clock.
 */
export interface TrustedTime {
  /** A service at this origin answered, and said that it was `at`. */
  observe(origin: string, at: Date): void
  /** The time, while a service agrees with it; `null` while none does. */
  now(): Date | null
  /** Why `now` gives nothing, and what that stops; `null` while it gives the time. */
  doubt(): string | null
  /** `doubt` changed because of what a service said. */
  readonly onDidChange: Event<void>
}

/** As far apart as a delivery may be from this clock (specification, section 5.7). */
const agreementMs = 5 * 60_000
/**
 * What was said longer ago says nothing: the timer that measures since then does not run while the computer sleeps. Every
 * workspace with a key is asked more often than that.
 */
const freshMs = 15 * 60_000

export function createTrustedTime(clock: Clock): TrustedTime {
  const readings = new Map<string, { readonly atMs: number; readonly heardMs: number }>()
  const changed = createEmitter<void>()

  /** How far this clock is ahead of each service, in milliseconds. The timer does not jump when the clock is set. */
  const aheadMs = (): number[] => {
    const timerMs = clock.monotonicMs()
    const fresh = [...readings.values()].filter(({ heardMs }) => timerMs - heardMs <= freshMs)
    return fresh.map(({ atMs, heardMs }) => clock.now().getTime() - (atMs + timerMs - heardMs))
  }

  const doubt = (): string | null => {
    const ahead = aheadMs()
    if (ahead.length === 0) return noWitness
    const off = ahead.find((ms) => Math.abs(ms) > agreementMs)
    return off === undefined ? null : disagreement(off)
  }

  return {
    observe(origin, at) {
      const before = doubt()
      readings.set(origin, { atMs: at.getTime(), heardMs: clock.monotonicMs() })
      if (doubt() !== before) changed.fire()
    },
    now: () => (doubt() === null ? clock.now() : null),
    doubt,
    onDidChange: changed.event,
  }
}

const noWitness =
  'Nothing is deleted by age until a connected service confirms the time, because a wrong clock would delete too much. The sandbox service cannot confirm it: it uses the clock of this computer.'

const disagreement = (aheadMs: number) =>
  `This computer's clock is ${spoken(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service's, so nothing is deleted by age. Set the clock.`

function spoken(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 90) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
