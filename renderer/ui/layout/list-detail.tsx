import type { ReactNode } from 'react'
import { useIsNarrow, useOnePane } from '../hooks/use-media.ts'
import css from './list-detail.module.css'
import { OnePane } from './one-pane.tsx'
import { SplitPane } from './split-pane.tsx'

export interface ListDetailProps {
  /** Under which the width of the list is remembered on this machine. */
  readonly name: string
  readonly list: ReactNode
  /** The chosen item; `null` when none is. */
  readonly detail: ReactNode | null
  /** Beside the list while no item is chosen; without it the list takes the whole width. */
  readonly placeholder?: ReactNode
  /** The list takes the whole width and the item its place, also where there is room for both. */
  readonly alone?: boolean
  /** In pixels, before the user sets another. */
  readonly listWidth?: number
  /** The same of the item: it opens beside the list, which has the whole width while there is none. */
  readonly detailWidth?: number
}

/** A list and its chosen item: side by side, or one at a time in a small window. */
export function ListDetail({
  name,
  list,
  detail,
  placeholder = null,
  alone = false,
  listWidth,
  detailWidth,
}: ListDetailProps) {
  const narrow = useIsNarrow()
  const onePane = useOnePane()
  return (
    <Panes>
      {onePane || alone ? (
        <OnePane list={list} detail={detail} />
      ) : detailWidth !== undefined ? (
        <SplitPane
          name={name}
          label="the detail"
          initial={detailWidth}
          min={320}
          max={900}
          side={detail}
          at="end"
        >
          {list}
        </SplitPane>
      ) : (
        <SplitPane
          name={name}
          label="the list"
          initial={listWidth ?? (narrow ? 350 : 440)}
          min={280}
          max={900}
          side={list}
        >
          {detail ?? placeholder}
        </SplitPane>
      )}
    </Panes>
  )
}

/** The part of a page that fills what its strips leave, and scrolls inside. */
export function Panes({ children }: { readonly children: ReactNode }) {
  return <div className={css.panes}>{children}</div>
}
