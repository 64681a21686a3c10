import { useState } from 'react'
import { useMedia } from '#ui/hooks/use-media.ts'
import { useRemembered } from '#ui/hooks/use-remembered.ts'

/**
 * Whether the sidebar shows icons only. A wide window remembers the user's choice. A narrow one starts with icons and can be expanded
 * temporarily, as long as the page keeps 400 px.
 */
export function useSidebar(): { readonly isCollapsed: boolean; readonly toggle: (() => void) | null } {
  const isNarrow = useMedia('(max-width: 960px)')
  const isTiny = useMedia('(max-width: 607px)')
  const [wide, setWide] = useRemembered('sidebar', ['open', 'icons'], 'open')
  const [isOpenHere, setOpenHere] = useState(false)
  if (isTiny) return { isCollapsed: true, toggle: null }
  if (isNarrow) return { isCollapsed: !isOpenHere, toggle: () => setOpenHere(!isOpenHere) }
  return {
    isCollapsed: wide === 'icons',
    toggle: () => setWide(wide === 'icons' ? 'open' : 'icons'),
  }
}
