import type { ReactNode, RefObject } from 'react'
import { toast } from '../feedback/toast/toast.ts'
import { deleteKey } from '../platform-keys.ts'
import css from './key-hint.module.css'

/**
 * A key and its effect, at the foot of a list or a pane. A click has the same effect as the key. Not focusable and hidden from screen
 * readers, because the key itself works and the shortcut list and menus describe it. Place it inside `aria-hidden`.
 */
export function KeyHint({
  name,
  list,
  children,
}: {
  /** Name of the key as shown, such as `R`, `Esc` or `Enter`. */
  readonly name: string
  /** The list that handles the key, if the hint is outside of that list. */
  readonly list?: RefObject<HTMLElement | null> | undefined
  readonly children?: ReactNode
}) {
  const press = (hint: HTMLElement) => {
    list?.current?.focus({ preventScroll: true })
    const key = keyCalled.get(name) ?? name.toLowerCase()
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    // The key has no effect before a row is selected.
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

/** Keys that are not letters, by the name that is shown. */
const keyCalled: ReadonlyMap<string, string> = new Map([
  ['Esc', 'Escape'],
  ['Enter', 'Enter'],
  [deleteKey, 'Delete'],
])

const selectFirst = 'Select a row first.'
