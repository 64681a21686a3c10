import { useRouter } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { whenThere } from './place-focus.ts'

/** Leads to the field that searches the notes, on whatever page. Leaves what is typed and chosen there as it is. */
export function useNoteSearch(content: RefObject<HTMLElement | null>): () => void {
  const router = useRouter()
  const stop = useRef(() => {})
  return () => {
    stop.current()
    const focus = () => {
      stop.current = whenThere(
        content.current,
        (place) => place.querySelector<HTMLInputElement>('input[type="search"]'),
        (field) => {
          field.focus()
          field.select()
        },
      )
    }
    if (router.latestLocation.pathname === '/notes') focus()
    else void router.navigate({ to: '/notes' }).then(() => requestAnimationFrame(focus))
  }
}
