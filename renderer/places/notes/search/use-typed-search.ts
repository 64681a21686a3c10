import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isCovered } from '#ui/hooks/focus.ts'
import { useRemembered } from '#ui/hooks/use-remembered.ts'
import { useStable } from '#ui/hooks/use-stable.ts'
import { useApi } from '../../../host/client.ts'
import type { SearchScope } from '../../../nouns/notes/index-queries.ts'
import { textStatus } from '../../../nouns/notes/text-queries.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'
import type { NotesPageProps, NotesSearch } from '../notes-search.ts'

/** Milliseconds after the last key press before the search is written to the URL. */
const settleMs = 250

export interface TypedSearch extends NotesPageProps {
  /** Shows a search. If `ready` is a promise, the previous results stay until it resolves, so that the page renders only once. */
  readonly onType: (text: string, ready: Promise<void> | null) => void
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
    if (text !== null) setTyped(text)
    if (text === null || text === last) return false
    written.current = [...written.current, text]
    // Typing replaces the history entry, so that Back leaves the search instead of undoing it letter by letter.
    onAddress({ q: text === '' ? undefined : text }, { replace: last !== '' })
    return true
  }
  const onTyped = useStable(() => void write())
  const onType = useStable((text: string, ready: Promise<void> | null) => {
    waiting.current = text
    clearTimeout(timer.current)
    timer.current = setTimeout(onTyped, settleMs)
    if (ready === null) return setTyped(text)
    void ready.then(() => {
      if (waiting.current === text) flushSync(() => setTyped(text))
    })
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

export interface SearchScopeChoice {
  /** `undefined` until the state of the stored text has loaded. */
  readonly scope: SearchScope | undefined
  /** Changes the scope, or asks first whether to keep the text of notes. */
  readonly choose: (scope: SearchScope) => void
  readonly isAsking: boolean
  /** Call this when the user has decided. `isKept` is whether the text is kept now. */
  readonly onDecided: (isKept: boolean) => void
}

/**
 * Returns the scope of the search: the one in the URL, otherwise the last one chosen in this workspace. Without stored text, only
 * titles are searched. Alt+E switches the scope.
 */
export function useSearchScope({ search, onSearch }: NotesPageProps): SearchScopeChoice {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: texts, isPending } = useQuery(textStatus(api))
  const workspace = session === undefined || session.state === 'welcome' ? '' : session.workspace.id
  const [last, remember] = useRemembered<SearchScope | 'none'>(`search-in:${workspace}`, scopes, 'none')
  const [isAsking, setAsking] = useState(false)
  const isKept = texts !== undefined && texts.state !== 'off'
  const usual = last === 'none' ? 'everything' : last
  const scope = isPending ? undefined : isKept ? (search.in ?? usual) : 'titles'

  const write = (next: SearchScope) => {
    remember(next)
    onSearch({ in: next }, { replace: true })
  }
  const choose = useStable((next: SearchScope) => {
    if (next === 'everything' && !isKept) setAsking(true)
    else write(next)
  })
  const onDecided = useStable((isKept: boolean) => {
    setAsking(false)
    if (isKept) write('everything')
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // The key code is compared, because Alt+E types a letter on some systems.
      if (event.code !== 'KeyE' || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.defaultPrevented || isCovered()) return
      event.preventDefault()
      choose(scope === 'everything' ? 'titles' : 'everything')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [scope, choose])
  return { scope, choose, isAsking, onDecided }
}

const scopes = ['titles', 'everything', 'none'] as const
