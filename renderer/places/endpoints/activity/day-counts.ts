import type { LastDay } from '#shared/deliveries/timeline.ts'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { retriesEndedUntil } from '../../../nouns/endpoints/endpoint-names.ts'

/** Verified deliveries by the outcome of their last response, and unverified deliveries. */
export interface Counts {
  readonly delivered: number
  readonly retried: number
  readonly failed: number
  /** Anyone can send unverified deliveries, so they don't lower the success rate. */
  readonly unverified: number
}

export const kinds = ['delivered', 'retried', 'failed', 'unverified'] as const

export interface Bar extends Counts {
  readonly from: number
  readonly to: number
}

export const total = (counts: Counts): number => totalVerified(counts) + counts.unverified

export const totalVerified = ({ delivered, retried, failed }: Counts): number => delivered + retried + failed

const nothing: Counts = { delivered: 0, retried: 0, failed: 0, unverified: 0 }

/** Returns an endpoint's last day as `bars` bars of equal length. Deliveries whose retries have ended count as failed. */
export function dayBars(
  { start, stepMs, steps, endpoints }: LastDay,
  endpoint: Pick<Endpoint, 'id' | 'enabled' | 'downtime'>,
  bars: number,
): readonly Bar[] {
  const together = Math.ceil(steps / bars)
  const barMs = together * stepMs
  const sums = Array.from({ length: bars }, () => ({ ...nothing }))
  const endedUntil = retriesEndedUntil(endpoint)
  const counts = endpoints.find((one) => one.id === endpoint.id)?.counts ?? []
  for (const [step, delivered, retried, failed, unverified] of counts) {
    const sum = sums[Math.floor(step / together)]
    if (!sum) continue
    const isRetried = start + step * stepMs > endedUntil
    sum.delivered += delivered
    sum.retried += isRetried ? retried : 0
    sum.failed += failed + (isRetried ? 0 : retried)
    sum.unverified += unverified
  }
  return sums.map((sum, at) => ({ from: start + at * barMs, to: start + (at + 1) * barMs, ...sum }))
}

export function sumOf(bars: readonly Counts[]): Counts {
  const sum = { ...nothing }
  for (const bar of bars) for (const kind of kinds) sum[kind] += bar[kind]
  return sum
}

/** Counts events that never arrived as failed. Most of those that failed here are among the missed ones too, so they aren't added. */
export const withMissed = (counts: Counts, missed: number): Counts => ({
  ...counts,
  failed: Math.max(counts.failed, missed),
})

/**
 * Returns the percentage of verified deliveries that succeeded, such as *99.8%*. Never rounds to 100% or 0%. The rate is unknown if
 * the endpoint is failing but only successful deliveries arrived.
 */
export function successRate(counts: Counts, isFailing: boolean): string {
  const all = totalVerified(counts)
  const { delivered } = counts
  if (isFailing && delivered === all) return all === 0 ? percent(0) : '–'
  if (all === 0) return '–'
  const share =
    delivered === all ? 1 : delivered === 0 ? 0 : Math.min(0.999, Math.max(0.001, delivered / all))
  return percent(share)
}

const percent = (share: number) =>
  share.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 1 })
