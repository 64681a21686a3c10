import type { ComponentProps, ReactNode } from 'react'
import type { NotesPageProps } from '../notes-search.ts'
import type { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'

export interface ListingProps extends NotesPageProps {
  /** Name of the list: a folder, or all notes. */
  readonly title: string
  readonly picks: NoteSelection
  /** Whether the service is not available, so that the index does not offer its list. */
  readonly isFallback: boolean
  /** Whether a banner above already explains that there is no key and that the notes are from the index. */
  readonly isKeyless: boolean
}

/** Properties of one of the two lists. `isShown` is false for the other, which is not loaded. */
export type OneListingProps = Omit<ListingProps, 'picks'> & { readonly isShown: boolean }

/** Content of a list of notes. */
export interface Listing {
  /** Content above the rows. */
  readonly above: ReactNode
  readonly table: Omit<ComponentProps<typeof NoteTable>, 'search' | 'onSearch' | 'picks'> | null
  /** Content in place of the rows, if there are none. */
  readonly instead: ReactNode
}
