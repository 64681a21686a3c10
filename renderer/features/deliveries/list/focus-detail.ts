/** How long to wait for it, in frames: opening it is a navigation. */
const mostFrames = 30

/** Leads into the pane of the open delivery, as soon as that is there. */
export function focusDetail(): void {
  let frames = 0
  const lead = () => {
    const pane = document.getElementById('delivery-detail')
    if (pane) pane.focus()
    else if (++frames < mostFrames) requestAnimationFrame(lead)
  }
  lead()
}
