import { useEffect, useRef } from 'react'
import { isTyping } from '#ui/hooks/is-typing.ts'

/** Keys for what can be done with the item that is shown, by letter. They work in its list too, but not where text is typed. */
export function useDetailKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, defaultPrevented, target } = event
      if (ctrlKey || metaKey || altKey || repeat || defaultPrevented || isTyping(target)) return
      const run = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined
      // A dialog over the page gets all keys.
      if (!run || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
