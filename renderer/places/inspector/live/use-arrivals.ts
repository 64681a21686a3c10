import { useEffect, useRef, useState } from 'react'

/** Milliseconds for which a row counts as new, slightly longer than its fade-in. */
const newForMs = 200
/**
 * Maximum number of rows that fade in together. If more arrive, no row fades in, because a fading page shows nothing and is slow to
 * draw.
 */
const mostFading = 4

/** Returns the id above which rows have just arrived and fade in. Rows that were loaded with the list (`of`) do not. */
export function useArrivals(newest: number, of: string): number {
  const [settled, setSettled] = useState({ of, newest })
  if (settled.of !== of || (settled.newest === 0 && newest > 0)) setSettled({ of, newest })
  const latest = useRef(newest)
  latest.current = newest
  const isBehind = newest > settled.newest
  useEffect(() => {
    if (!isBehind) return
    const timer = setTimeout(() => setSettled({ of, newest: latest.current }), newForMs)
    return () => clearTimeout(timer)
  }, [isBehind, of])
  // Ids grow in the order of arrival.
  return newest - settled.newest > mostFading ? newest : settled.newest
}
