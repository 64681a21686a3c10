import { useEffect, useRef, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { LiveStatus } from '#ui/text/visually-hidden.tsx'

/** Milliseconds between two announcements, so that a flood is one sentence. */
const everyMs = 5000

/** Says how many deliveries arrived and how many of them did not verify. Those that were there at first are not news. */
export function ArrivalsSpoken({ deliveries }: { readonly deliveries: readonly DeliverySummary[] }) {
  const latest = useRef(deliveries)
  latest.current = deliveries
  const told = useRef(deliveries[0]?.id ?? 0)
  const [words, setWords] = useState('')
  useEffect(() => {
    const timer = setInterval(() => {
      const fresh = latest.current.filter(({ id }) => id > told.current)
      told.current = Math.max(told.current, latest.current[0]?.id ?? 0)
      setWords(fresh.length === 0 ? '' : arrivalWords(fresh))
    }, everyMs)
    return () => clearInterval(timer)
  }, [])
  return <LiveStatus>{words}</LiveStatus>
}

function arrivalWords(fresh: readonly DeliverySummary[]): string {
  const unverified = fresh.filter(({ verdict }) => verdict !== 'verified').length
  const count = fresh.length === 1 ? '1 new delivery' : `${fresh.length.toLocaleString()} new deliveries`
  return unverified === 0 ? `${count}, verified` : `${count}, ${unverified.toLocaleString()} not verified`
}
