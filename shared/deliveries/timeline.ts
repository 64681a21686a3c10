import { z } from 'zod'

/** Step index, then the number of deliveries by how the service treats the last response: delivered, retried, failed. */
export const TimelineStep = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()])
export type TimelineStep = z.infer<typeof TimelineStep>

/** Deliveries over time in equal steps. Times are milliseconds since 1970. */
export const Timeline = z.object({
  start: z.number().int(),
  stepMs: z.number().int(),
  steps: z.number().int(),
  /** Non-empty steps, in order. */
  counts: z.array(TimelineStep),
  /** Start of the counted time, if older deliveries were skipped because counting takes too long. `null`: all were counted. */
  since: z.number().int().nullable(),
})
export type Timeline = z.infer<typeof Timeline>

/**
 * Step index, then the number of deliveries: delivered, retried, failed, unverified. The first three exclude unverified ones, because those
 * may be forged, or arrive again as another delivery.
 */
export const DayStep = z.tuple([
  z.number().int(),
  z.number().int(),
  z.number().int(),
  z.number().int(),
  z.number().int(),
])
export type DayStep = z.infer<typeof DayStep>

/** Deliveries of the last 24 hours by endpoint, in equal steps that end after now. Empty endpoints and steps are omitted. */
export const LastDay = Timeline.omit({ counts: true }).extend({
  endpoints: z.array(z.object({ id: z.string(), counts: z.array(DayStep) })),
})
export type LastDay = z.infer<typeof LastDay>

export type TimelineGrid = Pick<Timeline, 'start' | 'stepMs' | 'steps'>

const minuteMs = 60_000
const hour = 60
const day = 24 * hour
/** In minutes. */
const stepSizes = [
  ...[1, 2, 5, 10, 15, 30],
  ...[hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour],
  ...[day, 2 * day, 7 * day, 14 * day, 28 * day],
]

/**
 * Returns at most `most` steps of a round length that cover `from` to `to`. Steps begin at whole hours and days of a zone `offsetMinutes`
 * behind UTC, as `Date.getTimezoneOffset` returns it.
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
