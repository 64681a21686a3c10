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
