import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Maximum time to wait for the page's title, in milliseconds. After a longer wait, moving the focus would surprise the user. */
const patienceMs = 5_000

/** Moves the focus to the page's title, so that keyboard and screen reader users continue there. */
export function focusPlace(content: HTMLElement | null): void {
  focusTitle(titleIn(content) ?? content)
}

/** Moves the focus to the title of a section, given by a CSS selector, as soon as the section is on the page. */
export function focusPart(content: HTMLElement | null, title: string): void {
  whenThere(content, (root) => root.querySelector<HTMLElement>(title), focusTitle)
}

function focusTitle(title: HTMLElement | null): void {
  title?.setAttribute('tabindex', '-1')
  title?.focus({ preventScroll: true })
}

/** Whether the focus is on the page itself or on its title, and not on a control. */
export function isAtPlace(target: EventTarget | null, content: HTMLElement | null): boolean {
  return target === document.body || target === content || (target !== null && target === titleIn(content))
}

/** Moves the focus to the title of a newly opened page, unless the page has already moved the focus. */
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
        return title === last.current ? null : title
      },
      (title) => {
        last.current = title
        if (!isFirst && isFocusElsewhere()) focusPlace(content.current)
      },
    )
  }, [pathname, content])
}

/** Runs a function as soon as `find` returns an element. Returns a function that stops waiting. */
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

/** Whether the focus is outside the page's content and outside any dialog, for example on a link in the sidebar. */
function isFocusElsewhere(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement.closest('main, [data-dialog]') === null
}
