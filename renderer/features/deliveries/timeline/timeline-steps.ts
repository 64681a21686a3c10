import type { TimeRange } from '#shared/deliveries/filter/filter-range.ts'
import type { DeliveryOutcome } from '#shared/deliveries/outcome.ts'
import type { Timeline, TimelineGrid, TimelineStep } from '#shared/deliveries/timeline.ts'

export type Shown = '15m' | '1h' | '1d' | '7d' | 'all'

/** How far back a timeline reaches, in milliseconds; `null`: to the first delivery that is kept. */
export const shownSpans: Readonly<
  Record<Shown, { readonly short: string; readonly name: string; readonly ms: number | null }>
> = {
  '15m': { short: '15 min', name: 'Last 15 minutes', ms: 15 * 60_000 },
  '1h': { short: '1 hour', name: 'Last hour', ms: 3_600_000 },
  '1d': { short: '24 hours', name: 'Last 24 hours', ms: 86_400_000 },
  '7d': { short: '7 days', name: 'Last 7 days', ms: 7 * 86_400_000 },
  all: { short: 'All', name: 'Everything kept', ms: null },
}

export type Sum = Readonly<Record<DeliveryOutcome, number>>

/** Of the steps from `first` to `last`, both included; of all without them. */
export function sumOf({ counts }: Pick<Timeline, 'counts'>, first = 0, last = Number.POSITIVE_INFINITY): Sum {
  let [delivered, retried, failed] = [0, 0, 0]
  for (const [step, ...of] of counts) {
    if (step < first || step > last) continue
    delivered += of[0]
    retried += of[1]
    failed += of[2]
  }
  return { delivered, retried, failed }
}

/** The time that steps take, both ends included, in whichever order. */
export function rangeOfSteps({ start, stepMs }: TimelineGrid, one: number, other: number): TimeRange {
  return { from: start + Math.min(one, other) * stepMs, to: start + (Math.max(one, other) + 1) * stepMs }
}

/** The step in which a time lies, or the nearest. */
export function stepAt({ start, stepMs, steps }: TimelineGrid, ms: number): number {
  return Math.min(steps - 1, Math.max(0, Math.floor((ms - start) / stepMs)))
}

/** Where on the width of a timeline a range lies, as shares of 1; `null`: outside. */
export function placeOf(
  { start, stepMs, steps }: TimelineGrid,
  { from, to }: { readonly from: number | null; readonly to: number | null },
): { readonly left: number; readonly width: number } | null {
  const share = (ms: number) => Math.min(1, Math.max(0, (ms - start) / (stepMs * steps)))
  const left = from === null ? 0 : share(from)
  const right = to === null ? 1 : share(to)
  return right <= left ? null : { left, width: right - left }
}

/** Of the highest step, so that one failure among thousands does not vanish. */
const leastShare = 0.04

/**
 * The heights of bars, each painted over the one before it: all, all but the failed, the delivered. `null` where a bar would
 * be hidden whole.
 */
export function stacked({ steps, counts }: Pick<Timeline, 'steps' | 'counts'>): readonly (number | null)[][] {
  const highest = counts.reduce((most, [, ...of]) => Math.max(most, of[0] + of[1] + of[2]), 0)
  const atLeast = (count: number) => (count === 0 ? 0 : Math.max(count, highest * leastShare))
  const bars = [0, 1, 2].map(() => Array.from({ length: steps }, (): number | null => null))
  for (const [step, delivered, retried, failed] of counts) {
    const heights = [atLeast(delivered), atLeast(retried), atLeast(failed)] as const
    const [all, notFailed, taken] = bars
    if (all && failed > 0) all[step] = heights[0] + heights[1] + heights[2]
    if (notFailed && retried > 0) notFailed[step] = heights[0] + heights[1]
    if (taken && delivered > 0) taken[step] = heights[0]
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

/** Steps to write a time under: whole hours and days of a zone `offsetMinutes` behind UTC, not more than `most`. */
export function ticksOf({ start, stepMs, steps }: TimelineGrid, most: number, offsetMinutes: number) {
  const size = tickSizes.find((ms) => ms % stepMs === 0 && Math.floor((steps * stepMs) / ms) <= most)
  if (size === undefined) return { at: [0], isDays: true }
  const at = Array.from({ length: steps }, (_, step) => step).filter(
    (step) => (start + step * stepMs - offsetMinutes * 60_000) % size === 0,
  )
  return { at, isDays: size >= dayMs }
}

/** In one word or two, as the filter bar has them: what is put off was not yet tried again, and may be refused next. */
export const outcomeWords: Readonly<Record<DeliveryOutcome, string>> = {
  delivered: 'delivered',
  retried: 'put off',
  failed: 'refused',
}
export const outcomes: readonly DeliveryOutcome[] = ['delivered', 'retried', 'failed']

/** *12 delivered, 1 refused* */
export function sumWords(sum: Sum): string {
  const said = outcomes.flatMap((outcome) =>
    sum[outcome] > 0 ? [`${sum[outcome].toLocaleString()} ${outcomeWords[outcome]}`] : [],
  )
  return said.length > 0 ? said.join(', ') : 'none'
}

/** *14:05 – 14:06*, with the day where it is not today. */
export function rangeWords({ from, to }: TimeRange, now: number): string {
  const isWholeDays = isMidnight(from) && isMidnight(to)
  if (isWholeDays) return days.formatRange(from, to - 1)
  const isToday = new Date(from).toDateString() === new Date(now).toDateString()
  return (isToday && to - from < dayMs ? times : moments).formatRange(from, to)
}

export function tickWords(ms: number, isDays: boolean): string {
  return isDays || isMidnight(ms) ? days.format(ms) : times.format(ms)
}

const isMidnight = (ms: number) => new Date(ms).getHours() === 0 && new Date(ms).getMinutes() === 0

const times = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const moments = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** The step with the most; `null` when nothing came. */
export function highestOf({ counts }: Pick<Timeline, 'counts'>): TimelineStep | null {
  const totalOf = ([, ...of]: TimelineStep) => of[0] + of[1] + of[2]
  return counts.reduce<TimelineStep | null>(
    (most, step) => (most === null || totalOf(step) > totalOf(most) ? step : most),
    null,
  )
}
