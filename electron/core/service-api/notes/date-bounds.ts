import type { NoteFilter } from '#shared/notes/model.ts'
import { daysOfDoubt } from '../assumptions.ts'

/**
 * Widens a filter by one day on each side, because the specification gives no time zone and doesn't say whether bounds are
 * inclusive (section 4, *GET /v1/notes*). `withinDays` (shared/notes/days.ts) removes the additional notes.
 */
export function widened(filter: NoteFilter): NoteFilter {
  return {
    ...filter,
    ...(filter.createdAfter === undefined
      ? {}
      : { createdAfter: shifted(filter.createdAfter, -daysOfDoubt) }),
    ...(filter.createdBefore === undefined
      ? {}
      : { createdBefore: shifted(filter.createdBefore, daysOfDoubt) }),
    ...(filter.updatedAfter === undefined
      ? {}
      : { updatedAfter: shifted(filter.updatedAfter, -daysOfDoubt) }),
  }
}

/** Converts a filter's days to milliseconds since 1970. The *after* and *before* days themselves are excluded. */
export function dayBounds(filter: NoteFilter) {
  return {
    createdFrom: midnight(filter.createdAfter, 1),
    createdUntil: midnight(filter.createdBefore, 0),
    updatedFrom: midnight(filter.updatedAfter, 1),
  }
}

/** Returns midnight in this machine's time zone, `later` days after `day`. `null` if the day is missing or does not exist. */
function midnight(day: string | undefined, later: number): number | null {
  const [year = Number.NaN, month = 1, date = 1] = (day ?? '').split('-').map(Number)
  const at = new Date(year, month - 1, date + later)
  return day === undefined || Number.isNaN(at.getTime()) ? null : at.getTime()
}

/** Returns the day `by` days later. A day that doesn't exist is returned unchanged, so that the service reports it. */
function shifted(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  date.setUTCDate(date.getUTCDate() + by)
  const text = date.toISOString().slice(0, 10)
  return /^\d{4}-/.test(text) ? text : day
}
