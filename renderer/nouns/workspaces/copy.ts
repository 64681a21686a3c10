import type { SessionStatus } from '#shared/workspaces/session-contract.ts'

export type KnownSession = Exclude<SessionStatus, { state: 'welcome' }>

export const common = {
  cancel: 'Cancel',
  tryStoredKey: 'Try stored key again',
  checking: 'Notehook continues as soon as it can be read.',
}

export const failures = {
  open: 'Couldn’t open the workspace.',
  update: 'Couldn’t update the workspace.',
  disconnect: 'Couldn’t disconnect the workspace.',
  remove: 'Couldn’t remove the workspace.',
  startSandbox: 'Couldn’t open the sandbox.',
  stopSandbox: 'Couldn’t stop the sandbox.',
  connect: 'Couldn’t connect the workspace.',
}

export const connectDialog = {
  title: 'Connect workspace',
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

/** Whether the keychain must be unlocked first, because the key is in it. */
export const isLocked = ({ state, keychain }: KnownSession) => state === 'key-locked' && keychain === 'locked'

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
