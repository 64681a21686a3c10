import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '../../ui/is-typing.ts'
import { places } from './places.tsx'

/** The keys that work everywhere: Ctrl or Cmd with 1 to 4 for the places, `?` for the list of keys. */
export function useShortcuts(onHelp: () => void, content: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate()
  const help = useRef(onHelp)
  help.current = onHelp
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        const place = /^[1-4]$/.test(event.key) ? places[Number(event.key) - 1] : undefined
        if (!place) return
        event.preventDefault()
        void navigate({ to: place.to }).then(() => content.current?.focus())
        return
      }
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        help.current()
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate, content])
}
