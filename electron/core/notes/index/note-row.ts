import { textOrNull } from '#core/database/sql.ts'
import type { NoteListItem } from '#shared/notes/model.ts'

export type Row = Readonly<Record<string, unknown>>

export function noteOf(row: Row): NoteListItem {
  const name = textOrNull(row.owner_name)
  return {
    id: String(row.id),
    title: String(row.title),
    owner: name === null ? null : { name, email: textOrNull(row.owner_email) ?? '' },
    createdAt: textOrNull(row.created_at),
    updatedAt: textOrNull(row.updated_at),
  }
}

/** Returns when a note last changed, in milliseconds since 1970, or `null` if the note has no time. */
export function changeOf({ createdAt, updatedAt }: Pick<NoteListItem, 'createdAt' | 'updatedAt'>) {
  return instantOf(updatedAt ?? createdAt)
}

/** Parses a time from the service to milliseconds since 1970. Returns `null` if it is missing or invalid. */
export function instantOf(time: string | null): number | null {
  const ms = Date.parse(time ?? '')
  return Number.isNaN(ms) ? null : ms
}
