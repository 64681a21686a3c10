/** Maximum number of frames to wait for the element, for example until a navigation has finished or a dialog has closed. */
const mostFrames = 30

/** Focuses an element once it is on the page and not covered. */
export function focusSoon(find: () => HTMLElement | null): void {
  let frames = 0
  const lead = () => {
    const element = isCovered() ? null : find()
    if (element) element.focus()
    else if (++frames < mostFrames) requestAnimationFrame(lead)
  }
  lead()
}

/** Focuses the list beside an item that was just added, or the item's pane if it covers the list. */
export function focusItem(paneId: string): void {
  focusSoon(() => {
    const pane = document.getElementById(paneId)
    return pane && (document.querySelector<HTMLElement>('main [role="listbox"]:not([inert] *)') ?? pane)
  })
}

/** Whether a dialog or a menu covers the page and handles all keys. Toasts do not count. */
export function isCovered(): boolean {
  return document.querySelector(covers) !== null
}

const covers = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"]'

/** Whether a key pressed in this element is text input instead of a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches(
        'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="spinbutton"], [role="combobox"]',
      ))
  )
}

/** Whether a button or link beside a list has the focus, such as a filter chip. The list's keys work there too. */
export function isBesideList(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    // A select changes its value when the user types a letter.
    target.matches('main :is(button:not([aria-haspopup="listbox"]), a)') &&
    target.closest('article, [role="listbox"], [role="tree"], [data-dialog]') === null
  )
}
