import { useEffect, useRef, useState } from 'react'

/** Milliseconds for which a row counts as new, slightly longer than its fade-in. */
const newForMs = 200
/** Maximum number of rows that fade in together. If more rows arrive at once, fading would be slow and hide the whole page. */
const mostFading = 4

/**
 * Rows with an id above the returned one fade in, because they arrived after the list (`listKey`) was loaded.
 */
export function useArrivals(newest: number, listKey: string): number {
  const [settled, setSettled] = useState({ listKey, newest })
  if (settled.listKey !== listKey || (settled.newest === 0 && newest > 0)) setSettled({ listKey, newest })
  const latest = useRef(newest)
  latest.current = newest
  const isBehind = newest > settled.newest
  useEffect(() => {
    if (!isBehind) return
    const timer = setTimeout(() => setSettled({ listKey, newest: latest.current }), newForMs)
    return () => clearTimeout(timer)
  }, [isBehind, listKey])
  return newest - settled.newest > mostFading ? newest : settled.newest
}
