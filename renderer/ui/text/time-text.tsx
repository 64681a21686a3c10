import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { exactTime, relativeTime } from './time-words.ts'

const Now = createContext<number | null>(null)

/** One clock for every `TimeText` below it, so a list of thousands ticks once. */
export function Clock({ children }: { readonly children: ReactNode }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return <Now value={now}>{children}</Now>
}

export interface TimeTextProps {
  /** ISO 8601, or `null` for unknown. */
  readonly iso: string | null
  /** `relative`: *3 min ago*, the exact time on hover; `exact`: the other way round. */
  readonly show?: 'relative' | 'exact'
}

export function TimeText({ iso, show = 'relative' }: TimeTextProps) {
  const ticking = useContext(Now)
  if (iso === null) return <span>unknown</span>
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return <span>{iso}</span>
  // Never behind what just arrived: the shared clock ticks every ten seconds.
  const relative = relativeTime(at, Math.max(ticking ?? Date.now(), Math.min(at, Date.now())))
  const exact = exactTime(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={show === 'relative' ? exact : relative}>
      {show === 'relative' ? relative : exact}
    </time>
  )
}
