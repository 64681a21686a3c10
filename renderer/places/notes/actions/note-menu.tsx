import { ActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { useNoteActions } from './use-note-actions.ts'

export function NoteItems({ id }: { readonly id: string }) {
  return <ActionItems groups={useNoteActions({ id })} />
}

/** Keyboard shortcuts for the note of the current row. */
export function NoteKeys({ id }: { readonly id: string }) {
  return <ActionKeys groups={useNoteActions({ id })} />
}
