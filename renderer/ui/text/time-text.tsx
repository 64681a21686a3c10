import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { duration, exactTime, relativeTime, tableTime } from './time-words.ts'

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

/** Milliseconds since 1970, as far as the clock of the page has ticked; never behind what just arrived (`at`). */
export function useNow(at: number): number {
  const ticking = useContext(Now)
  // The shared clock ticks every ten seconds.
  return Math.max(ticking ?? Date.now(), Math.min(at, Date.now()))
}

export interface TimeTextProps {
  /** ISO 8601, or `null` for unknown. */
  readonly iso: string | null
  /** `relative`: *3 min ago*, the exact time on hover; `exact`: the other way round; `table`: short, for a column of times; `since`: how
   * long ago, *11 min*, for what still lasts. */
  readonly show?: 'relative' | 'exact' | 'table' | 'since'
  /** It is yet to happen. */
  readonly isDue?: boolean
}

export function TimeText({ iso, show = 'relative', isDue = false }: TimeTextProps) {
  const at = Date.parse(iso ?? '')
  const now = useNow(at)
  if (iso === null) return <span>unknown</span>
  if (Number.isNaN(at)) return <span>{iso}</span>
  const relative = relativeTime(at, now, isDue)
  const exact = exactTime(at)
  return (
    <time dateTime={new Date(at).toISOString()} title={show === 'exact' ? relative : exact}>
      {show === 'relative'
        ? relative
        : show === 'exact'
          ? exact
          : show === 'since'
            ? duration(now - at)
            : tableTime(at, now)}
    </time>
  )
}
