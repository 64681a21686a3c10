import { useSyncExternalStore } from 'react'

/** Whether a media query holds, now and whenever that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** There is no room for three panes. */
export const useIsNarrow = () => useMedia('(max-width: 1000px)')

/** There is room for one pane at a time. */
export const useOnePane = () => useMedia('(max-width: 680px)')
