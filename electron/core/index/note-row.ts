import type { NoteListItem } from '../../../shared/domain/note.ts'

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

export const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
