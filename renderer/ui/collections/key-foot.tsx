import type { RefObject } from 'react'
import css from './key-foot.module.css'
import { KeyHint } from './key-hint.tsx'

export function KeyFoot({
  keys,
  closes = false,
  list,
}: {
  /** Keys with a description of their effect. A key without a description is shown together with the next key. */
  readonly keys: readonly (readonly [key: string, does: string])[]
  readonly closes?: boolean
  readonly list: RefObject<HTMLElement | null>
}) {
  return (
    <p className={css.foot} aria-hidden>
      {keys.map(([key, does]) => (
        <span key={key} className={does === '' ? css.joined : undefined}>
          <KeyHint name={key} list={list}>
            {does}
          </KeyHint>
        </span>
      ))}
      {closes ? (
        <span className={css.closes}>
          <KeyHint name="Esc" list={list}>
            Close pane
          </KeyHint>
        </span>
      ) : null}
    </p>
  )
}
