const isMac = /Mac/.test(navigator.platform)

export const deleteKey = isMac ? '⌫' : 'Del'

export const undoKeys = isMac ? '⌘Z' : 'Ctrl Z'
