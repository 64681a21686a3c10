import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../class-names.ts'
import css from './one-pane.module.css'

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
        {list}
      </div>
      {isBehind ? (
        <div className={css.detail} tabIndex={-1} data-detail>
          {detail}
        </div>
      ) : null}
    </div>
  )
}
