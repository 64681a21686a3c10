import type { SessionStatus } from '#shared/workspaces/session-contract.ts'

export type KnownSession = Exclude<SessionStatus, { state: 'welcome' }>

/** Why the key is not at hand, and what stays all the same. */
export function reconnectWords({ state, workspace, keychain }: KnownSession): {
  readonly title: string
  readonly text: string
} {
  if (state === 'key-locked') {
    return {
      title: 'The keychain is locked',
      text: `The API key of ${workspace.label} is in the keychain of this system, which does not open. Unlock it to go on.`,
    }
  }
  if (state === 'key-rejected') {
    return {
      title: 'The service refused the API key',
      text: `The key of ${workspace.label} is not accepted now: it may have been revoked or have expired. Try again, or enter a new one; received deliveries and signing secrets stay.`,
    }
  }
  return {
    title: 'Enter the API key again',
    text:
      keychain === 'ready'
        ? `The key of ${workspace.label} is not on this computer any more. Received deliveries and signing secrets stay.`
        : `The key of ${workspace.label} is not on this computer any more. Received deliveries stay; signing secrets that are kept in memory last until Notehook ends.`,
  }
}
