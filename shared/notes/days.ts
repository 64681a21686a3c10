import type { NoteFilter, NoteListItem } from './model.ts'

/** Returns whether the note's days, in this computer's time zone, are within the filter. A note without a time matches. */
export function withinDays(item: NoteListItem, filter: NoteFilter): boolean {
  const created = localDay(item.createdAt)
  const updated = localDay(item.updatedAt)
  return (
    isAfter(created, filter.createdAfter) &&
    (created === null || filter.createdBefore === undefined || created < filter.createdBefore) &&
    isAfter(updated, filter.updatedAfter)
  )
}

/** Days in the format `YYYY-MM-DD` can be compared as text. */
const isAfter = (day: string | null, bound: string | undefined) =>
  day === null || bound === undefined || day > bound

function localDay(time: string | null): string | null {
  const date = new Date(time ?? '')
  if (Number.isNaN(date.getTime())) return null
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
