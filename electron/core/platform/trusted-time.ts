import { createEmitter } from './emitter.ts'
import type { Clock } from './ports.ts'

/**
 * Decides whether this computer's clock can be trusted for deletions by age, by comparing it with the services' `Date` headers.
 * The sandbox doesn't count, because it uses the same clock.
 */
export type TrustedTime = ReturnType<typeof createTrustedTime>

/** The same tolerance as for deliveries (specification, section 5.7). */
const agreementMs = 5 * 60_000
/**
 * Readings older than this are ignored, because the monotonic clock stops while the computer sleeps. Every workspace with a key
 * is polled more often than this.
 */
const freshMs = 15 * 60_000

export function createTrustedTime(clock: Clock) {
  const readings = new Map<string, { readonly atMs: number; readonly observedMs: number }>()
  const changed = createEmitter<void>()

  /**
   * Returns how far this computer's clock is ahead of each service, in milliseconds. Uses the monotonic clock, which doesn't jump
   * when the time is changed.
   */
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
    /** Returns a message that explains why `now` returns `null` and what that prevents. Returns `null` if the time is trusted. */
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
