/** Whether a dialog or a menu covers the page and handles all keys. Toasts do not count. */
export function isCovered(): boolean {
  return document.querySelector(covers) !== null
}

const covers = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"]'
