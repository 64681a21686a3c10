import type { ReactNode } from 'react'
import { KeyHint } from '../collections/key-hint.tsx'
import css from './detail-keys.module.css'

/** The keys that work in the pane beside a list, at its foot. */
export function DetailKeys({
  children,
}: {
  /** Those of its items, as `KeyHint`s. */ readonly children?: ReactNode
}) {
  return (
    <span className={css.keys} data-keys aria-hidden>
      <span className={css.walk}>
        <KeyHint name="J" />
        <KeyHint name="K">Next, previous</KeyHint>
      </span>
      {children}
      <KeyHint name="Esc">Back</KeyHint>
    </span>
  )
}
