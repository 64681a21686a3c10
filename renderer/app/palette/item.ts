import type { LucideIcon } from 'lucide-react'
import type { Keys } from '#shared/app/commands.ts'

/** A line of the palette. */
export interface PaletteItem {
  /** Under which it is remembered: of what kind it is, and its id. Never text of a note. */
  readonly key: string
  readonly icon: LucideIcon
  readonly label: string
  /** It is an id. */
  readonly isId?: boolean
  /** What tells it apart, at the end of the line. */
  readonly detail?: string | undefined
  readonly keys?: Keys | undefined
  /** Why it cannot be run now. */
  readonly disabled?: string | undefined
  /** What else it is found by. */
  readonly words?: string | undefined
  readonly run: () => void
}

export interface PaletteGroup {
  readonly id: string
  readonly title: string
  readonly items: readonly PaletteItem[]
}

/** What is typed begins with `>`, which leaves the actions, or with `#`, which leaves what has such an id. */
export type Mode = 'actions' | 'ids' | null
