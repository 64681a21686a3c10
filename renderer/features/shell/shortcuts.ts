import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '../../ui/is-typing.ts'
import { places } from './places.tsx'

interface Actions {
  readonly onHelp: () => void
  readonly onSwitch: () => void
}

/** The keys that work everywhere: Ctrl or Cmd with a digit for the places and J for the workspaces, `?` for the list of keys, j and k into the list. */
export function useShortcuts(actions: Actions, content: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate()
  const now = useRef(actions)
  now.current = actions
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        if (event.key.toLowerCase() === 'j') {
          event.preventDefault()
          now.current.onSwitch()
          return
        }
        const place = /^[1-9]$/.test(event.key) ? places[Number(event.key) - 1] : undefined
        if (!place) return
        event.preventDefault()
        void navigate({ to: place.to }).then(() => content.current?.focus())
        return
      }
      if (
        isBare(event) &&
        (event.key === 'j' || event.key === 'k') &&
        isNowhere(event.target, content.current)
      ) {
        enterList(content.current, event)
        return
      }
      if (event.key === '?' && isBare(event) && !isTyping(event.target)) {
        event.preventDefault()
        now.current.onHelp()
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate, content])
}

const isBare = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => !ctrlKey && !metaKey && !altKey

/** The focus is on no control: on the page itself, or on its content as a whole. */
const isNowhere = (target: EventTarget | null, content: HTMLElement | null) =>
  target === document.body || (target !== null && target === content)

/** The list of the place takes the focus and the key. */
function enterList(content: HTMLElement | null, { key }: KeyboardEvent): void {
  const list = content?.querySelector<HTMLElement>('[role="listbox"]')
  if (!list || document.querySelector('[role="dialog"]')) return
  list.focus()
  list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
