import type { ReactNode } from 'react'
import type { CompareWith } from './compare/compare-sides.ts'

export type DetailTab = 'payload' | 'headers' | 'verification' | 'attempts' | 'sends'

/** What is shown and chosen, as stored in the address. */
export interface InspectorSearch {
  /** The filter as typed. */
  readonly q?: string | undefined
  readonly delivery?: number | undefined
  readonly tab?: DetailTab | undefined
  /** What the chosen delivery is compared with. Its own id: it is marked, and another is yet to be chosen. */
  readonly compare?: CompareWith | undefined
  /** The dialog of simulated responses is open. */
  readonly answers?: boolean | undefined
  /** The dialog of rejected requests is open. */
  readonly refused?: boolean | undefined
  /** A session file is shown instead of the deliveries received here. */
  readonly session?: SessionSearch | undefined
}

/** An opened session file, and what is chosen in it. */
export interface SessionSearch {
  /** The name under which this window holds its content. */
  readonly file: string
  readonly q?: string | undefined
  readonly delivery?: number | undefined
  readonly tab?: DetailTab | undefined
}

export interface InspectorPageProps {
  readonly search: InspectorSearch
  readonly onSearch: (changes: InspectorSearch, how?: { readonly replace?: boolean }) => void
  readonly listen: ListenParts
}

/** Parts of listening, which other pages show too. */
export interface ListenParts {
  readonly button: ReactNode
  /** The button as the main action of an empty page. */
  readonly first: ReactNode
  /** The state of listening. */
  readonly strip: ReactNode
}
