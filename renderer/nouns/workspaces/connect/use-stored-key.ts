import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { asAppError } from '#shared/errors.ts'
import { useAbort } from '#ui/hooks/use-abort.ts'
import { useApi } from '../../../host/client.ts'
import type { KnownSession } from '../copy.ts'
import { retrySession } from '../session-queries.ts'

/** Retries with the stored key, because the keychain may be unlocked by now, or the 401 may have come from a failing gateway. */
export function useStoredKey({ state }: KnownSession) {
  const retry = useMutation(retrySession(useApi(), useQueryClient()))
  const { begin, abort } = useAbort()
  const pressed = useRef<Element | null>(null)
  const failure = retry.error === null ? null : asAppError(retry.error)
  return {
    isOffered: state !== 'key-missing',
    isPending: retry.isPending,
    failure: failure?.code === 'canceled' ? null : failure,
    begin() {
      pressed.current = document.activeElement
      retry.mutate(begin())
    },
    cancel() {
      if (pressed.current instanceof HTMLElement) pressed.current.focus()
      abort()
    },
  }
}
