import type { Keys } from '#shared/app/commands.ts'

const isMac = /Mac/.test(navigator.platform)

export const mod = isMac ? '⌘' : 'Ctrl'

/**
 * Returns the names of a shortcut's keys on this system. For example, `Mod+Shift+J` is Ctrl, Shift and J on Windows and Linux,
 * and ⌘, ⇧ and J on a Mac.
 */
export function keyNames(keys: Keys): readonly string[] {
  const own = typeof keys === 'string' ? keys : keys[isMac ? 'mac' : 'other']
  return own.split('+').map((key) => (isMac ? macNames.get(key) : undefined) ?? names.get(key) ?? key)
}

/** Formats a shortcut for this system, such as `⌘K` or `Ctrl K`. */
export const written = (keys: Keys): string => keyNames(keys).join(isMac ? '' : ' ')

const names: ReadonlyMap<string, string> = new Map([
  ['Mod', mod],
  ['Up', '↑'],
  ['Down', '↓'],
  ['Left', '←'],
  ['Right', '→'],
])
const macNames: ReadonlyMap<string, string> = new Map([
  ['Cmd', '⌘'],
  ['Shift', '⇧'],
  ['Alt', '⌥'],
])

/** Returns a key press in the registry's format. Leaves out Shift for a symbol that needs Shift to type, such as `?`. */
export function keysOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(key)
  const isSymbol = key.length === 1 && !isLetter
  return [
    ...(ctrlKey || metaKey ? ['Mod'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey && !isSymbol ? ['Shift'] : []),
    isLetter ? key.toUpperCase() : key,
  ].join('+')
}
