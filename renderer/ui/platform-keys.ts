const isMac = /Mac/.test(navigator.platform)

export const deleteKey = isMac ? '⌫' : 'Del'

/** The shortcut that undoes the last deletion, as shown. */
export const undoKeys = isMac ? '⌘Z' : 'Ctrl Z'
