import { columns as copy } from '../copy.ts'

export interface ReceiverColumn {
  readonly id: 'name' | 'url' | 'live' | 'health' | 'waiting' | 'last'
  readonly label: string
  /** Its CSS grid track. */
  readonly size: string
  /** Aligned to the end. */
  readonly isEnd?: boolean
}

/** The columns that fit into this width, in display order. */
export const columnsFor = (width: number): readonly ReceiverColumn[] =>
  all.filter(({ from }) => width >= from)

const all: readonly (ReceiverColumn & { readonly from: number })[] = [
  { id: 'name', label: copy.name, size: 'minmax(0, 2fr)', from: 0 },
  { id: 'url', label: copy.url, size: 'minmax(0, 3fr)', from: 620 },
  { id: 'health', label: copy.health, size: '124px', from: 480 },
  { id: 'waiting', label: copy.waiting, size: '76px', isEnd: true, from: 250 },
  { id: 'last', label: copy.last, size: '116px', isEnd: true, from: 740 },
  { id: 'live', label: copy.live, size: '36px', from: 0 },
]
