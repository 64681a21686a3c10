import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIsNarrow, useOnePane } from '../hooks/use-media.ts'
import css from './list-detail.module.css'
import { NoticeSlot } from './notice-slot.tsx'
import { SplitPane } from './split-pane.tsx'

export interface ListDetailProps {
  readonly name: string
  readonly list: ReactNode
  readonly detail: ReactNode | null
  /** Whether the list or the open item fills the whole width, even if there is room for both. */
  readonly alone?: boolean
  readonly listWidth?: number
  /** Initial width of the item in pixels. */
  readonly detailWidth?: number
}

/** The element above an item that covers the list, or `null` while the list is visible. */
const AboveItem = createContext<HTMLElement | null>(null)

/** Content of the list that is about the open item. It is rendered above the item while the item covers the list. */
export function AboutItem({ children }: { readonly children: ReactNode }) {
  const above = useContext(AboveItem)
  return above ? createPortal(children, above) : children
}

/**
 * A list and its open item, side by side or, in a small window, one at a time. The covered list stays mounted, so that it keeps
 * its state and J and K still work. Resizing the window keeps the focus and the input.
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
        {isBehind ? <NoticeSlot /> : null}
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

/** Moves the focus to the item when it covers the list, and back to the list when the list is visible again. */
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

/** The area of a page that fills the remaining height. Its panes scroll separately. */
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
