/**
 * The registry of commands for the palette, the menus, the keyboard shortcuts and the list of shortcuts. The commands for an open
 * delivery, note or other item are in `shown-commands.ts`.
 */

/** Keys joined by `+`. `Mod` is Cmd on macOS and Ctrl elsewhere. */
export type Keys = string | { readonly mac: string; readonly other: string }

export interface Command {
  readonly label: string
  readonly keys?: string
  /** Shortcut that works only while the command's own page is open, such as the list of endpoints. */
  readonly pageKeys?: string
  /** Shortcut that only the desktop app's menus have, for example because browsers reserve the keys. */
  readonly menuKeys?: Keys
  readonly place?: string
  /** Whether the command asks for input first. Its label then ends in an ellipsis. */
  readonly asks?: boolean
  readonly by?: 'page' | 'desktop'
}

interface SidebarPlace extends Omit<Command, 'keys' | 'place'> {
  /** The group in the sidebar. The `sandbox` group is shown only in the sandbox workspace. */
  readonly group: 'watched' | 'other' | 'sandbox'
  /** The letter that selects the page in the *Go* menu. Not set if another menu lists the page. */
  readonly letter?: string
}

/**
 * The sidebar's pages, in order. A page's position is the digit of its shortcut. The sandbox comes last, because it is not always
 * shown.
 */
const places = numbered({
  inspector: { label: 'Inspector', group: 'watched', letter: 'I' },
  endpoints: { label: 'Endpoints', group: 'watched', letter: 'E' },
  notes: { label: 'Notes', group: 'watched', letter: 'N' },
  receivers: { label: 'Receivers', group: 'watched', letter: 'R' },
  coverage: { label: 'Coverage', group: 'other', letter: 'C' },
  missed: { label: 'Missed events', group: 'other', letter: 'M' },
  attention: { label: 'Needs attention', group: 'other', letter: 'A' },
  settings: { label: 'Settings', group: 'other', menuKeys: 'Mod+,' },
  sandbox: { label: 'Sandbox', group: 'sandbox' },
})

export type PlaceId = keyof typeof places

export const placeIds = Object.keys(places) as readonly PlaceId[]

const { sandbox, ...placesOfEach } = places

export const commands = {
  ...placesOfEach,
  tunnel: { label: 'Tunnel', place: '#/tunnel' },
  sandbox,
  workspaces: {
    label: 'Workspaces',
    menuKeys: 'Mod+Shift+J',
    place: '#/workspaces',
  },
  help: {
    label: 'Notehook help',
    menuKeys: { mac: 'Cmd+Shift+/', other: 'F1' },
    place: '#/help',
  },
  'new-endpoint': {
    label: 'New endpoint',
    pageKeys: 'N',
    menuKeys: 'Mod+N',
    place: '#/endpoints?form=new',
    asks: true,
  },
  'new-receiver': { label: 'Add receiver', pageKeys: 'N', place: '#/receivers?form=new', asks: true },
  'compose-delivery': { label: 'Compose delivery', place: '#/receivers?form=compose', asks: true },
  'catch-up': { label: 'Catch up', place: '#/missed?form=catch-up', asks: true },
  'connect-workspace': {
    label: 'Connect workspace',
    asks: true,
    by: 'page',
  },
  'open-palette': { label: 'Search or jump to', keys: 'Mod+K', asks: true, by: 'page' },
  'search-list': {
    label: 'Search this page',
    menuKeys: 'Mod+F',
    by: 'page',
  },
  'switch-workspace': { label: 'Switch workspace', keys: 'Mod+J', asks: true, by: 'page' },
  'toggle-sidebar': {
    label: 'Toggle sidebar',
    keys: 'Mod+B',
    by: 'page',
  },
  'show-shortcuts': {
    label: 'Keyboard shortcuts',
    keys: '?',
    menuKeys: 'Mod+/',
    by: 'page',
  },
  'go-back': { label: 'Back', menuKeys: { mac: 'Cmd+[', other: 'Alt+Left' }, by: 'desktop' },
  'go-forward': { label: 'Forward', menuKeys: { mac: 'Cmd+]', other: 'Alt+Right' }, by: 'desktop' },
  'open-session': { label: 'Open session file', menuKeys: 'Mod+O', asks: true, by: 'desktop' },
  'show-log': { label: 'Show log', by: 'desktop' },
  'open-data-folder': { label: 'Open data folder', by: 'desktop' },
  'report-problem': { label: 'Report a problem', asks: true, by: 'desktop' },
  'show-licenses': { label: 'Third-party licenses', by: 'desktop' },
  'open-website': { label: 'Standard Webhooks website', by: 'desktop' },
} as const satisfies Readonly<Record<string, Command>>

export type CommandId = keyof typeof commands

type IdsBy<Who extends Command['by']> = {
  readonly [Id in CommandId]: (typeof commands)[Id] extends { readonly by: Who } ? Id : never
}[CommandId]

export type PageAction = IdsBy<'page'>
export type DesktopAction = IdsBy<'desktop'>

export const pageActions = [
  'connect-workspace',
  'open-palette',
  'search-list',
  'switch-workspace',
  'toggle-sidebar',
  'show-shortcuts',
] as const satisfies readonly PageAction[]

export const isPageAction = (id: CommandId): id is PageAction => pageActions.some((action) => action === id)

export const isDesktopAction = (id: CommandId): id is DesktopAction =>
  (commands[id] as Command).by === 'desktop'

function numbered<const Places extends Readonly<Record<string, SidebarPlace>>>(places: Places) {
  return Object.fromEntries(
    Object.entries(places).map(([id, place], at) => [
      id,
      { ...place, keys: `Mod+${at + 1}`, place: `#/${id}` },
    ]),
  ) as {
    readonly [Id in keyof Places & string]: Places[Id] & { readonly keys: string; readonly place: `#/${Id}` }
  }
}
