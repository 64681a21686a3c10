import type { OffCounts, WorkspaceContents, WorkspaceSummary } from '#shared/workspaces/contract.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'

export type KnownSession = Exclude<SessionStatus, { state: 'welcome' }>

export const common = {
  cancel: 'Cancel',
  tryStoredKey: 'Try again with the stored key',
  /** While Notehook waits for the keychain to be unlocked. */
  checking: 'Notehook checks every few seconds and continues on its own.',
}

/** Of a workspace that is not open. */
export const endpointsOffText = ({ all }: OffCounts) =>
  all === 1 ? '1 endpoint is off' : `${all} endpoints are off`

/** Titles of errors that are shown when their page is gone. */
export const failures = {
  open: 'The workspace could not be opened.',
  update: 'The workspace was not changed.',
  disconnect: 'The workspace was not disconnected.',
  remove: 'The workspace was not removed.',
  startSandbox: 'The sandbox workspace was not opened.',
  stopSandbox: 'The sandbox workspace was not stopped.',
  connect: 'The workspace was not connected.',
}

export const welcome = {
  title: 'Welcome to Notehook',
  lead: 'Webhooks on your meeting notes, where you can see them work.',
  features: [
    { verb: 'Browse', rest: 'spaces, folders and notes.' },
    { verb: 'Create', rest: 'webhook endpoints and keep their one-time secrets safe.' },
    { verb: 'Watch', rest: 'signed deliveries arrive, and see why each is genuine or not.' },
  ],
  backTo: 'Back to',
  connect: 'Connect a workspace',
  sandboxTitle: 'Try it first',
  sandbox:
    'A sandbox workspace on this computer: the whole service in miniature, with invented people and notes.',
  sandboxPoints: [
    'No account, no key, no network',
    'Deliveries arrive within seconds',
    'Nothing you do can break anything',
  ],
  openSandbox: 'Open the sandbox workspace',
}

export const connect = {
  baseUrl: 'Base address',
  apiKey: 'API key',
  inKeychain: 'Kept in the keychain of this system. It never comes back to this page.',
  neverReturned: 'It never comes back to this page.',
  name: 'Name (optional)',
  namePlaceholder: 'Acme workspace',
  noKeychain: 'This system has no keychain.',
  noFile: 'Notehook keeps nothing secret in a file.',
  keepInMemory: 'Keep the key in memory until I quit',
  keepInMemoryMeaning: 'You enter it again the next time, and signing secrets are lost with it.',
  consentMissing: 'Agree to this, or set up a keychain first.',
  submit: 'Connect',
  submitKey: 'Use this key',
  test: 'Test key',
  keyWorks: 'This key works.',
  keyWorksText:
    'The service answered and lists notes for it. Whether it is a personal key or an admin’s, the service does not tell. Nothing was stored.',
  keySeesNothing: 'This key works, but sees no note.',
  keySeesNothingText:
    'The service accepted it and listed nothing: there are no notes yet, or its scopes leave them out. Nothing was stored.',
  openExisting: 'Open it',
  reconnectMeaning:
    'Reconnected, it has its deliveries, signing secrets and index again. Another one begins with none.',
  reconnect: 'Reconnect',
  connectAnother: 'Connect as another',
}

/** Why the key is not available, and what is kept. */
export function reconnect({ state, workspace, keychain }: KnownSession): {
  readonly title: string
  readonly text: string
} {
  if (state === 'key-locked') {
    return {
      title: 'The keychain is locked',
      text: `The API key of ${workspace.label} is in the keychain of this system. Unlock the keychain to continue.`,
    }
  }
  if (state === 'key-rejected') {
    return {
      title: 'The service refused the API key',
      text: `The service does not accept the key of ${workspace.label}: it may be revoked or expired. Try again, or enter a new one. Received deliveries and signing secrets are kept.`,
    }
  }
  return {
    title: 'Enter the API key again',
    text:
      keychain === 'ready'
        ? `The key of ${workspace.label} is no longer on this computer. Received deliveries and signing secrets are kept.`
        : `The key of ${workspace.label} is no longer on this computer. Received deliveries are kept. Signing secrets are in memory only, until Notehook ends.`,
  }
}

