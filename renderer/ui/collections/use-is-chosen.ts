import { useEffect, useRef, useState } from 'react'

/**
 * Whether the letters act on the current row. Not after what was open was closed, until the user moves to a row or clicks one: it
 * still has the focus, but is no longer what the user looks at.
 */
export function useIsChosen(selectedKey: string | number | null, hasRow: (key: string | number) => boolean) {
  const [isChosen, setChosen] = useState(true)
  const open = useRef(selectedKey)
  const latest = useRef(hasRow)
  latest.current = hasRow
  useEffect(() => {
    const before = open.current
    open.current = selectedKey
    if (selectedKey !== null) setChosen(true)
    // One that is gone was deleted, and the next one takes its place.
    else if (before !== null) setChosen(!latest.current(before))
  }, [selectedKey])
  return { now: isChosen, set: () => setChosen(true), unset: () => setChosen(false) }
}
