import { useEffect, useRef } from 'react'
import { isTyping } from '#ui/hooks/is-typing.ts'

/** The key `d` marks the chosen delivery to compare it with the next one chosen; pressed again, it ends that. */
export function useCompareKey(onPress: () => void): void {
  const press = useRef(onPress)
  press.current = onPress
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event
      if (key !== 'd' || event.ctrlKey || event.metaKey || event.altKey || defaultPrevented) return
      const isOver = target instanceof Element && target.closest('[role$="dialog"], [role="menu"]') !== null
      if (isOver || isTyping(target)) return
      event.preventDefault()
      press.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
