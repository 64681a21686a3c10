import { type RefObject, useEffect } from 'react'
import { focusPlace } from './place-focus.ts'

/**
 * Milliseconds to wait before moving the focus, because code that removes the focused element, such as a closing dialog, may move
 * the focus itself.
 */
const graceMs = 100

const isGone = (element: Element) => !element.isConnected || element.matches(':disabled')

/** The position of a removed element, given by a parent that is still on the page and the node before the element. */
interface Gap {
  readonly within: Node
  readonly behind: Node | null
}

/**
 * Moves the focus when the focused element is removed or disabled, so that keyboard users can continue nearby. Tries the
 * replacement of its pane or list first, then the next control, the previous control, the list, and finally the page's title.
 */
export function useFocusFallback(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: Element | null = null
    let wasIn: Element | null = null
    let gap: Gap | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopWaiting = () => {
      clearTimeout(timer)
      timer = undefined
    }
    const isNowhere = () => document.activeElement === null || document.activeElement === document.body

    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
      wasIn = last?.closest(parts) ?? null
      gap = null
      stopWaiting()
    }
    const onBlur = () =>
      setTimeout(() => {
        if (last && !isGone(last) && isNowhere()) last = null
      })
    const lead = () => {
      const wasRebuilt = wasIn !== null && !wasIn.isConnected
      const ways = wasRebuilt
        ? [...shown(content.current), ...beside(gap, content.current)]
        : [...beside(gap, content.current), ...shown(content.current)]
      if (!ways.some(takesFocus)) focusPlace(content.current)
    }
    const lookSoon = () => {
      // Later changes of the page don't extend the wait, because a busy page changes all the time.
      if (timer !== undefined || !last || !isGone(last)) return
      timer = setTimeout(() => {
        timer = undefined
        // A disabled element keeps the focus until the next frame.
        if (document.activeElement === last) requestAnimationFrame(lookSoon)
        else if (last && isGone(last) && isNowhere()) lead()
      }, graceMs)
    }
    const observer = new MutationObserver((changes) => {
      if (!last) return
      for (const change of changes) gap = gapAfter(change, gap, last)
      if (last.isConnected) gap = { within: last.parentNode ?? last, behind: last }
      lookSoon()
    })
    // Observes dialogs too, because the button that opened a dialog may have been removed by the time the dialog closes.
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      stopWaiting()
      observer.disconnect()
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [content])
}

/** Notices, and elements that handle keys for their content: an item, a list or a tree. */
const parts = 'main :is(article, [role="listbox"], [role="tree"], [data-notice])'

const shown = (content: HTMLElement | null): readonly HTMLElement[] =>
  ['article', '[role="listbox"][tabindex="0"]'].flatMap((what) => [
    ...(content?.querySelectorAll<HTMLElement>(`${what}:not([inert] *)`) ?? []),
  ])

function gapAfter(change: MutationRecord, gap: Gap | null, last: Element): Gap | null {
  const removed = [...change.removedNodes]
  const lost = gap?.within ?? last
  if (removed.some((node) => node.contains(lost)))
    return { within: change.target, behind: change.previousSibling }
  if (gap?.behind && removed.includes(gap.behind)) return { ...gap, behind: change.previousSibling }
  return gap
}

/**
 * Returns the controls near the removed element, nearest first. Within a container, controls after the element come before those
 * that precede it.
 */
function beside(gap: Gap | null, content: HTMLElement | null): readonly HTMLElement[] {
  const found: HTMLElement[] = []
  for (let part = gap?.within ?? null; gap && part && !part.contains(content); part = part.parentNode) {
    if (!(part instanceof Element)) continue
    const all = [...part.querySelectorAll<HTMLElement>(controls)]
    found.push(...all.filter((one) => follows(one, gap)))
    found.push(...all.filter((one) => !follows(one, gap)).reverse())
  }
  return found
}

/** Leaves out search fields, which open suggestions and would take keys meant for the list. */
const controls =
  ':is(button, a[href], input:not([type="search"]), textarea, select, [tabindex="0"]):not(:disabled, [tabindex="-1"], [inert] *)'

function follows(one: Element, { within, behind }: Gap): boolean {
  const isLater = (than: Node) =>
    Boolean(than.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
  return behind === null ? isLater(within) : isLater(behind) && !behind.contains(one)
}

function takesFocus(element: HTMLElement): boolean {
  element.focus()
  return document.activeElement === element
}
