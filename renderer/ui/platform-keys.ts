const isMac = /Mac/.test(navigator.platform)

export const deleteKey = isMac ? '⌫' : 'Del'

/** The label of the modifier key in keyboard shortcuts. */
export const commandKey = isMac ? '⌘' : 'Ctrl'

export const undoKeys = isMac ? '⌘Z' : 'Ctrl Z'
