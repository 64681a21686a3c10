import { useEffect, useRef } from 'react'
import { isTyping } from '#ui/hooks/is-typing.ts'

/** The key `d`, which began a comparison, also ends it. `null`: there is none. */
export function useCompareKey(onPress: (() => void) | null): void {
  const press = useRef(onPress)
  press.current = onPress
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event
      if (key !== 'd' || event.ctrlKey || event.metaKey || event.altKey || defaultPrevented) return
      const isOver = target instanceof Element && target.closest('[role$="dialog"], [role="menu"]') !== null
      if (isOver || isTyping(target) || press.current === null) return
      event.preventDefault()
      press.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
