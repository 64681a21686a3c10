const isMac = /Mac/.test(navigator.platform)

/** Name of the delete key, as shown. */
export const deleteKey = isMac ? '⌫' : 'Del'

/** Shortcut that undoes the last deletion, as shown. */
export const undoKeys = isMac ? '⌘Z' : 'Ctrl Z'
