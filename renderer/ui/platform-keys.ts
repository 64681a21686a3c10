const isMac = /Mac/.test(navigator.platform)

/** The key that deletes, as it is shown. */
export const deleteKey = isMac ? '⌫' : 'Del'

/** What restores what was deleted last, as it is shown. */
export const undoKeys = isMac ? '⌘Z' : 'Ctrl Z'
