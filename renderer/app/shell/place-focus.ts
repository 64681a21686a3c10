import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** How long a place is waited for. What appears later is no answer to the key any more. */
const patienceMs = 5_000

/** Leads the focus to the title of the place that is shown, so that keys and screen readers go on there. */
export function focusPlace(content: HTMLElement | null): void {
  focusTitle(titleIn(content) ?? content)
}

/** Leads the focus to a part of the place that is being opened, once that is there: its title, by a selector. */
export function focusPart(content: HTMLElement | null, title: string): void {
  whenThere(content, (root) => root.querySelector<HTMLElement>(title), focusTitle)
}

/** A heading takes the focus from here only, never by Tab. */
function focusTitle(title: HTMLElement | null): void {
  title?.setAttribute('tabindex', '-1')
  title?.focus({ preventScroll: true })
}

/** Whether the focus is on no control: on the page, or where `focusPlace` has led it. */
export function isAtPlace(target: EventTarget | null, content: HTMLElement | null): boolean {
  return target === document.body || target === content || (target !== null && target === titleIn(content))
}

/** Leads the focus to the title of each place that is opened, unless the place has led it elsewhere. */
export function usePlaceFocus(content: RefObject<HTMLElement | null>): void {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const first = useRef<string | undefined>(undefined)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    if (pathname === undefined) return
    first.current ??= pathname
    const isFirst = last.current === null && first.current === pathname
    return whenThere(
      content.current,
      (place) => {
        const title = titleIn(place)
        // The place before stays in view until the next one is loaded.
        return title === last.current ? null : title
      },
      (title) => {
        last.current = title
        if (!isFirst && isFocusElsewhere()) focusPlace(content.current)
      },
    )
  }, [pathname, content])
}

/** Runs once what is looked for is in the page. Returns a function that ends the wait. */
export function whenThere<Found>(
  root: HTMLElement | null,
  find: (root: HTMLElement) => Found | null,
  run: (found: Found) => void,
): () => void {
  if (!root) return () => {}
  const look = () => {
    const found = find(root)
    if (found === null) return
    end()
    run(found)
  }
  const observer = new MutationObserver(look)
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['hidden'] })
  const timer = setTimeout(() => observer.disconnect(), patienceMs)
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  look()
  return end
}

function titleIn(content: HTMLElement | null): HTMLElement | null {
  const titles = [...(content?.querySelectorAll<HTMLElement>('h1') ?? [])]
  return titles.find((title) => title.closest('[inert]') === null) ?? null
}

/** On nothing, or on what led to the place: not on the place itself, nor on a dialog over it. */
function isFocusElsewhere(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement.closest('main, [data-dialog]') === null
}
