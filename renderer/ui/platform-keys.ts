const isMac = /Mac/.test(navigator.platform)

export const deleteKey = isMac ? '⌫' : 'Del'

/** The modifier of shortcuts, as shown. */
export const commandKey = isMac ? '⌘' : 'Ctrl'

export const undoKeys = isMac ? '⌘Z' : 'Ctrl Z'
