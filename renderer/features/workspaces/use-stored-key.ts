import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { asAppError } from '#shared/errors.ts'
import { useAbort } from '#ui/hooks/use-abort.ts'
import { useApi } from '../../host/client.ts'
import type { KnownSession } from './reconnect-words.ts'
import { retrySession } from './session-queries.ts'

/** Another try with the key that is kept: a keychain may be open by now, and a gateway's bad minute answers 401 too. */
export function useStoredKey({ state }: KnownSession) {
  const retry = useMutation(retrySession(useApi(), useQueryClient()))
  const { begin, abort } = useAbort()
  const pressed = useRef<Element | null>(null)
  const failure = retry.error === null ? null : asAppError(retry.error)
  return {
    /** There is no key to try. */
    isOffered: state !== 'key-missing',
    isPending: retry.isPending,
    /** Why it failed; one that was cancelled did not. */
    failure: failure?.code === 'cancelled' ? null : failure,
    waitingWords: `The ${state === 'key-locked' ? 'keychain' : 'service'} has not answered yet.`,
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
