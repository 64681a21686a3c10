/** A key press as a page receives it. */
export interface PressedKey {
  readonly key: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
  readonly meta: boolean
}

/**
 * Parses an accelerator by Electron's grammar (`accelerator_util.cc`). Key presses are compared including their modifiers. Throws for
 * an accelerator that Electron would silently ignore.
 */
export function parseAccelerator(accelerator: string): (pressed: PressedKey) => boolean {
  const parts = accelerator.toLowerCase().split('+')
  const wanted = { ctrl: false, alt: false, shift: false, meta: false }
  let key: string | null = null
  for (const part of parts) {
    const modifier = modifiers[part]
    if (modifier) wanted[modifier] = true
    else if (key === null && isKey(part)) key = part
    else throw new Error(`The accelerator ${accelerator} is not valid.`)
  }
  if (key === null) throw new Error(`The accelerator ${accelerator} has no key.`)
  // Most keyboards need Shift to type a plus.
  if (key === 'plus') wanted.shift = true
  const typed = typedAs[key] ?? key
  return (pressed) =>
    pressed.key.toLowerCase() === typed &&
    pressed.ctrl === wanted.ctrl &&
    pressed.alt === wanted.alt &&
    pressed.shift === wanted.shift &&
    pressed.meta === wanted.meta
}

const onMac = process.platform === 'darwin'

const modifiers: Readonly<Record<string, 'ctrl' | 'alt' | 'shift' | 'meta' | undefined>> = {
  ctrl: 'ctrl',
  control: 'ctrl',
  alt: 'alt',
  option: 'alt',
  altgr: 'alt',
  shift: 'shift',
  super: 'meta',
  meta: 'meta',
  cmd: 'meta',
  command: 'meta',
  cmdorctrl: onMac ? 'meta' : 'ctrl',
  commandorcontrol: onMac ? 'meta' : 'ctrl',
}

/** Keys that have a different name in a page's key events. */
const typedAs: Readonly<Record<string, string>> = {
  plus: '+',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
}

const named: ReadonlySet<string> = new Set([
  ...['plus', 'space', 'tab', 'backspace', 'delete', 'insert', 'return', 'enter', 'escape', 'esc'],
  ...['up', 'down', 'left', 'right', 'home', 'end', 'pageup', 'pagedown', 'numadd', 'numsub'],
])

function isKey(part: string): boolean {
  return /^(?:[\x21-\x7e]|f(?:[1-9]|1[0-9]|2[0-4]))$/.test(part) || named.has(part)
}
