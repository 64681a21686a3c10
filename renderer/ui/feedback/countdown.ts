import { useEffect, useState } from 'react'

/** Whole seconds since a time in milliseconds, ticking. */
export function useSecondsSince(timeMs: number): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((Date.now() - timeMs) / 1000))
}

/** Whole seconds left of `seconds`, counted from when `occasion` was first seen; 0 when it is over or there is nothing to wait for. */
export function useCountdown(occasion: unknown, seconds: number | undefined): number {
  const [start, setStart] = useState(() => ({ occasion, at: Date.now() }))
  if (start.occasion !== occasion) setStart({ occasion, at: Date.now() })
  return useSecondsUntil(seconds === undefined ? null : start.at + seconds * 1000)
}

/** Whole seconds until a time in milliseconds, ticking; 0 when it has passed or is `null`. */
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
