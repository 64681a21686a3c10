import type { ComponentProps, ReactNode } from 'react'
import type { NotesPageProps } from '../notes-search.ts'
import type { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'

export interface ListingProps extends NotesPageProps {
  /** What the list is called: a folder, or all notes. */
  readonly title: string
  readonly picks: NoteSelection
  /** The service is not available, so the index has no link to its list. */
  readonly isFallback: boolean
  /** A banner above says that there is no key, and that the notes are from the index. */
  readonly isKeyless: boolean
}

/** One of the two that can be shown; the other is not read. */
export type OneListingProps = Omit<ListingProps, 'picks'> & { readonly isShown: boolean }

/** What a list of notes shows. */
export interface Listing {
  /** What is said above the rows. */
  readonly above: ReactNode
  readonly table: Omit<ComponentProps<typeof NoteTable>, 'search' | 'onSearch' | 'picks'> | null
  /** Stands where the rows would, if there are none. */
  readonly instead: ReactNode
}
