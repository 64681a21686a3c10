import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '../class-names.ts'
import css from './one-pane.module.css'

/** The place above the item that covers the list; `null` while the list is in view. */
const AboveItem = createContext<HTMLElement | null>(null)

/** What a list says about the item that is open: in the list, and above the item where the item covers the list. */
export function AboutItem({ children }: { readonly children: ReactNode }) {
  const above = useContext(AboveItem)
  return above ? createPortal(children, above) : children
}

/**
 * A list and one of its items where there is room for one of them. The list stays behind the item, so that it is as it was on
 * the way back and the keys lead on from the item. The focus follows what is shown.
 */
export function OnePane({
  list,
  detail,
}: {
  readonly list: ReactNode
  /** `null`: the list is shown. */
  readonly detail: ReactNode | null
}) {
  const [above, setAbove] = useState<HTMLElement | null>(null)
  const panes = useRef<HTMLDivElement>(null)
  const isBehind = detail !== null
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
  return (
    <div ref={panes} className={css.panes}>
      <div className={classes(css.list, isBehind && css.behind)} inert={isBehind}>
        <AboveItem value={above}>{list}</AboveItem>
      </div>
      {isBehind ? (
        <div className={css.detail} tabIndex={-1} data-detail>
          <div ref={setAbove} />
          {detail}
        </div>
      ) : null}
    </div>
  )
}
