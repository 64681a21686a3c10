import { createEmitter } from './emitter.ts'
import type { Clock } from './ports.ts'

/**
 * Decides whether this computer's clock is right enough to delete old deliveries, by comparing it with the services' `Date`
 * headers.
 */
export type TrustedTime = ReturnType<typeof createTrustedTime>

/** The same tolerance as for deliveries (specification, section 5.7). */
const agreementMs = 5 * 60_000
/**
 * Maximum age of a response whose `Date` is used. An older one can't be trusted, because the monotonic clock stops while the
 * computer is asleep. Every workspace with a key is polled more often than this.
 */
const freshMs = 15 * 60_000

export function createTrustedTime(clock: Clock) {
  const readings = new Map<string, { readonly atMs: number; readonly observedMs: number }>()
  const changed = createEmitter<void>()

  /** Returns how far this computer's clock is ahead of each service's, in milliseconds. */
  const aheadMs = (): number[] => {
    const timerMs = clock.monotonicMs()
    const fresh = [...readings.values()].filter(({ observedMs }) => timerMs - observedMs <= freshMs)
    return fresh.map(({ atMs, observedMs }) => clock.now().getTime() - (atMs + timerMs - observedMs))
  }

  const doubt = (): string | null => {
    const ahead = aheadMs()
    if (ahead.length === 0) return noWitness
    const off = ahead.find((ms) => Math.abs(ms) > agreementMs)
    return off === undefined ? null : disagreement(off)
  }

  return {
    observe(origin: string, at: Date) {
      const before = doubt()
      readings.set(origin, { atMs: at.getTime(), observedMs: clock.monotonicMs() })
      if (doubt() !== before) changed.fire()
    },
    /** Returns the current time, or `null` while no service confirms it. */
    now: (): Date | null => (doubt() === null ? clock.now() : null),
    /** Returns a message for the user about why the time is not trusted, or `null` if it is. */
    doubt,
    onDidChange: changed.event,
  }
}

const noWitness =
  'Deletion by age starts once a connected service confirms the time. The sandbox can’t confirm it.'

const disagreement = (aheadMs: number) =>
  `This computer’s clock is ${spoken(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service’s, so deletion by age is paused. Correct the clock.`

function spoken(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 90) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
