import type { ReactNode, RefObject } from 'react'
import { toast } from '../feedback/toast/toast.ts'
import { deleteKey } from '../platform-keys.ts'
import css from './key-hint.module.css'

/**
 * Shows a key and its effect, below a list or a pane. Clicking the hint has the same effect as the key. The hint is not focusable
 * and must be placed inside `aria-hidden`, because the key itself works, and the shortcut list and the menus describe it.
 */
export function KeyHint({
  name,
  list,
  children,
}: {
  readonly name: string
  /** The list that handles the key, if the hint is outside that list. */
  readonly list?: RefObject<HTMLElement | null> | undefined
  readonly children?: ReactNode
}) {
  const press = (hint: HTMLElement) => {
    list?.current?.focus({ preventScroll: true })
    const key = keyCalled.get(name) ?? name.toLowerCase()
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    // The key does nothing until a row is selected.
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
