import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import css from './time-text.module.css'
import { duration, exactTime, logTime, relativeTime, shortTime, tableTime } from './time-words.ts'

const Now = createContext<number | null>(null)

/** A clock shared by every `TimeText` below it, so that a list of thousands needs only one timer. */
export function Clock({ children }: { readonly children: ReactNode }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return <Now value={now}>{children}</Now>
}

/**
 * Returns the shared clock's time in milliseconds. The clock can be 10 seconds behind, so the time `at` of a newer event is
 * returned instead.
 */
export function useNow(at: number): number {
  const ticking = useContext(Now)
  return Math.max(ticking ?? Date.now(), Math.min(at, Date.now()))
}

export interface TimeTextProps {
  /** An ISO 8601 time, or `null` if unknown. */
  readonly iso: string | null
  /**
   * `relative` shows *3 min ago*, `short` shows *18:45*, `table` is for a column of times, and `since` shows *11 min* for a state
   * that still lasts. The tooltip shows the exact time.
   */
  readonly show?: 'relative' | 'short' | 'table' | 'since'
  readonly isDue?: boolean
}

export function TimeText({ iso, show = 'relative', isDue = false }: TimeTextProps) {
  const at = Date.parse(iso ?? '')
  const now = useNow(at)
  if (iso === null) return <span>unknown</span>
  if (Number.isNaN(at)) return <span>{iso}</span>
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {shown[show](at, now, isDue)}
    </time>
  )
}

const shown: Readonly<
  Record<NonNullable<TimeTextProps['show']>, (at: number, now: number, isDue: boolean) => string>
> = {
  relative: relativeTime,
  short: shortTime,
  table: tableTime,
  since: (at, now) => duration(now - at),
}

/** A time with milliseconds, as in a log. The day is added if it is not today. The tooltip shows the relative time. */
export function LogTime({ iso }: { readonly iso: string }) {
  const at = Date.parse(iso)
  const now = useNow(at)
  if (Number.isNaN(at)) return <span className={css.time}>{iso}</span>
  const [time, fraction] = logTime(at, now)
  return (
    <time
      className={css.time}
      dateTime={new Date(at).toISOString()}
      title={`${relativeTime(at, now)} · ${exactTime(at)}`}
    >
      {time}
      {fraction === '' ? null : <span className={css.fraction}>{fraction}</span>}
    </time>
  )
}