export const reconnectActions = {
  enterKey: 'Enter a key…',
  fromIndex: 'What is below comes from the index on this machine.',
  others: 'Other workspaces, or remove this one',
  waiting: (state: KnownSession['state']) =>
    `The ${state === 'key-locked' ? 'keychain' : 'service'} has not answered yet.`,
  opening: 'Opening the workspace',
}

export const list = {
  title: 'Workspaces',
  connect: 'Connect a workspace',
  loading: 'Reading the workspaces',
  emptyTitle: 'No workspace yet',
  empty:
    'Connect one with its base address and an API key. Each keeps its own key, index, endpoints and deliveries.',
  suspended: 'Suspended: nothing is sent until you open it.',
  sandboxEndpoints: 'Its endpoints are deleted when you stop it or quit. What they received is kept.',
  isOpen: 'Open',
  isDisconnected: 'Disconnected',
  open: 'Open',
  openNamed: (label: string) => `Open ${label}`,
  stop: 'Stop',
}

/** Why the endpoints of a closed workspace are not checked. A missing key has a label of its own. */
export const uncheckedReasons: Partial<Record<WorkspaceSummary['polling'], string>> = {
  'key-locked': 'Its endpoints are not checked: the keychain is locked. Open the workspace to try again.',
  'key-rejected':
    'Its endpoints are not checked: the service refuses its key. Open the workspace to enter another.',
  unreachable: 'Its service did not answer when its endpoints were checked. Notehook tries again.',
}

export const actions = {
  menu: (label: string) => `Actions for ${label}`,
  rename: 'Rename…',
  replaceKey: 'Replace the API key…',
  enterKey: 'Enter the API key…',
  disconnect: 'Disconnect…',
  remove: 'Remove…',
}

export const rename = {
  title: 'Rename the workspace',
  description: 'On this computer only.',
  confirm: 'Rename',
}

export const replaceKey = {
  title: (label: string) => `API key of ${label}`,
  testedAt: 'The new key is tested at',
  meaning:
    'before it replaces the stored one. Signing secrets, deliveries and the index are kept. The workspace is opened with it.',
}

export const disconnect = {
  title: (label: string) => `Disconnect ${label}?`,
  confirm: 'Disconnect',
  lost: 'Lost:',
  lostText: 'its API key is deleted from this computer. To use the workspace again, enter a key.',
  kept: 'Kept:',
  keptText:
    'signing secrets, received deliveries and the index of its notes. What its endpoints send here is still received and verified. Nothing changes at the service, where the key is valid until you revoke it.',
}

export const remove = {
  title: (label: string) => `Remove ${label}?`,
  confirm: 'Remove workspace',
  removed: (label: string) => `${label} was removed from this computer.`,
  deleted: 'Permanently deleted from this computer:',
  apiKey: 'its API key',
  service:
    'Nothing changes at the service: its endpoints keep sending, but what they send here is answered 404. The key is valid until you revoke it there.',
}

/** What is deleted with a workspace, line by line; `undefined` while it is being counted. */
export function deletedContents(contents: WorkspaceContents | undefined): readonly string[] {
  if (!contents) {
    return ['the signing secrets of its endpoints', 'its received deliveries', 'the index of its notes']
  }
  const { secrets, deliveries, notes, copies, movedAside } = contents
  const lines = [
    {
      of: secrets,
      line: `the signing ${secrets === 1 ? 'secret of 1 endpoint' : `secrets of ${count(secrets)} endpoints`}, which the service never shows again`,
    },
    { of: deliveries, line: `${count(deliveries)} received ${deliveries === 1 ? 'delivery' : 'deliveries'}` },
    {
      of: copies,
      line: 'the copy of the store from before the last update, which holds every workspace: it is only needed to return to the previous version',
    },
    {
      of: movedAside,
      line: `${movedAside === 1 ? 'the older or damaged store that was' : `${count(movedAside)} older or damaged stores that were`} moved aside, with what may be left in ${movedAside === 1 ? 'it' : 'them'} of every workspace`,
    },
    { of: notes, line: `the index of ${count(notes)} ${notes === 1 ? 'note' : 'notes'}` },
  ]
  return lines.flatMap(({ of, line }) => (of > 0 ? [line] : []))
}

const count = (number: number) => number.toLocaleString()
