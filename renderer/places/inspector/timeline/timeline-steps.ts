import type { TimeRange } from '#shared/deliveries/filter/filter-range.ts'
import type { DeliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import type { Timeline, TimelineGrid, TimelineStep } from '#shared/deliveries/timeline.ts'
import { formatRange } from '#ui/text/time-words.ts'
import { timeline as copy, outcomes as outcomeNames } from './copy.ts'

export type TimeSpan = '15m' | '1h' | '1d' | '7d' | 'all'

/** The length of each span in milliseconds. `null` goes back to the oldest stored delivery. */
export const spanMs: Readonly<Record<TimeSpan, number | null>> = {
  '15m': 15 * 60_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
  '7d': 7 * 86_400_000,
  all: null,
}

export type OutcomeCounts = Readonly<Record<DeliveryOutcome, number>>

/** Counts the steps from `first` to `last`, inclusive. Counts all steps by default. */
export function countOutcomes(
  { counts }: Pick<Timeline, 'counts'>,
  first = 0,
  last = Number.POSITIVE_INFINITY,
): OutcomeCounts {
  let [delivered, retried, failed] = [0, 0, 0]
  for (const [step, ...of] of counts) {
    if (step < first || step > last) continue
    delivered += of[0]
    retried += of[1]
    failed += of[2]
  }
  return { delivered, retried, failed }
}

/** Returns the time range from one step to another, inclusive, in either order. */
export function rangeOfSteps({ start, stepMs }: TimelineGrid, one: number, other: number): TimeRange {
  return { from: start + Math.min(one, other) * stepMs, to: start + (Math.max(one, other) + 1) * stepMs }
}

export function stepAt({ start, stepMs, steps }: TimelineGrid, ms: number): number {
  return Math.min(steps - 1, Math.max(0, Math.floor((ms - start) / stepMs)))
}

/** Returns a range's position in a timeline, as fractions of its width, or `null` if the range is outside. */
export function placeOf(
  { start, stepMs, steps }: TimelineGrid,
  { from, to }: { readonly from: number | null; readonly to: number | null },
): { readonly left: number; readonly width: number } | null {
  const share = (ms: number) => Math.min(1, Math.max(0, (ms - start) / (stepMs * steps)))
  const left = from === null ? 0 : share(from)
  const right = to === null ? 1 : share(to)
  return right <= left ? null : { left, width: right - left }
}

/** Minimum height as a fraction of the highest bar, so that one failure among thousands stays visible. */
const minShare = 0.04

/**
 * Returns the heights of three layers of bars, each painted over the previous one: all deliveries, all except the failed ones,
 * and the delivered ones. `null` where a bar would be completely hidden.
 */
export function stackBars({
  steps,
  counts,
}: Pick<Timeline, 'steps' | 'counts'>): readonly (number | null)[][] {
  const highest = counts.reduce((most, [, ...of]) => Math.max(most, of[0] + of[1] + of[2]), 0)
  const atLeast = (count: number) => (count === 0 ? 0 : Math.max(count, highest * minShare))
  const bars = [0, 1, 2].map(() => Array.from({ length: steps }, (): number | null => null))
  for (const [step, delivered, retried, failed] of counts) {
    const heights = [atLeast(delivered), atLeast(retried), atLeast(failed)] as const
    const [all, notFailed, succeeded] = bars
    if (all && failed > 0) all[step] = heights[0] + heights[1] + heights[2]
    if (notFailed && retried > 0) notFailed[step] = heights[0] + heights[1]
    if (succeeded && delivered > 0) succeeded[step] = heights[0]
  }
  return bars
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const tickSizes = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60_000),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 28, 56, 112, 364].map((days) => days * dayMs),
]

/**
 * Returns the steps that get a label. There are at most `most` labels, at round times in a time zone `offsetMinutes` behind UTC.
 */
export function ticksOf({ start, stepMs, steps }: TimelineGrid, most: number, offsetMinutes: number) {
  const size = tickSizes.find((ms) => ms % stepMs === 0 && Math.floor((steps * stepMs) / ms) <= most)
  if (size === undefined) return { at: [0], isDays: true }
  const at = Array.from({ length: steps }, (_, step) => step).filter(
    (step) => (start + step * stepMs - offsetMinutes * 60_000) % size === 0,
  )
  return { at, isDays: size >= dayMs }
}

export const outcomes: readonly DeliveryOutcome[] = ['delivered', 'retried', 'failed']

export function formatCounts(counts: OutcomeCounts): string {
  const parts = outcomes.flatMap((outcome) =>
    counts[outcome] > 0 ? [`${counts[outcome].toLocaleString()} ${outcomeNames[outcome]}`] : [],
  )
  return parts.length > 0 ? parts.join(', ') : copy.none
}

/** Returns a text such as *Counted back to 14:05*, or an empty string if all deliveries were counted. */
export function countedSince({ since }: Pick<Timeline, 'since'>): string {
  return since === null ? '' : copy.countedSince(formatRange({ from: since, to: since }, Date.now()))
}

/** Formats a range that may be open at one end, such as *After 14:01*. */
export function formatOpenRange(
  { from, to }: { readonly from: number | null; readonly to: number | null },
  now: number,
): string {
  if (from !== null && to !== null) return formatRange({ from, to }, now)
  const one = from ?? to ?? now
  const at = formatRange({ from: one, to: one }, now)
  return from === null ? copy.before(at) : copy.after(at)
}

/** Returns the step with the most deliveries, or `null` if there are none. */
export function busiestStep({ counts }: Pick<Timeline, 'counts'>): TimelineStep | null {
  const totalOf = ([, ...of]: TimelineStep) => of[0] + of[1] + of[2]
  return counts.reduce<TimelineStep | null>(
    (most, step) => (most === null || totalOf(step) > totalOf(most) ? step : most),
    null,
  )
}
