import { columns } from './copy.ts'
import type { EndpointSort } from './endpoint-order.ts'

export interface EndpointColumn {
  readonly id: 'name' | 'events' | 'state' | 'day' | 'success' | 'delivery'
  readonly label: string
  /** Sort order that the column head applies, and its direction. */
  readonly sorts: { readonly by: EndpointSort; readonly direction: 'up' | 'down' } | null
  /** CSS grid track. */
  readonly size: string
  /** Whether the cells are aligned to the end. */
  readonly isEnd?: boolean
}

/** Returns the columns that fit into this width. */
export const columnsFor = (width: number): readonly EndpointColumn[] =>
  all.filter(({ from }) => width >= from)

/** Columns in display order. `from` is the minimum width of the list for a column. */
const all: readonly (EndpointColumn & { readonly from: number })[] = [
  {
    id: 'name',
    label: columns.name,
    sorts: { by: 'name', direction: 'up' },
    size: 'minmax(0, 3fr)',
    from: 0,
  },
  { id: 'events', label: columns.events, sorts: null, size: 'minmax(0, 2fr)', from: 840 },
  {
    id: 'state',
    label: columns.state,
    sorts: { by: 'state', direction: 'up' },
    size: 'minmax(116px, 1fr)',
    from: 560,
  },
  { id: 'day', label: columns.day, sorts: null, size: '71px', from: 300 },
  { id: 'success', label: columns.success, sorts: null, size: '52px', isEnd: true, from: 300 },
  {
    id: 'delivery',
    label: columns.delivery,
    sorts: { by: 'delivery', direction: 'down' },
    size: '92px',
    isEnd: true,
    from: 640,
  },
]
