import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Whether the letters act on the current row: on the one with the focus ring, and on the one that the user moved to or clicked. Not after
 * what was open was closed by mouse: then the row still is the current one, but nothing shows it.
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
    // One that is gone was deleted, and the next one takes its place.
    else if (before !== null) setChosen(!latest.current(before) || hasRing(list.current))
  }, [selectedKey, list])
  return {
    now: isChosen,
    set: () => setChosen(true),
    unset: () => setChosen(false),
    /** The list got the focus. What is open may be gone, and its neighbor is not meant. */
    onFocus() {
      if (selectedKey === null && hasRing(list.current)) setChosen(true)
    },
  }
}

const hasRing = (list: HTMLElement | null) => list?.matches(':focus-visible') ?? false
