import type { NoteListItem } from '../../../shared/domain/note.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { VisibleText } from '../../ui/visible-text.tsx'
import css from './note-row.module.css'

/** One note of the list: the title, whose it is, when it changed. */
export function NoteRow({ note }: { readonly note: NoteListItem }) {
  return (
    <div className={css.row}>
      <span className={css.title}>{note.title === '' ? 'Untitled' : <VisibleText text={note.title} />}</span>
      <span className={css.owner}>{ownerName(note) ?? 'No owner'}</span>
      <span className={css.time}>
        {note.updatedAt === null ? 'created ' : 'updated '}
        <TimeText iso={note.updatedAt ?? note.createdAt} />
      </span>
    </div>
  )
}

export function spokenNote(note: NoteListItem): string {
  const owner = ownerName(note)
  return `${note.title || 'Untitled'}${owner ? `, ${owner}` : ''}`
}

function ownerName({ owner }: NoteListItem): string | null {
  return owner === null ? null : owner.name || owner.email || null
}
