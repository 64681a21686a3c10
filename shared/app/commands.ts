/**
 * The registry of commands: what the palette, the menus, the page's keys and the list of shortcuts share. Those of what is
 * shown (a delivery, an endpoint, a list) are in `shown-commands.ts`.
 */

/** `Mod` is Cmd on macOS and Ctrl elsewhere; keys are joined by `+`. */
export type Keys = string | { readonly mac: string; readonly other: string }

export interface Command {
  /** As the page writes it. The menus of the system capitalize it. */
  readonly label: string
  /** What the page handles, in the desktop app and in a browser. */
  readonly keys?: string
  /** What its own place handles, such as the list of endpoints. */
  readonly pageKeys?: string
  /** What only the menus of the desktop app handle, such as keys that a browser has for itself. */
  readonly menuKeys?: Keys
  /** The fragment of a place in the page; without one, it is an action. */
  readonly place?: string
  /** It asks for something first, so its label ends in an ellipsis where it is chosen. */
  readonly asks?: boolean
  /** Who carries out an action: the page, or the desktop app outside of it. */
  readonly by?: 'page' | 'desktop'
}

/** The places of the sidebar, in its order. */
const places = {
  inspector: {
    label: 'Inspector',
    keys: 'Mod+1',
    place: '#/inspector',
  },
  endpoints: { label: 'Endpoints', keys: 'Mod+2', place: '#/endpoints' },
  notes: { label: 'Notes', keys: 'Mod+3', place: '#/notes' },
  receivers: { label: 'Receivers', keys: 'Mod+4', place: '#/receivers' },
  coverage: { label: 'Coverage', keys: 'Mod+5', place: '#/coverage' },
  attention: { label: 'Needs attention', keys: 'Mod+6', place: '#/attention' },
  settings: {
    label: 'Settings',
    keys: 'Mod+7',
    menuKeys: 'Mod+,',
    place: '#/settings',
  },
} as const satisfies Readonly<Record<string, Command>>

export const placeIds = Object.keys(places) as readonly (keyof typeof places)[]

export const commands = {
  ...places,
  behind: { label: 'Behind', place: '#/missed' },
  tunnel: { label: 'Tunnel', place: '#/tunnel' },
  // After the places of every workspace, so that theirs are the same in each.
  sandbox: { label: 'Sandbox', keys: 'Mod+8', place: '#/sandbox' },
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
    label: 'Connect a workspace',
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

/** An action that the page carries out. */
export type PageAction = IdsBy<'page'>
/** An action of the desktop app, which a browser does not have. */
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
