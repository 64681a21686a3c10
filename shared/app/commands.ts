/** A command of the page: where it leads, or an action that the page carries out. */
export interface Command {
  readonly label: string
  /** `Mod` is Cmd on macOS and Ctrl elsewhere. The page handles the same keys itself where it has them. */
  readonly keys?: string
  /** The fragment of a place in the page; without one, it is an action. */
  readonly place?: string
}

/** The places of the sidebar, in its order. Their keys are Mod and their number. */
const places = {
  inspector: { label: 'Inspector', keys: 'Mod+1', place: '#/inspector' },
  endpoints: { label: 'Endpoints', keys: 'Mod+2', place: '#/endpoints' },
  notes: { label: 'Notes', keys: 'Mod+3', place: '#/notes' },
  coverage: { label: 'Coverage', keys: 'Mod+4', place: '#/coverage' },
  attention: { label: 'Needs Attention', keys: 'Mod+5', place: '#/attention' },
} as const satisfies Readonly<Record<string, Command>>

export const placeIds = Object.keys(places) as readonly (keyof typeof places)[]

/** What menus outside the page can ask of it. Both sides read this list, so that names and keys agree. */
export const commands = {
  ...places,
  settings: { label: 'Settings', keys: 'Mod+,', place: '#/settings' },
  tunnel: { label: 'Tunnel', place: '#/tunnel' },
  workspaces: { label: 'Workspaces', keys: 'Mod+Shift+J', place: '#/workspaces' },
  'new-endpoint': { label: 'New Endpoint', keys: 'Mod+N', place: '#/endpoints?form=new' },
  'switch-workspace': { label: 'Switch Workspace', keys: 'Mod+J' },
  find: { label: 'Find', keys: 'Mod+F' },
  help: { label: 'Notehook Help', place: '#/help' },
  'show-shortcuts': { label: 'Keyboard Shortcuts', keys: 'Mod+/' },
} as const satisfies Readonly<Record<string, Command>>

export type CommandId = keyof typeof commands

/** The commands without a place, which the page carries out. */
export const pageActions = ['switch-workspace', 'find', 'show-shortcuts'] as const satisfies readonly {
  [Id in CommandId]: (typeof commands)[Id] extends { readonly place: string } ? never : Id
}[CommandId][]
export type PageAction = (typeof pageActions)[number]

export const isPageAction = (id: CommandId): id is PageAction => pageActions.some((action) => action === id)
