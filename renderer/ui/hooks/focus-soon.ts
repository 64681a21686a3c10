import { isCovered } from './is-covered.ts'

/** How long to wait for it, in frames: opening it may be a navigation, and a dialog over it has to go. */
const mostFrames = 30

/** Leads the focus to an element as soon as that is there and nothing lies over it. */
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
 * Leads the focus to an item that was just added, by the id of its pane: to the list, where its row is the current one, or to the pane
 * if that covers the list. Nothing if the user went to another page.
 */
export function focusItem(paneId: string): void {
  focusSoon(() => {
    const pane = document.getElementById(paneId)
    return pane && (document.querySelector<HTMLElement>('main [role="listbox"]:not([inert] *)') ?? pane)
  })
}
