import { useEffect, useMemo, useRef, useState } from 'react'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { ListSelection } from '#ui/collections/use-list-selection.ts'

export interface NoteSelection extends ListSelection<NoteListItem> {
  readonly notes: readonly NoteListItem[]
  readonly onExport: () => void
}

/** Returns a list's selected notes. A different list (`name`) clears the selection, but a different order keeps it. */
export function useNoteSelection(name: string, onExport: () => void): NoteSelection {
  const latest = useRef(onExport)
  latest.current = onExport
  const [picked, setPicked] = useState<ReadonlyMap<string, NoteListItem>>(none)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name is what changes
  useEffect(() => setPicked(none), [name])
  return useMemo(
    () => ({
      count: picked.size,
      notes: [...picked.values()],
      has: ({ id }) => picked.has(id),
      set: (notes, isPicked) =>
        setPicked((before) => {
          const after = new Map(before)
          for (const note of notes) isPicked ? after.set(note.id, note) : after.delete(note.id)
          return after
        }),
      clear: () => setPicked(none),
      onExport: () => latest.current(),
    }),
    [picked],
  )
}

const none: ReadonlyMap<string, NoteListItem> = new Map()
