import { useRef } from 'react'

/**
 * Provides a signal for a task that can be canceled. `begin` returns the signal for the next attempt, and `abort` cancels the
 * last one.
 */
export function useAbort(): { readonly begin: () => AbortSignal; readonly abort: () => void } {
  const current = useRef<AbortController>(null)
  return {
    begin() {
      current.current = new AbortController()
      return current.current.signal
    },
    abort: () => current.current?.abort(),
  }
}
