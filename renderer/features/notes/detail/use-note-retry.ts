import { useEffect, useRef, useState } from 'react'
import { useCountdown } from '#ui/feedback/countdown.ts'

/** Seconds between attempts; the last value repeats. */
const pauses = [1, 2, 4, 8, 15, 30, 60] as const
/** How long after an event its note may still be missing. */
const retryForMs = 10 * 60_000

export type NoteRetry =
  | { readonly state: 'idle' }
  | { readonly state: 'waiting'; readonly seconds: number; readonly stop: () => void }
  | { readonly state: 'given-up'; readonly tries: number }

/**
 * A note that is not found right after its event may not be summarized yet, so this retries with growing delays for ten minutes
 * after the event. `error`: the last error; `since`: when the event arrived.
 */
export function useNoteRetry(error: Error, since: string | null, onRetry: () => void): NoteRetry {
  const [seen, setSeen] = useState({ error, tries: 1 })
  const [isStopped, setStopped] = useState(false)
  if (seen.error !== error) setSeen({ error, tries: seen.tries + 1 })
  const retry = useRef(onRetry)
  retry.current = onRetry

  const isFresh = since !== null && Date.now() - Date.parse(since) < retryForMs
  const isWaiting = isFresh && !isStopped
  const pause = pauses[Math.min(seen.tries, pauses.length) - 1] ?? 60
  const seconds = useCountdown(error, isWaiting ? pause : undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each error starts a new delay
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => retry.current(), pause * 1000)
    return () => clearTimeout(timer)
  }, [isWaiting, pause, error])

  if (isWaiting) return { state: 'waiting', seconds, stop: () => setStopped(true) }
  return since !== null && seen.tries > 2 ? { state: 'given-up', tries: seen.tries } : { state: 'idle' }
}
