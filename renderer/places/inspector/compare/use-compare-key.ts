import { useEffect, useRef } from 'react'
import { isCovered } from '#ui/hooks/is-covered.ts'
import { isTyping } from '#ui/hooks/is-typing.ts'

/**
 * Ends a comparison with `d`, the key that starts one. While the second delivery is still to be chosen, Escape also ends the comparison
 * and closes no pane. In the list, `d` then compares the current row. `onPress` is `null` if there is no comparison.
 */
export function useCompareKey(onPress: (() => void) | null, isChoosing: boolean): void {
  const latest = useRef({ onPress, isChoosing })
  latest.current = { onPress, isChoosing }
  useEffect(() => {
    const end = (event: KeyboardEvent) => {
      const { target, defaultPrevented } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || defaultPrevented) return
      const isOver = target instanceof Element && target.closest('[role$="dialog"], [role="menu"]') !== null
      if (isOver || isTyping(target) || latest.current.onPress === null) return
      event.preventDefault()
      if (!event.repeat) latest.current.onPress()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      const isInList = target instanceof Element && target.closest('[role="listbox"]') !== null
      if (key !== 'd' || (isInList && latest.current.isChoosing)) return
      end(event)
    }
    // The capture phase runs before the pane's handler, which would close the pane.
    const onCapture = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && latest.current.isChoosing && !isCovered()) end(event)
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('keydown', onCapture, true)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('keydown', onCapture, true)
    }
  }, [])
}
