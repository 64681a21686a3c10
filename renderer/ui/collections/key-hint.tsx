import type { ReactNode, RefObject } from 'react'
import { toast } from '../feedback/toast/toast.ts'
import { deleteKey } from '../platform-keys.ts'
import css from './key-hint.module.css'

/**
 * Shows a key and its effect below a list. Clicking the hint sends the key to the list. The hint must be inside `aria-hidden`,
 * because the shortcut list and the menus already describe the key to screen readers.
 */
export function KeyHint({
  name,
  list,
  children,
}: {
  readonly name: string
  readonly list?: RefObject<HTMLElement | null> | undefined
  readonly children?: ReactNode
}) {
  const press = (hint: HTMLElement) => {
    list?.current?.focus({ preventScroll: true })
    const key = keyCalled.get(name) ?? name.toLowerCase()
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    // If no handler used the key, the user has to select a row first.
    if ((list?.current ?? hint).dispatchEvent(event) && list) toast({ tone: 'info', title: selectFirst })
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      className={css.key}
      onClick={({ currentTarget }) => press(currentTarget)}
    >
      <kbd>{name}</kbd>
      {children}
    </button>
  )
}

const keyCalled: ReadonlyMap<string, string> = new Map([
  ['Esc', 'Escape'],
  ['Enter', 'Enter'],
  [deleteKey, 'Delete'],
])

const selectFirst = 'Select a row first.'

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
