import type { NoteFilter, NoteListItem } from '../../../shared/domain/note.ts'
import { daysOfDoubt } from './assumptions.ts'

/**
 * The days as they are sent: a day wider on each side, because neither the time zone of a *date* nor whether its bound is
 * inclusive is specified (section 4, *GET /v1/notes*). `withinDays` takes out what came too much.
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

/** Whether the note's days, by this machine's time zone, lie after and before the ones named. A note without a time is kept. */
export function withinDays(item: NoteListItem, filter: NoteFilter): boolean {
  const created = item.createdAt === null ? null : localDay(item.createdAt)
  const updated = item.updatedAt === null ? null : localDay(item.updatedAt)
  return (
    isAfter(created, filter.createdAfter) &&
    (created === null || filter.createdBefore === undefined || created < filter.createdBefore) &&
    isAfter(updated, filter.updatedAfter)
  )
}

/** The same as moments, ISO time: from the first, and up to but without the last. */
export function dayBounds(filter: NoteFilter) {
  return {
    createdFrom: midnight(filter.createdAfter, 1),
    createdUntil: midnight(filter.createdBefore, 0),
    updatedFrom: midnight(filter.updatedAfter, 1),
  }
}

/** Midnight of this machine's time zone, so many days later; `null` for no day, and for one that there is not. */
function midnight(day: string | undefined, later: number): string | null {
  const [year = Number.NaN, month = 1, date = 1] = (day ?? '').split('-').map(Number)
  const at = new Date(year, month - 1, date + later)
  return day === undefined || Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** `YYYY-MM-DD` sorts as text. */
const isAfter = (day: string | null, bound: string | undefined) =>
  day === null || bound === undefined || day > bound

/** A day that does not exist is sent as it is: the service's own words about it are shown. */
function shifted(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  date.setUTCDate(date.getUTCDate() + by)
  const text = date.toISOString().slice(0, 10)
  return /^\d{4}-/.test(text) ? text : day
}

function localDay(time: string): string {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
