import { z } from 'zod'

/** A step, and how many deliveries came in it by what the service makes of the last answer: delivered, retried, failed. */
export const TimelineStep = z.tuple([z.number().int(), z.number().int(), z.number().int(), z.number().int()])
export type TimelineStep = z.infer<typeof TimelineStep>

/** Deliveries over time in equal steps. Times are milliseconds since 1970. */
export const Timeline = z.object({
  start: z.number().int(),
  stepMs: z.number().int(),
  steps: z.number().int(),
  /** Only steps in which something came, in order. */
  counts: z.array(TimelineStep),
  /** What came before it was not looked at, since that would have taken too long; `null`: all of it was. */
  since: z.number().int().nullable(),
})
export type Timeline = z.infer<typeof Timeline>

/**
 * A step, and how many deliveries came in it: delivered, retried, failed, and not verified. Those may be anyone’s, or be delivered again
 * as another delivery, and are in none of the others.
 */
export const DayStep = z.tuple([
  z.number().int(),
  z.number().int(),
  z.number().int(),
  z.number().int(),
  z.number().int(),
])
export type DayStep = z.infer<typeof DayStep>

/** The deliveries of the last 24 hours by endpoint, in equal steps that end after now; only endpoints and steps with some. */
export const LastDay = Timeline.omit({ counts: true }).extend({
  endpoints: z.array(z.object({ id: z.string(), counts: z.array(DayStep) })),
})
export type LastDay = z.infer<typeof LastDay>

export type TimelineGrid = Pick<Timeline, 'start' | 'stepMs' | 'steps'>

const minuteMs = 60_000
const hour = 60
const day = 24 * hour
/** In minutes, by which everything is counted. */
const stepSizes = [
  ...[1, 2, 5, 10, 15, 30],
  ...[hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour],
  ...[day, 2 * day, 7 * day, 14 * day, 28 * day],
]

/**
 * At most `most` steps of a length people count in, that hold everything from `from` up to `to`. They begin at whole hours and
 * days of a zone that is `offsetMinutes` behind UTC, as `Date.getTimezoneOffset` says it.
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
