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
  const ms = Date.parse(updatedAt ?? createdAt ?? '')
  return Number.isNaN(ms) ? null : ms
}

export const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
