import type { LucideIcon } from 'lucide-react'
import type { Keys } from '#shared/app/commands.ts'

/** An entry of the palette. */
export interface PaletteItem {
  /** Key in the recent list: the kind and the id of the item. Never contains text of a note. */
  readonly key: string
  readonly icon: LucideIcon
  readonly label: string
  /** The label is an id. */
  readonly isId?: boolean
  /** Shown at the end of the line, to distinguish items with the same label. */
  readonly detail?: string | undefined
  readonly keys?: Keys | undefined
  /** Reason why the item cannot be run now. */
  readonly disabled?: string | undefined
  /** Additional words to search by. */
  readonly words?: string | undefined
  readonly run: () => void
}

export interface PaletteGroup {
  readonly id: string
  readonly title: string
  readonly items: readonly PaletteItem[]
}

/** Filter that the first typed character selects: `>` shows only actions, and `#` finds items by id. */
export type Mode = 'actions' | 'ids' | null
