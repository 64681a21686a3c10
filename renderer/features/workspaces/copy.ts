import type { OffCounts, WorkspaceContents, WorkspaceSummary } from '#shared/workspaces/contract.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'

export type KnownSession = Exclude<SessionStatus, { state: 'welcome' }>

export const common = {
  cancel: 'Cancel',
  tryStoredKey: 'Try stored key again',
  /** Shown while the keychain cannot be read. */
  checking: 'Notehook continues as soon as it can be read.',
}

/** Warning for a workspace that is not open. */
export const endpointsOffText = ({ all }: OffCounts) =>
  all === 1 ? '1 endpoint disabled' : `${all.toLocaleString()} endpoints disabled`

/** Titles of errors that are shown after their page was closed. */
export const failures = {
  open: 'Couldn’t open the workspace.',
  update: 'Couldn’t update the workspace.',
  disconnect: 'Couldn’t disconnect the workspace.',
  remove: 'Couldn’t remove the workspace.',
  startSandbox: 'Couldn’t open the sandbox.',
  stopSandbox: 'Couldn’t stop the sandbox.',
  connect: 'Couldn’t connect the workspace.',
}

export const welcome = {
  title: 'See your webhooks work',
  lead: 'Watch each delivery arrive, find out why one fails, and send it again.',
  connect: 'Connect a workspace',
  connectText: 'With an API key of your meeting-notes service.',
  sandboxTitle: 'Try the sandbox',
  sandbox: 'A small workspace on this computer, with invented people and notes. Deliveries start in seconds.',
  sandboxTerms: 'No account, no key, nothing leaves this computer',
  openSandbox: 'Open the sandbox',
  starting: 'Starting the sandbox…',
}

/** Texts of the picture beside *Try the sandbox*, which imitates the Inspector with invented notes. */
export const picture = {
  place: 'Inspector',
  listening: 'Listening',
  verified: 'Signature verified',
  took: '3 ms',
  noteId: 'not_uXu3vV53NLKq2a',
}

export const connectDialog = {
  title: 'Connect a workspace',
  text: 'With an API key of your meeting-notes service. Your other workspaces stay connected.',
}

export const connect = {
  baseUrl: 'API address',
  apiKey: 'API key',
  keyPlaceholder: 'Paste your key',
  inKeychain: 'Stored in your system keychain. Never shown again.',
  neverReturned: 'Never shown again.',
  name: 'Name (optional)',
  namePlaceholder: 'Acme workspace',
  noKeychain: 'The system keychain isn’t available.',
  noFile: 'Notehook never stores secrets in a file.',
  keepInMemory: 'Keep the key in memory until I quit',
  keepInMemoryMeaning: 'You re-enter it next time. Signing secrets are lost too.',
  consentMissing: 'Check this box to connect, or set up a system keychain first.',
  submit: 'Connect',
  submitKey: 'Save key',
  test: 'Test key',
  keyWorks: 'This key works.',
  keyWorksText: 'The service lists notes for it. Nothing was stored.',
  keySeesNothing: 'This key works, but sees no notes.',
  keySeesNothingText: 'There are no notes yet, or its scopes exclude them. Nothing was stored.',
  openExisting: 'Open workspace',
  reconnectMeaning: 'Reconnecting restores its deliveries, signing secrets and search index.',
  reconnect: 'Reconnect',
  connectAnother: 'Connect as new workspace',
}

/** Whether the keychain must be unlocked. It contains the key, and cannot store another one while locked. */
export const isLocked = ({ state, keychain }: KnownSession) => state === 'key-locked' && keychain === 'locked'

/** Explains why the key is not available and which data is kept. */
export function reconnect({ state, workspace, keychain }: KnownSession): {
  readonly title: string
  readonly text: string
} {
  if (state === 'key-locked') {
    const holds = `It holds the API key of ${workspace.label}.`
    switch (keychain) {
      case 'waiting':
        return {
          title: 'Waiting for the keychain',
          text: `${holds} Look for a password prompt, or enter the key again.`,
        }
      case 'none':
      case 'memory':
        return {
          title: 'The keychain isn’t available',
          text: `${holds} Start your system’s password manager, or enter the key again.`,
        }
      default:
        return { title: 'The keychain is locked', text: `${holds} Unlock it to continue.` }
    }
  }
  if (state === 'key-rejected') {
    return {
      title: 'The service rejected the API key',
      text: `The key of ${workspace.label} may be revoked or expired. Try again or enter a new one. Deliveries and signing secrets are safe.`,
    }
  }
  return {
    title: 'Enter the API key again',
    text:
      keychain === 'ready'
        ? `The key of ${workspace.label} is no longer on this computer. Deliveries and signing secrets are safe.`
        : `The key of ${workspace.label} is no longer on this computer. Deliveries are safe. Without a keychain, signing secrets are lost when Notehook quits.`,
  }
}

