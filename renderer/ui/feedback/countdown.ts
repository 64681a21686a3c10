import { useEffect, useState } from 'react'

/** Returns the whole seconds since a time in milliseconds, updated every second. */
export function useSecondsSince(timeMs: number): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((Date.now() - timeMs) / 1000))
}

/** Counts down from `seconds`, starting when `occasion` was first seen. Returns 0 when the time is over or `seconds` is `undefined`. */
export function useCountdown(occasion: unknown, seconds: number | undefined): number {
  const [start, setStart] = useState(() => ({ occasion, at: Date.now() }))
  if (start.occasion !== occasion) setStart({ occasion, at: Date.now() })
  return useSecondsUntil(seconds === undefined ? null : start.at + seconds * 1000)
}

/** Returns the whole seconds until a time in milliseconds, updated every second; 0 if the time has passed or is `null`. */
export function useSecondsUntil(timeMs: number | null): number {
  const left = () => (timeMs === null ? 0 : Math.max(0, Math.ceil((timeMs - Date.now()) / 1000)))
  const [, tick] = useState(0)
  const seconds = left()
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => tick((count) => count + 1), 1000)
    return () => clearTimeout(timer)
  })
  return seconds
}
