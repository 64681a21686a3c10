import type { NoteFilter } from '#shared/notes/model.ts'
import { daysOfDoubt } from '../assumptions.ts'

/**
 * The days as they are sent: a day wider on each side, because neither the time zone of a *date* nor whether its bound is
 * inclusive is specified (section 4, *GET /v1/notes*). `withinDays` (shared/notes/days.ts) takes out what came too much.
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

/** The days of a filter as instants, in milliseconds since 1970: from the first day up to the last, which is excluded. */
export function dayBounds(filter: NoteFilter) {
  return {
    createdFrom: midnight(filter.createdAfter, 1),
    createdUntil: midnight(filter.createdBefore, 0),
    updatedFrom: midnight(filter.updatedAfter, 1),
  }
}

/** Midnight in this machine's time zone, `later` days after `day`; `null` without a day or for one that does not exist. */
function midnight(day: string | undefined, later: number): number | null {
  const [year = Number.NaN, month = 1, date = 1] = (day ?? '').split('-').map(Number)
  const at = new Date(year, month - 1, date + later)
  return day === undefined || Number.isNaN(at.getTime()) ? null : at.getTime()
}

/** A day that does not exist is sent as it is: the service's own words about it are shown. */
function shifted(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  date.setUTCDate(date.getUTCDate() + by)
  const text = date.toISOString().slice(0, 10)
  return /^\d{4}-/.test(text) ? text : day
}
