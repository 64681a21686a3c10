import type { ComponentProps, ReactNode } from 'react'
import type { NotesPageProps } from '../notes-search.ts'
import type { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'

export interface ListingProps extends NotesPageProps {
  readonly title: string
  readonly picks: NoteSelection
  /** Whether the service is not available. The index then offers no switch to the service's list. */
  readonly isFallback: boolean
  /** Whether a banner above already explains that there is no key and that the notes come from the index. */
  readonly isKeyless: boolean
}

/** The props of one of the two lists. `isShown` is `false` for the other one, which is not loaded. */
export type OneListingProps = Omit<ListingProps, 'picks'> & { readonly isShown: boolean }

export interface Listing {
  readonly above: ReactNode
  readonly table: Omit<ComponentProps<typeof NoteTable>, 'search' | 'onSearch' | 'picks'> | null
  readonly instead: ReactNode
}
