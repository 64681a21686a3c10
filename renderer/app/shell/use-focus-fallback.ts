import { type RefObject, useEffect } from 'react'

/** Whoever removes what has the focus may hand it on by then, as a dialog does that closes. */
const handedOnMs = 100

/** When what had the focus is gone and nobody hands it on, the content takes it, so that the keyboard goes on from there. */
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
    // A click beside everything takes the focus away on purpose.
    const onBlur = () =>
      setTimeout(() => {
        if (last?.isConnected && isNowhere()) last = null
      })
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || !isNowhere()) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (last && !last.isConnected && isNowhere()) content.current?.focus({ preventScroll: true })
      }, handedOnMs)
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