export const reconnectActions = {
  enterKey: 'Enter key…',
  unlock: 'Unlock keychain…',
  fromIndex: 'Showing notes from the search index.',
  others: 'Manage workspaces',
  waiting: (state: KnownSession['state']) =>
    `Waiting for the ${state === 'key-locked' ? 'keychain' : 'service'}…`,
  opening: 'Opening workspace',
}

export const list = {
  title: 'Workspaces',
  connect: 'Connect a workspace',
  loading: 'Loading workspaces',
  emptyTitle: 'No workspaces yet',
  empty: 'Connect one with its API address and a key.',
  suspended: 'Suspended until you open it.',
  sandboxEndpoints: 'Stopping it or quitting deletes its endpoints. Deliveries stay.',
  isOpen: 'Open',
  isDisconnected: 'Disconnected',
  open: 'Open',
  openNamed: (label: string) => `Open ${label}`,
  stop: 'Stop',
}

/** Reasons why the endpoints of a closed workspace are not checked. A missing key has its own label. */
export const uncheckedReasons: Partial<Record<WorkspaceSummary['polling'], string>> = {
  'key-locked': 'Endpoints not checked: the keychain is locked. Open the workspace to try again.',
  'key-rejected': 'Endpoints not checked: the service rejects its key. Open the workspace to enter another.',
  unreachable: 'Endpoints not checked: the service didn’t respond. Retrying.',
}

export const actions = {
  menu: (label: string) => `Actions for ${label}`,
  rename: 'Rename…',
  replaceKey: 'Replace API key…',
  enterKey: 'Enter API key…',
  disconnect: 'Disconnect…',
  remove: 'Remove…',
}

export const rename = {
  title: 'Rename workspace',
  description: 'Stored on this computer only.',
  confirm: 'Rename',
}

export const replaceKey = {
  title: (label: string) => `API key of ${label}`,
  testedAt: 'Notehook tests the new key at',
  meaning: 'before replacing the stored one, then opens the workspace. Nothing else changes.',
}

export const disconnect = {
  title: (label: string) => `Disconnect ${label}?`,
  confirm: 'Disconnect',
  lost: 'Deleted:',
  lostText: 'the API key on this computer. Enter a key to use the workspace again.',
  kept: 'Kept:',
  keptText:
    'signing secrets, deliveries and the search index. Deliveries are still received and verified. The key stays valid at the service until you revoke it.',
}

export const remove = {
  title: (label: string) => `Remove ${label}?`,
  confirm: 'Remove workspace',
  removed: (label: string) => `${label} removed.`,
  deleted: 'Permanently deleted from this computer:',
  apiKey: 'its API key',
  service:
    'Its endpoints at the service keep sending, but deliveries to this computer get 404. The key stays valid until you revoke it.',
}

/** Lists the data that is deleted with a workspace. `undefined` while it is being counted. */
export function deletedContents(contents: WorkspaceContents | undefined): readonly string[] {
  if (!contents) {
    return ['its signing secrets', 'its deliveries', 'its search index']
  }
  const { secrets, deliveries, notes, movedAside } = contents
  const lines = [
    {
      of: secrets,
      line: `${count(secrets)} signing ${secrets === 1 ? 'secret' : 'secrets'}, which the service never shows again`,
    },
    { of: deliveries, line: `${count(deliveries)} ${deliveries === 1 ? 'delivery' : 'deliveries'}` },
    {
      of: movedAside,
      line: `${movedAside === 1 ? 'the older or damaged database' : `${count(movedAside)} older or damaged databases`} moved aside, of every workspace`,
    },
    { of: notes, line: `the search index of ${count(notes)} ${notes === 1 ? 'note' : 'notes'}` },
  ]
  return lines.flatMap(({ of, line }) => (of > 0 ? [line] : []))
}

const count = (number: number) => number.toLocaleString()
