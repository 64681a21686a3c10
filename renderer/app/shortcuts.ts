import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '#ui/hooks/is-typing.ts'
import { places } from './places.ts'
import { focusPlace, isAtPlace } from './shell/place-focus.ts'

interface Actions {
  readonly onHelp: () => void
  readonly onSwitch: () => void
  readonly onSearch: () => void
  readonly onToggleSidebar: () => void
}

/**
 * Shortcuts that work everywhere. With Ctrl or Cmd: a digit opens a place, K searches, J opens the workspaces, B folds the sidebar.
 * `?` lists the shortcuts; j and k move into the list.
 */
export function useShortcuts(actions: Actions, content: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate()
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        const run = withModifier(event.key.toLowerCase(), latest.current)
        const place = /^[1-9]$/.test(event.key) ? places[Number(event.key) - 1] : undefined
        if (!run && !place) return
        event.preventDefault()
        run?.()
        if (place) void navigate({ to: place.to }).then(() => focusPlace(content.current))
        return
      }
      const list = leadsIntoList(event, content.current) ? listFor(event, content.current) : undefined
      if (list) {
        event.preventDefault()
        list.focus()
        list.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }))
        return
      }
      if (event.key === '?' && isBare(event) && !isTyping(event.target)) {
        event.preventDefault()
        latest.current.onHelp()
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate, content])
}

function withModifier(key: string, actions: Actions): (() => void) | undefined {
  switch (key) {
    case 'b':
      return actions.onToggleSidebar
    case 'j':
      return actions.onSwitch
    case 'k':
      return actions.onSearch
    default:
      return undefined
  }
}

const isBare = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey

/** j and k while the focus is on no control, and the arrow that leaves a search field. */
function leadsIntoList(event: KeyboardEvent, content: HTMLElement | null): boolean {
  if (!isBare(event) || document.querySelector('[role="dialog"]')) return false
  const { target, key } = event
  if (key === 'ArrowDown') return target instanceof HTMLInputElement && target.type === 'search'
  return (key === 'j' || key === 'k') && isAtPlace(target, content)
}

/** The list that gets the focus and the key: the one after the field, or the page's own. Hidden lists are skipped. */
function listFor({ target }: KeyboardEvent, content: HTMLElement | null): HTMLElement | undefined {
  const follows = (element: HTMLElement) =>
    target instanceof HTMLInputElement &&
    Boolean(target.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
  const lists = [
    ...document.querySelectorAll<HTMLElement>('[role="listbox"][tabindex="0"], [role="tree"]'),
  ].filter((list) => list.closest('[inert]') === null)
  const own = lists.find((list) => list.matches('[role="listbox"]') && content?.contains(list))
  return lists.find(follows) ?? own
}
