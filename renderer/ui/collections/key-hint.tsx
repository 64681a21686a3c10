import type { ReactNode, RefObject } from 'react'
import { toast } from '../feedback/toast/toast.ts'
import { deleteKey } from '../platform-keys.ts'
import css from './key-hint.module.css'

/**
 * A key and what it does, at the foot of a list or a pane. A click does what the key does. Not for the keyboard, which has the key, nor
 * for screen readers: the list of shortcuts and the menus say it to everyone. Place it inside `aria-hidden`.
 */
export function KeyHint({
  name,
  list,
  children,
}: {
  /** As it is shown: `R`, `Esc`, `Enter`. */
  readonly name: string
  /** The list that has the key, if it is not where the hint is. */
  readonly list?: RefObject<HTMLElement | null> | undefined
  readonly children?: ReactNode
}) {
  const press = (hint: HTMLElement) => {
    list?.current?.focus({ preventScroll: true })
    const key = keyCalled.get(name) ?? name.toLowerCase()
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    // The key does nothing before a row is selected.
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

/** Keys that are not a letter, by the name that is shown. */
const keyCalled: ReadonlyMap<string, string> = new Map([
  ['Esc', 'Escape'],
  ['Enter', 'Enter'],
  [deleteKey, 'Delete'],
])

const selectFirst = 'Select a row first.'
