import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Whether letter shortcuts act on the current row: while it has the focus ring, or after the user moved to it or clicked it. Not after the
 * open item was closed by mouse, because the row then stays current without being marked.
 */
export function useIsChosen(
  selectedKey: string | number | null,
  hasRow: (key: string | number) => boolean,
  list: RefObject<HTMLElement | null>,
) {
  const [isChosen, setChosen] = useState(true)
  const open = useRef(selectedKey)
  const latest = useRef(hasRow)
  latest.current = hasRow
  useEffect(() => {
    const before = open.current
    open.current = selectedKey
    if (selectedKey !== null) setChosen(true)
    // A row that is no longer listed was deleted, and the next one takes its place.
    else if (before !== null) setChosen(!latest.current(before) || hasRing(list.current))
  }, [selectedKey, list])
  return {
    now: isChosen,
    set: () => setChosen(true),
    unset: () => setChosen(false),
    /** Call this when the list gets the focus. While an item is open, its row may be gone, and shortcuts must not act on its neighbor. */
    onFocus() {
      if (selectedKey === null && hasRing(list.current)) setChosen(true)
    },
  }
}

const hasRing = (list: HTMLElement | null) => list?.matches(':focus-visible') ?? false
