import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import { listMove } from '#ui/collections/list-keys.ts'
import type { HeldList } from '../live/use-held-list.ts'

/** Pauses the list's updates while the user is about to act on a row. Returns event handlers for the element around the list. */
export function useHolding(
  { hold, unhold }: Pick<HeldList, 'hold' | 'unhold'>,
  {
    isClosed,
    isEmpty,
    isNoneSelected,
  }: {
    readonly isClosed: boolean
    readonly isEmpty: boolean
    readonly isNoneSelected: boolean
  },
) {
  useEffect(() => {
    if (isClosed) unhold('open')
  }, [isClosed, unhold])
  useEffect(() => {
    // Ends the pause here, because the browser fires no blur event if the list disappears together with its last row.
    if (isEmpty) unhold('keys')
  }, [isEmpty, unhold])
  useEffect(() => {
    if (isNoneSelected) unhold('selection')
  }, [isNoneSelected, unhold])
  const endPress = usePress(() => unhold('press'))
  return {
    onPointerMove({ pointerType }: PointerEvent) {
      if (pointerType !== 'touch') hold('pointer')
    },
    onPointerLeave: () => unhold('pointer'),
    onPointerDown() {
      hold('press')
      endPress.arm()
    },
    // Pauses the list, because the next key will act on the row that this key has selected.
    onKeyDown({ key }: KeyboardEvent) {
      if (choosesRow(key) || (key === 'Escape' && !isClosed)) hold('keys')
    },
    onFocus({ target }: FocusEvent) {
      if (target.matches('[aria-activedescendant]:focus-visible')) hold('keys')
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) unhold('keys')
    },
  }
}

const choosesRow = (key: string) => listMove(key, 0, 1, 1) !== null

/** Calls `onEnd` once when the pressed pointer is released, wherever it is. */
function usePress(onEnd: () => void) {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    if (!isArmed) return
    const end = () => {
      setArmed(false)
      onEnd()
    }
    for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, end)
    return () => {
      for (const type of ['pointerup', 'pointercancel']) window.removeEventListener(type, end)
    }
  })
  return { arm: () => setArmed(true) }
}
