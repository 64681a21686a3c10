import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStable } from '#ui/hooks/use-stable.ts'
import type { NotesPageProps, NotesSearch } from '../notes-search.ts'

/** Milliseconds after the last key press before the search is written to the URL. */
const settleMs = 250

export interface TypedSearch extends NotesPageProps {
  readonly onType: (text: string) => void
  /** Writes the search to the URL without waiting for a pause. */
  readonly onTyped: () => void
}

/**
 * Keeps the text of the search field in the page's state, and writes it to the URL when the user pauses. Writing it on every key
 * press would delay the results. A pending text is also written before any other change of the URL, so that Back returns to the
 * search.
 */
export function useTypedSearch({ search, onSearch: onAddress }: NotesPageProps): TypedSearch {
  const { q = '' } = search
  const [typed, setTyped] = useState<string | null>(null)
  const shown = useMemo((): NotesSearch => {
    return typed === null || typed === q ? search : { ...search, q: typed === '' ? undefined : typed }
  }, [search, q, typed])
  const waiting = useRef<string | null>(null)
  /** Searches that were passed to the router but are not in the URL yet. */
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
    // Typing replaces the history entry, so that Back leaves the search instead of undoing it letter by letter.
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
      // The router would merge two navigations in the same task into one history entry.
      queueMicrotask(() => onAddress(changes, how))
      return
    }
    onAddress(changes, how)
  })
  return { search: shown, onSearch, onType, onTyped }
}
