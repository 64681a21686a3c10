import { ActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { useNoteActions } from './use-note-actions.ts'

/** The items of the menu of a note. */
export function NoteItems({ id }: { readonly id: string }) {
  return <ActionItems groups={useNoteActions({ id })} />
}

/** The keys of the note that is the current row of its list. */
export function NoteKeys({ id }: { readonly id: string }) {
  return <ActionKeys groups={useNoteActions({ id })} />
}
