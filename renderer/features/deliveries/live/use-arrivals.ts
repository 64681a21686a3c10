import { useEffect, useRef, useState } from 'react'

/** How long a row counts as new, in milliseconds: a little longer than it fades in. */
const newForMs = 200
/** When more than so many arrive in that time none of them fades in: a page that fades as a whole shows nothing, and drawing it is slow. */
const mostFading = 4

/** The id above which rows have just arrived, so that they fade in. What was read with the list (`of`) has not. */
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
  // Ids are given in the order of arrival.
  return newest - settled.newest > mostFading ? newest : settled.newest
}
