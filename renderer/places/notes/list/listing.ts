import type { ComponentProps, ReactNode } from 'react'
import type { NotesPageProps } from '../notes-search.ts'
import type { NoteTable } from '../table/note-table.tsx'
import type { NoteSelection } from '../table/use-note-selection.ts'

export interface ListingProps extends NotesPageProps {
  readonly title: string
  readonly picks: NoteSelection
  /** Whether the list shows the index only because the service is not available. */
  readonly isFallback: boolean
  /** Whether a banner already explains that there is no key. */
  readonly isKeyless: boolean
}

export type OneListingProps = Omit<ListingProps, 'picks'> & { readonly isShown: boolean }

export interface Listing {
  readonly above: ReactNode
  readonly table: Omit<ComponentProps<typeof NoteTable>, 'search' | 'onSearch' | 'picks'> | null
  readonly instead: ReactNode
}
