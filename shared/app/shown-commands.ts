import type { Command } from './commands.ts'

/**
 * The part of the registry for what is shown: what can be done with the delivery, endpoint or note that is open, and with the lists.
 * The pages say how, and whether it is possible now.
 */
export type ShownCommand = Pick<Command, 'label' | 'keys' | 'asks'>

/** By what they are about, in the order of the palette. */
export const shownCommands = {
  delivery: {
    'copy-curl': { label: 'Copy as cURL', keys: 'C' },
    'open-note': { label: 'Open note', keys: 'O' },
    star: { label: 'Star', keys: 'S' },
    compare: { label: 'Compare with another', keys: 'D' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ShownCommand>>>>

/** Keys that move, choose and resize where the focus is. They are listed, but there is nothing to run. */
export const focusKeys = {
  lists: [
    { keys: ['Up', 'Down'], label: 'Next, previous (also J, K)' },
    { keys: ['Home', 'End'], label: 'First, last loaded' },
    { keys: ['Enter'], label: 'Open' },
    { keys: ['Space'], label: 'Select (Shift + ↑ ↓ for a range)' },
    { keys: ['Mod+A'], label: 'Select all loaded' },
    { keys: ['/'], label: 'Search or filter' },
    { keys: ['Esc'], label: 'Close a dialog, menu or detail' },
  ],
  timeline: [
    { keys: ['Left', 'Right'], label: 'Previous, next step (Page Up, Page Down: ten)' },
    { keys: ['Shift+Right'], label: 'Select a range' },
    { keys: ['Enter'], label: 'Filter by the range (Esc clears it)' },
  ],
  panes: [
    { keys: ['Right', 'Left'], label: 'Open, close a folder; resize a pane' },
    { keys: ['Tab'], label: 'Next pane' },
  ],
} as const satisfies Readonly<
  Record<string, readonly { readonly keys: readonly string[]; readonly label: string }[]>
>
