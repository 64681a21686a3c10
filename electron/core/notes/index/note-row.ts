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

/** When a note changed last, in milliseconds; `null` where it says no time. */
export function changeOf({ createdAt, updatedAt }: Pick<NoteListItem, 'createdAt' | 'updatedAt'>) {
  return instantOf(updatedAt ?? createdAt)
}

/** The instant of a time as served, in milliseconds since 1970; `null` if there is none or it cannot be read. */
export function instantOf(time: string | null): number | null {
  const ms = Date.parse(time ?? '')
  return Number.isNaN(ms) ? null : ms
}
