import type { ReactNode } from 'react'
import type { CompareWith } from './compare/compare-sides.ts'

export type DetailTab = 'payload' | 'headers' | 'verification' | 'attempts'

/** What is chosen, as it stands in the address. */
export interface InspectorSearch {
  /** The filter as it was typed. */
  readonly q?: string | undefined
  readonly delivery?: number | undefined
  readonly tab?: DetailTab | undefined
  /** What the chosen one is compared with; itself: it is marked, and waits for another. */
  readonly compare?: CompareWith | undefined
  /** Simulated answers are being chosen. */
  readonly answers?: boolean | undefined
  /** What was not kept is being looked at. */
  readonly refused?: boolean | undefined
  /** A session file is looked at, in place of what was received here. */
  readonly session?: SessionSearch | undefined
}

/** An opened session file, and what is chosen in it. */
export interface SessionSearch {
  /** Its name, which stands for what was read of it. */
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

/** Listening by one button, which is not only of this place. */
export interface ListenParts {
  readonly button: ReactNode
  /** The same where it is the thing to do. */
  readonly first: ReactNode
  /** How it stands. */
  readonly strip: ReactNode
}
