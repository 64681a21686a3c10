import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIsNarrow, useOnePane } from '../hooks/use-media.ts'
import css from './list-detail.module.css'
import { SplitPane } from './split-pane.tsx'

export interface ListDetailProps {
  /** Under which the width of the list is remembered on this machine. */
  readonly name: string
  readonly list: ReactNode
  /** The chosen item; `null` when none is. */
  readonly detail: ReactNode | null
  /** The list takes the whole width and the item its place, also where there is room for both. */
  readonly alone?: boolean
  /** In pixels, before the user sets another. */
  readonly listWidth?: number
  /** The same of the item: it opens beside the list, which has the whole width while there is none. */
  readonly detailWidth?: number
}

/** The place above the item that covers the list; `null` while the list is in view. */
const AboveItem = createContext<HTMLElement | null>(null)

/** What a list says about the item that is open: in the list, and above the item where the item covers the list. */
export function AboutItem({ children }: { readonly children: ReactNode }) {
  const above = useContext(AboveItem)
  return above ? createPortal(children, above) : children
}

/**
 * A list and its chosen item: side by side, or one at a time in a small window. Then the list stays behind the item, so that it
 * is as it was on the way back and the keys lead on from the item, and the focus follows what is shown. Both are the same
 * elements at every width, so a window that is resized keeps the focus and what was typed.
 */
export function ListDetail({ name, list, detail, alone = false, listWidth, detailWidth }: ListDetailProps) {
  const narrow = useIsNarrow()
  const single = useOnePane() || alone
  const [above, setAbove] = useState<HTMLElement | null>(null)
  const isBehind = single && detail !== null
  const panes = useFocusOnShown(isBehind)
  const listPart = <AboveItem value={isBehind ? above : null}>{list}</AboveItem>
  const detailPart =
    detail === null ? null : (
      <div className={css.detail} tabIndex={-1} data-detail>
        <div ref={setAbove} />
        {detail}
      </div>
    )
  return (
    <Panes of={panes}>
      {detailWidth !== undefined ? (
        <SplitPane
          name={name}
          label="the detail"
          initial={detailWidth}
          min={320}
          max={900}
          side={detailPart}
          at="end"
          single={single}
        >
          {listPart}
        </SplitPane>
      ) : (
        <SplitPane
          name={name}
          label="the list"
          initial={listWidth ?? (narrow ? 350 : 440)}
          min={280}
          max={900}
          side={listPart}
          single={single}
        >
          {detailPart}
        </SplitPane>
      )}
    </Panes>
  )
}

/** Leads the focus to the item when it covers the list, and back to the list when that is in view again. */
function useFocusOnShown(isBehind: boolean) {
  const panes = useRef<HTMLDivElement>(null)
  const wasBehind = useRef(isBehind)
  useEffect(() => {
    if (wasBehind.current === isBehind) return
    wasBehind.current = isBehind
    const { activeElement } = document
    const hidden = panes.current?.querySelector('[inert]')
    const isLost = activeElement === null || activeElement === document.body
    if (!isLost && !hidden?.contains(activeElement)) return
    const find = (selector: string) => panes.current?.querySelector<HTMLElement>(selector)
    const shown = isBehind
      ? (find('article') ?? find('[data-detail]'))
      : find('[role="listbox"][tabindex="0"]')
    shown?.focus()
  }, [isBehind])
  return panes
}

/** The part of a page that fills what its strips leave, and scrolls inside. */
export function Panes({
  of,
  children,
}: {
  readonly of?: { readonly current: HTMLDivElement | null }
  readonly children: ReactNode
}) {
  return (
    <div ref={of} className={css.panes}>
      {children}
    </div>
  )
}
