import { isCovered } from './is-covered.ts'

/** Maximum number of frames to wait for the element. It may need a navigation, or a dialog over it may have to close first. */
const mostFrames = 30

/** Focuses an element as soon as it is on the page and not covered. */
export function focusSoon(find: () => HTMLElement | null): void {
  let frames = 0
  const lead = () => {
    const element = isCovered() ? null : find()
    if (element) element.focus()
    else if (++frames < mostFrames) requestAnimationFrame(lead)
  }
  lead()
}

/**
 * Focuses an item that was just added, given the id of its pane. The list gets the focus, or the pane if it covers the list. Does
 * nothing if the user has opened another page.
 */
export function focusItem(paneId: string): void {
  focusSoon(() => {
    const pane = document.getElementById(paneId)
    return pane && (document.querySelector<HTMLElement>('main [role="listbox"]:not([inert] *)') ?? pane)
  })
}
