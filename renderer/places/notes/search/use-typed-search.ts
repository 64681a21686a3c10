import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStable } from '#ui/hooks/use-stable.ts'
import type { NotesPageProps, NotesSearch } from '../notes-search.ts'

/** Milliseconds after the last key press before the search is written to the address. */
const settleMs = 250

export interface TypedSearch extends NotesPageProps {
  readonly onType: (text: string) => void
  /** Writes the search to the address without waiting for a pause. */
  readonly onTyped: () => void
}

/**
 * Returns the address with the text in the search field as its search. The text is written to the address after a pause, because
 * matching routes and rendering in a transition would delay the results. It is also written before any other change of the
 * address, so that Back returns to the search.
 */
export function useTypedSearch({ search, onSearch: onAddress }: NotesPageProps): TypedSearch {
  const { q = '' } = search
  const [typed, setTyped] = useState<string | null>(null)
  const shown = useMemo((): NotesSearch => {
    return typed === null || typed === q ? search : { ...search, q: typed === '' ? undefined : typed }
  }, [search, q, typed])
  const waiting = useRef<string | null>(null)
  /** Searches that were written but are not in the address yet. */
  const written = useRef<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    waiting.current = null
    written.current = []
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  useLayoutEffect(() => {
    const arrived = written.current.indexOf(q)
    if (arrived >= 0) {
      written.current = written.current.slice(arrived + 1)
      return
    }
    // A link or the back button changed the search.
    forget()
    setTyped(null)
  }, [q, forget])

  const write = () => {
    clearTimeout(timer.current)
    const text = waiting.current
    const last = written.current.at(-1) ?? q
    waiting.current = null
    if (text === null || text === last) return false
    written.current = [...written.current, text]
    // Going back leaves the search instead of undoing it letter by letter.
    onAddress({ q: text === '' ? undefined : text }, { replace: last !== '' })
    return true
  }
  const onTyped = useStable(() => void write())
  const onType = useStable((text: string) => {
    setTyped(text)
    waiting.current = text
    clearTimeout(timer.current)
    timer.current = setTimeout(onTyped, settleMs)
  })
  const onSearch = useStable<Parameters<NotesPageProps['onSearch']>, void>((changes, how) => {
    if ('q' in changes) {
      forget()
      setTyped(changes.q ?? '')
    } else if (write()) {
      // The router joins navigations of the same task into one step.
      queueMicrotask(() => onAddress(changes, how))
      return
    }
    onAddress(changes, how)
  })
  return { search: shown, onSearch, onType, onTyped }
}
