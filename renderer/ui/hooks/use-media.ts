import { useSyncExternalStore } from 'react'

/** Whether a media query matches. Updates when that changes. */
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

/** Whether the window is too narrow for three panes. */
export const useIsNarrow = () => useMedia('(max-width: 1000px)')

/** Whether there is room for only one pane. */
export const useOnePane = () => useMedia('(max-width: 680px)')
