import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import { listMove } from '#ui/collections/list-keys.ts'
import type { HeldList } from '../live/use-held-list.ts'

/** Holds the list while someone is about to act on a row of it. Returns the handlers of the element around the list. */
export function useHolding(
  { hold, unhold }: Pick<HeldList, 'hold' | 'unhold'>,
  {
    isClosed,
    isEmpty,
    isNoneSelected,
  }: {
    /** No delivery is open. */
    readonly isClosed: boolean
    readonly isEmpty: boolean
    readonly isNoneSelected: boolean
  },
) {
  useEffect(() => {
    if (isClosed) unhold('open')
  }, [isClosed, unhold])
  useEffect(() => {
    // A list that goes away with its last row says nothing about the focus.
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
    // A key chose a row or closed it, and the next one acts on it: it must not drift out of view.
    onKeyDown({ key }: KeyboardEvent) {
      if (choosesRow(key) || (key === 'Escape' && !isClosed)) hold('keys')
    },
    // In one pane, closing a delivery leads back to its row.
    onFocus({ target }: FocusEvent) {
      if (target.matches('[aria-activedescendant]:focus-visible')) hold('keys')
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) unhold('keys')
    },
  }
}

/** Whether a key of the list leads to a row. */
const choosesRow = (key: string) => listMove(key, 0, 1, 1) !== null

/** Calls `onEnd` once when the pointer that pressed is let go, wherever it is by then. */
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
