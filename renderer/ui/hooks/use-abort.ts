import { useRef } from 'react'

/** Provides a signal for a task that a button can cancel. `begin` returns the signal of the next try, and `abort` cancels the last one. */
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
