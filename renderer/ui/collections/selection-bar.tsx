import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { LiveStatus } from '../text/visually-hidden.tsx'
import css from './selection-bar.module.css'

/** Below a list: how many of its rows are selected, and what can be done with them. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  readonly count: number
  readonly onClear: () => void
  readonly children: ReactNode
}) {
  const words = `${count.toLocaleString()} selected`
  return (
    <>
      <LiveStatus>{count > 0 ? words : ''}</LiveStatus>
      {count > 0 ? (
        <fieldset className={css.bar} aria-label="Selection">
          <span className={css.count}>{words}</span>
          <IconButton label="Clear the selection" shortcut="Esc" onPress={onClear}>
            <X size={15} aria-hidden />
          </IconButton>
          <span className={css.actions}>{children}</span>
        </fieldset>
      ) : null}
    </>
  )
}
