import { useState } from 'react'
import { type AppError, asAppError } from '#shared/errors.ts'
import { useSecondsUntil } from '#ui/feedback/error-state.tsx'
import { useApi } from '../../../host/client.ts'

export interface CopiedSecret {
  readonly copy: () => void
  /** Seconds until the clipboard is cleared; `null` if the secret was not copied here. */
  readonly seconds: number | null
  readonly error: AppError | null
}

/** Copies the secret on the desktop. The host copies it and clears the clipboard later, so the page never gets the secret. */
export function useCopiedSecret(endpointId: string, onCopied?: () => void): CopiedSecret {
  const api = useApi()
  const [clearsAt, setClearsAt] = useState<string | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const seconds = useSecondsUntil(clearsAt === null ? null : Date.parse(clearsAt))
  const copy = async () => {
    setError(null)
    try {
      setClearsAt((await api.call('endpoints.copy-secret', { id: endpointId })).clearsAt)
      onCopied?.()
    } catch (thrown) {
      setError(asAppError(thrown))
    }
  }
  return { copy: () => void copy(), seconds: clearsAt === null ? null : seconds, error }
}
