import type { ReactNode } from 'react'
import { KeyHint } from '../collections/key-hint.tsx'
import css from './detail-keys.module.css'

/** The keys of an item's pane, at its foot. */
export function DetailKeys({
  alone,
  children,
}: {
  /** There is no list beside the pane. */
  readonly alone: boolean
  /** Keys of the item's actions, as `KeyHint`s. */
  readonly children?: ReactNode
}) {
  return (
    <span className={css.keys} data-keys aria-hidden>
      <span className={css.walk}>
        <KeyHint name="J" />
        <KeyHint name="K">Next, previous</KeyHint>
      </span>
      {children}
      <span className={alone ? undefined : css.out}>
        <KeyHint name="Esc">{alone ? 'Back' : 'Focus list'}</KeyHint>
      </span>
    </span>
  )
}
