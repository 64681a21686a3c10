const isMac = /Mac/.test(navigator.platform)

/** The key that begins a shortcut: Command on a Mac, Control elsewhere. */
export const mod = isMac ? '⌘' : 'Ctrl'

/** A shortcut as the system writes it: `⌘K`, `Ctrl K`. */
export const withMod = (key: string): string => (isMac ? `⌘${key}` : `Ctrl ${key}`)
