import type { Command, Keys } from './commands.ts'

/**
 * Commands for what the page is showing, such as the open delivery, endpoint or note. Each page implements and enables its own
 * commands (`useCommands`), and may use a more specific label such as *Remove star*.
 */
export interface ShownCommand extends Pick<Command, 'label'> {
  readonly keys?: Keys
}

/**
 * Types of items that have commands, in the order of the list of shortcuts. `selection` stands for several selected rows. Its
 * commands have the same keys as those for a single row. `page` is the open page.
 */
export const subjects = ['selection', 'delivery', 'endpoint', 'note', 'send', 'receiver', 'page'] as const
export type Subject = (typeof subjects)[number]

/** Commands by id. Numbered commands, such as `delivery.compare-body-7`, share one entry without the number. */
export const shownCommands = {
  'selection.replay': { label: 'Replay selected' },
  'selection.compare': { label: 'Compare the two selected' },
  'selection.copy-ids': { label: 'Copy IDs of selected' },
  'selection.export': { label: 'Export selected' },
  'selection.delete': { label: 'Delete selected' },
  'delivery.replay': { label: 'Replay', keys: 'R' },
  'delivery.replay-to': { label: 'Replay to', keys: 'Shift+R' },
  'delivery.edit-and-send': { label: 'Edit and send', keys: 'E' },
  'delivery.copy-curl': { label: 'Copy as cURL', keys: 'C' },
  'delivery.copy-curl-signed-now': { label: 'Copy as cURL, re-signed' },
  'delivery.copy-curl-signed-here': { label: 'Copy as cURL, re-signed, to localhost' },
  'delivery.copy-http': { label: 'Copy as raw HTTP' },
  'delivery.copy-json': { label: 'Copy as JSON' },
  'delivery.copy-markdown': { label: 'Copy as Markdown' },
  'delivery.copy-fixture': { label: 'Copy as test fixture' },
  'delivery.open-note': { label: 'Open note', keys: 'O' },
  'delivery.star': { label: 'Star', keys: 'S' },
  'delivery.remark': { label: 'Add remark' },
  'delivery.compare': { label: 'Compare with another', keys: 'D' },
  'delivery.compare-previous': { label: 'Compare with the previous' },
  'delivery.compare-previous-of-note': { label: 'Compare with the previous of the note' },
  'delivery.compare-body': { label: 'Compare with another body' },
  'delivery.copy-id': { label: 'Copy webhook-id' },
  'delivery.filter-endpoint': { label: 'Filter by this endpoint' },
  'delivery.delete': { label: 'Delete delivery', keys: 'Del' },
  'endpoint.show-deliveries': { label: 'Show deliveries of endpoint in Inspector' },
  'endpoint.simulate': { label: 'Simulate responses of endpoint' },
  'endpoint.edit': { label: 'Edit endpoint', keys: 'E' },
  'endpoint.rename': { label: 'Rename endpoint' },
  'endpoint.switch': { label: 'Enable or disable endpoint' },
  'endpoint.copy-url': { label: 'Copy endpoint URL' },
  'endpoint.copy-id': { label: 'Copy endpoint ID' },
  'endpoint.show-secret': { label: 'Show secret' },
  'endpoint.copy-secret': { label: 'Copy secret' },
  'endpoint.import-secret': { label: 'Import secret' },
  'endpoint.rotate-secret': { label: 'Rotate secret' },
  'endpoint.delete': { label: 'Delete endpoint', keys: 'Del' },
  'note.open-outside': { label: 'Open note in browser', keys: 'O' },
  'note.show-events': { label: 'Show events of note in Inspector' },
  'note.compose': { label: 'Compose delivery about this note' },
  'note.copy-id': { label: 'Copy note ID' },
  'note.copy-markdown': { label: 'Copy as Markdown', keys: 'C' },
  'note.copy-json': { label: 'Copy as JSON' },
  'note.copy-link': { label: 'Copy link' },
  'note.refresh': { label: 'Refresh note' },
  'send.open-delivery': { label: 'Open delivery' },
  'send.replay': { label: 'Replay to its receiver' },
  'receiver.live': { label: 'Toggle forwarding', keys: 'L' },
  'receiver.replay': { label: 'Replay to this receiver' },
  'receiver.compose': { label: 'Compose delivery', keys: 'C' },
  'receiver.check': { label: 'Check receiver', keys: 'T' },
  'receiver.edit': { label: 'Edit receiver', keys: 'E' },
  'receiver.test': { label: 'Test connection' },
  'receiver.copy-url': { label: 'Copy receiver URL' },
  'receiver.delete': { label: 'Delete receiver', keys: 'Del' },
  'page.replay': { label: 'Replay all' },
  'page.export': { label: 'Export deliveries' },
  'page.export-notes': { label: 'Export notes' },
  'page.pause': { label: 'Pause the list' },
  'page.open-session': { label: 'Open session file' },
  'page.delete': { label: 'Delete deliveries' },
  'page.refresh': { label: 'Refresh' },
  'page.generate-note': { label: 'Generate note' },
  'page.edit-note': { label: 'Edit note' },
  'page.share-note': { label: 'Share note' },
  'page.generate-many': { label: 'Generate 50 notes' },
} as const satisfies Readonly<Record<`${Subject}.${string}`, ShownCommand>>

/** Keys that move, select or resize within the focused element. They appear in the list of shortcuts, but have no command. */
export const focusKeys = {
  lists: [
    { keys: ['Up', 'Down'], label: 'Next, previous (also J, K)' },
    { keys: ['Home', 'End'], label: 'First, last loaded' },
    { keys: ['Enter'], label: 'Open and focus the pane' },
    { keys: ['Space', 'X'], label: 'Select (Shift + ↑ ↓ for a range)' },
    { keys: ['Mod+A'], label: 'Select all loaded' },
    { keys: ['Shift+Click'], label: 'Compare with the open delivery, or select a range' },
    { keys: ['Mod+Z'], label: 'Undo a deletion' },
    { keys: ['/'], label: 'Search or filter' },
    { keys: ['Alt+E'], label: 'Search titles or everything (notes)' },
    { keys: ['Esc'], label: 'Close a dialog, menu or detail' },
  ],
  attention: [
    { keys: ['Enter'], label: 'Main action of the row' },
    { keys: ['O'], label: 'Open the subject of the row' },
    { keys: ['M'], label: 'Mute the endpoint' },
    { keys: ['U'], label: 'Catch up an endpoint’s missed events' },
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

/** Returns the single-letter shortcuts of a list. Typing one of them runs its command instead of searching the list. */
export const lettersOf = (subject: Subject): string =>
  Object.entries<ShownCommand>(shownCommands)
    .flatMap(([id, { keys }]) => {
      const letter = typeof keys === 'string' ? keys.split('+').at(-1) : undefined
      return id.startsWith(`${subject}.`) && letter?.length === 1 ? letter.toLowerCase() : []
    })
    .join('')
