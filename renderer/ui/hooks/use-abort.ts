import { useRef } from 'react'

/** For what a person may cancel by a button: `begin` gives the signal of the next try, `abort` cancels the last one. */
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
