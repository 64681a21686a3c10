import { z } from 'zod'

/**
 * The index of a step and its numbers of delivered, retried and failed deliveries. A delivery is counted by its last response.
 */
export const TimelineStep = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()])
export type TimelineStep = z.infer<typeof TimelineStep>

/** Deliveries over time, in steps of equal length. Times are in milliseconds since 1970. */
export const Timeline = z.object({
  start: z.number().int(),
  stepMs: z.number().int(),
  steps: z.number().int(),
  counts: z.array(TimelineStep),
  /** Start of the counted period if older deliveries were skipped to save time. `null` if all were counted. */
  since: z.number().int().nullable(),
})
export type Timeline = z.infer<typeof Timeline>

/**
 * Like `TimelineStep`, with an additional number of unverified deliveries. They are counted separately, because they may be
 * forged or arrive again as another delivery.
 */
export const DayStep = z.tuple([
  z.number().int(),
  z.number().int(),
  z.number().int(),
  z.number().int(),
  z.number().int(),
])
export type DayStep = z.infer<typeof DayStep>

/** Response times in milliseconds: half of the responses took at most `median`, and 95% took at most `p95`. */
export const ResponseTimes = z.object({ median: z.number().int(), p95: z.number().int() })
export type ResponseTimes = z.infer<typeof ResponseTimes>

/**
 * Each endpoint's deliveries in the last 24 hours, in steps of equal length. The last step ends after the current time. Endpoints
 * and steps without deliveries are left out.
 */
export const LastDay = Timeline.omit({ counts: true }).extend({
  endpoints: z.array(z.object({ id: z.string(), counts: z.array(DayStep), responseTimes: ResponseTimes })),
})
export type LastDay = z.infer<typeof LastDay>

export type TimelineGrid = Pick<Timeline, 'start' | 'stepMs' | 'steps'>

const minuteMs = 60_000
const hour = 60
const day = 24 * hour
const stepSizes = [
  ...[1, 2, 5, 10, 15, 30],
  ...[hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour],
  ...[day, 2 * day, 7 * day, 14 * day, 28 * day],
]

/**
 * Returns at most `most` steps of a round length that cover `from` to `to`. Steps begin at full hours or days of the time zone
 * whose `Date.getTimezoneOffset` is `offsetMinutes`.
 */
export function timelineGrid(from: number, to: number, most: number, offsetMinutes: number): TimelineGrid {
  const offsetMs = offsetMinutes * minuteMs
  const gridOf = (stepMs: number) => {
    const start = Math.floor((from - offsetMs) / stepMs) * stepMs + offsetMs
    return { start, stepMs, steps: Math.max(1, Math.ceil((to - start) / stepMs)) }
  }
  for (const size of stepSizes) {
    const grid = gridOf(size * minuteMs)
    if (grid.steps <= most) return grid
  }
  const days = Math.ceil((to - from) / (Math.max(1, most - 1) * day * minuteMs))
  return gridOf(days * day * minuteMs)
}
