import { useEffect } from 'react'
import { isTyping } from './focus.ts'

/** Focuses the field when `/` is pressed anywhere on the page. `null` disables this. */
export function useSlash(input: { readonly current: HTMLInputElement | null } | null): void {
  useEffect(() => {
    if (input === null) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [input])
}
