import type { LucideIcon } from 'lucide-react'
import type { Keys } from '#shared/app/commands.ts'
import type { Range } from '#ui/text/marked-text.tsx'

export interface PaletteItem {
  /** The item's key in the recent list, made of its kind and id. Never contains a note's text. */
  readonly key: string
  readonly icon: LucideIcon
  readonly label: string
  readonly isId?: boolean
  /** Shown at the end of the line to distinguish items that have the same label. */
  readonly detail?: string | undefined
  /** Shown below the label. Never remembered. */
  readonly snippet?: { readonly text: string; readonly marks: readonly Range[] } | undefined
  readonly keys?: Keys | undefined
  readonly disabled?: string | undefined
  readonly words?: string | undefined
  readonly run: () => void
}

export interface PaletteGroup {
  readonly id: string
  readonly title: string
  readonly items: readonly PaletteItem[]
}

/** The filter set by the first typed character: `>` shows only actions, and `#` finds items by id. */
export type Mode = 'actions' | 'ids' | null
