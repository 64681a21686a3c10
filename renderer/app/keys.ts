import type { Keys } from '#shared/app/commands.ts'

const isMac = /Mac/.test(navigator.platform)

/** The key that begins a shortcut: Command on a Mac, Control elsewhere. */
export const mod = isMac ? '⌘' : 'Ctrl'

/** Each key of a shortcut as the system names it: `Mod+Shift+J` is Ctrl, Shift and J, or ⌘, ⇧ and J. */
export function keyNames(keys: Keys): readonly string[] {
  const own = typeof keys === 'string' ? keys : keys[isMac ? 'mac' : 'other']
  return own.split('+').map((key) => (isMac ? macNames.get(key) : undefined) ?? names.get(key) ?? key)
}

/** A shortcut as the system writes it: `⌘K`, `Ctrl K`. */
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

/** The shortcut of a key press, as the registry writes it. A character that needs Shift, such as `?`, is written without it. */
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
