import type { NoteOrder } from '#shared/notes/order.ts'

export interface NoteColumn {
  readonly id: 'title' | 'owner' | 'folder' | 'created' | 'updated' | 'events'
  readonly label: string
  /** By what a press on its head sorts. */
  readonly sorts: NoteOrder['by'] | null
  /** In a grid. */
  readonly size: string
}

/** The columns that a list of this width has room for; `null` where it has not even two, and a note takes two lines. */
export function columnsFor(width: number): readonly NoteColumn[] | null {
  return width < narrowest ? null : columns.filter(({ from }) => width >= from)
}

const narrowest = 480

/** In the order in which they stand; the least needed go first when room gets scarce. */
const columns: readonly (NoteColumn & { readonly from: number })[] = [
  { id: 'title', label: 'Title', sorts: 'title', size: 'minmax(0, 2fr)', from: 0 },
  { id: 'owner', label: 'Owner', sorts: 'owner', size: 'minmax(0, 1fr)', from: 0 },
  { id: 'folder', label: 'Folder', sorts: null, size: 'minmax(0, 1fr)', from: 820 },
  { id: 'created', label: 'Created', sorts: 'created', size: '96px', from: 720 },
  { id: 'updated', label: 'Updated', sorts: 'updated', size: '96px', from: 0 },
  { id: 'events', label: 'Events', sorts: null, size: '60px', from: 600 },
]

export const gridTemplate = (shown: readonly NoteColumn[]): string => shown.map(({ size }) => size).join(' ')
