import { useState } from 'react'

const mostRemembered = 8

/** Filters used in this window, the last one first. They may hold words of payloads, so no file gets them. */
export function useRecentFilters(scope: string): {
  readonly recent: readonly string[]
  readonly remember: (text: string) => void
} {
  const [state, setState] = useState(() => ({ scope, recent: load(scope) }))
  const { recent } = state.scope === scope ? state : { recent: load(scope) }
  return {
    recent,
    remember(text) {
      if (text === '' || text === recent[0]) return
      const next = [text, ...recent.filter((known) => known !== text)].slice(0, mostRemembered)
      remembered.set(scope, next)
      setState({ scope, recent: next })
    },
  }
}

const remembered = new Map<string, readonly string[]>()

function load(scope: string): readonly string[] {
  return remembered.get(scope) ?? []
}
