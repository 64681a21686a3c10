import { type RefObject, useEffect } from 'react'
import { focusPlace } from './place-focus.ts'

/** Time for code that removes the focused element to move the focus itself, as a closing dialog does. */
const graceMs = 100

/** Moves the focus to the title of the place when the focused element is removed, so that the keyboard keeps working from there. */
export function useFocusFallback(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const main = content.current?.closest('main')
    if (!main) return
    let last: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const isNowhere = () => document.activeElement === null || document.activeElement === document.body

    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    // A click on empty space removes the focus on purpose.
    const onBlur = () =>
      setTimeout(() => {
        if (last?.isConnected && isNowhere()) last = null
      })
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || !isNowhere()) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (last && !last.isConnected && isNowhere()) focusPlace(content.current)
      }, graceMs)
    })
    main.addEventListener('focusin', onFocus)
    main.addEventListener('focusout', onBlur)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      main.removeEventListener('focusin', onFocus)
      main.removeEventListener('focusout', onBlur)
    }
  }, [content])
}
