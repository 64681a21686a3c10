import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '../../ui/is-typing.ts'
import { places } from './places.tsx'

interface Actions {
  readonly onHelp: () => void
  readonly onSwitch: () => void
}

/** The keys that work everywhere: Ctrl or Cmd with 1 to 4 for the places and J for the workspaces, `?` for the list of keys. */
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
        const place = /^[1-4]$/.test(event.key) ? places[Number(event.key) - 1] : undefined
        if (!place) return
        event.preventDefault()
        void navigate({ to: place.to }).then(() => content.current?.focus())
        return
      }
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        now.current.onHelp()
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate, content])
}
