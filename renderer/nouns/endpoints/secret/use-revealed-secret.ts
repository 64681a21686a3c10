import { useCallback, useEffect, useState } from 'react'
import { type AppError, asAppError } from '#shared/errors.ts'
import { useApi } from '../../../host/client.ts'

interface Revealed {
  readonly secret: string
  readonly until: string
}

/** Endpoints whose secret the user copied or chose not to copy. */
const settled = new Set<string>()

/** Asks before the page closes while a revealed secret is neither stored nor copied. */
export function useUnsavedSecret(id: string, isUnsaved: boolean, isSettled: boolean): void {
  useEffect(() => {
    if (isSettled) settled.add(id)
    if (!isUnsaved || settled.has(id)) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [id, isUnsaved, isSettled])
}

/**
 * Fetches a secret without a cache and drops it when the component unmounts or the secret expires. `typed` is the confirmation
 * that is required ten minutes after the endpoint's creation, or `null` until the user has typed it.
 */
export function useRevealedSecret(id: string, typed: string | null | undefined) {
  const api = useApi()
  const [revealed, setRevealed] = useState<Revealed | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` triggers another request
  useEffect(() => {
    if (typed === null) return
    let current = true
    setError(null)
    api.call('endpoints.reveal-secret', typed === undefined ? { id } : { id, typed }).then(
      (answer) => {
        if (current) setRevealed(answer)
      },
      (thrown: unknown) => {
        if (current) setError(asAppError(thrown))
      },
    )
    return () => {
      current = false
      setRevealed(null)
    }
  }, [api, id, typed, attempt])
  const ask = useCallback(() => setAttempt((count) => count + 1), [])

  const until = revealed === null ? null : Date.parse(revealed.until)
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(
      () => setRevealed((now) => now && { ...now, secret: '' }),
      Math.max(0, until - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [until])
  return { revealed, error, ask }
}
