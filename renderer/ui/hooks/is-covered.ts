/** Whether a dialog or a menu lies over the page, which gets all keys. A message in the corner does not. */
export function isCovered(): boolean {
  return document.querySelector(covers) !== null
}

const covers = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"]'
