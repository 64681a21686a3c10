import type { NoteOrder } from '#shared/notes/order.ts'
import { copy } from '../copy.ts'

export interface NoteColumn {
  readonly id: 'title' | 'owner' | 'folder' | 'created' | 'updated' | 'events'
  readonly label: string
  readonly sorts: NoteOrder['by'] | null
  readonly size: string
}

export const columnsFor = (width: number): readonly NoteColumn[] =>
  columns.filter(({ from }) => width >= from)

/** The columns in display order. `from` is the list's minimum width for a column. */
const columns: readonly (NoteColumn & { readonly from: number })[] = [
  { id: 'title', label: copy.columns.title, sorts: 'title', size: 'minmax(0, 5fr)', from: 0 },
  { id: 'folder', label: copy.columns.folder, sorts: null, size: 'minmax(0, 3fr)', from: 640 },
  { id: 'owner', label: copy.columns.owner, sorts: 'owner', size: 'minmax(0, 3fr)', from: 400 },
  { id: 'created', label: copy.columns.created, sorts: 'created', size: '84px', from: 820 },
  { id: 'updated', label: copy.columns.updated, sorts: 'updated', size: '84px', from: 240 },
  { id: 'events', label: copy.columns.events, sorts: null, size: '44px', from: 480 },
]
