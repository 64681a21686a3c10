import { useEffect, useRef, useState } from 'react'
import { useCountdown } from '#ui/feedback/countdown.ts'

/** Seconds between one look and the next; the last one stays. */
const pauses = [1, 2, 4, 8, 15, 30, 60] as const
/** So long after an event its note may still be on its way. */
const patienceMs = 10 * 60_000

export type NoteRetry =
  | { readonly state: 'idle' }
  | { readonly state: 'waiting'; readonly seconds: number; readonly stop: () => void }
  | { readonly state: 'given-up'; readonly tries: number }

/**
 * A note that is not shown right after an event of it may not be summarised yet: looks again by itself, with growing pauses,
 * for ten minutes after the event. `error`: the last answer; `since`: when the event came.
 */
export function useNoteRetry(error: Error, since: string | null, onLook: () => void): NoteRetry {
  const [seen, setSeen] = useState({ error, tries: 1 })
  const [isStopped, setStopped] = useState(false)
  if (seen.error !== error) setSeen({ error, tries: seen.tries + 1 })
  const look = useRef(onLook)
  look.current = onLook

  const isFresh = since !== null && Date.now() - Date.parse(since) < patienceMs
  const isWaiting = isFresh && !isStopped
  const pause = pauses[Math.min(seen.tries, pauses.length) - 1] ?? 60
  const seconds = useCountdown(error, isWaiting ? pause : undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer begins a pause of its own
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => look.current(), pause * 1000)
    return () => clearTimeout(timer)
  }, [isWaiting, pause, error])

  if (isWaiting) return { state: 'waiting', seconds, stop: () => setStopped(true) }
  return since !== null && seen.tries > 2 ? { state: 'given-up', tries: seen.tries } : { state: 'idle' }
}
