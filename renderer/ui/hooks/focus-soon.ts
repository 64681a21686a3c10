import { isCovered } from './is-covered.ts'

/** Maximum number of frames to wait for the element, because opening it may need a navigation or a dialog over it to close. */
const mostFrames = 30

/** Focuses an element once it is in the page and not covered. */
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
 * Focuses an item that was just added, by the id of its pane: the list, where its row is current, or the pane if that covers the list. Does
 * nothing if the user opened another page.
 */
export function focusItem(paneId: string): void {
  focusSoon(() => {
    const pane = document.getElementById(paneId)
    return pane && (document.querySelector<HTMLElement>('main [role="listbox"]:not([inert] *)') ?? pane)
  })
}
