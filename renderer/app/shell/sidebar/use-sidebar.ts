import { useState } from 'react'
import { useMedia } from '#ui/hooks/use-media.ts'
import { useRemembered } from '#ui/hooks/use-remembered.ts'

/**
 * Whether the sidebar shows icons only. A wide window remembers what the user chose. A narrow one begins with icons and can be
 * opened for the moment, as long as the page keeps 400 px.
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
