import type { ServiceConnection } from '#shared/workspaces/session-contract.ts'

/** The texts of the window's frame. */
export const copy = {
  navigation: { label: 'Places' },
  attention: (items: number) =>
    items === 0 ? '' : `${items.toLocaleString()} item${items === 1 ? ' needs' : 's need'} attention`,
  tunnelState: { listening: 'up', stopped: 'not proven', failed: 'down' },
  listenerState: { listening: 'listening', stopped: 'stopped', failed: 'has a problem' },
  frame: {
    skip: 'Skip to content',
    opening: 'Opening Notehook',
    noNotices: 'The notices cannot be shown. That is a bug in Notehook; the rest still works.',
    linkNotOpened: 'The link could not be opened.',
  },
  header: {
    settings: 'Settings',
    shortcuts: 'Keyboard shortcuts',
    sandbox: 'Sandbox: 4 days = 4 minutes',
    key: { missing: 'Key missing', locked: 'Key locked', rejected: 'Key rejected' },
  },
  keychain: {
    memory: {
      label: 'Keys in memory only',
      why: 'This system has no keychain. Keys and secrets are kept in memory and forgotten when Notehook quits.',
    },
    locked: {
      label: 'Keychain locked',
      why: 'The keychain is locked. Unlock it (look for a password prompt), and Notehook continues.',
    },
    none: {
      label: 'No keychain',
      why: 'This system has no keychain. No secret is kept until you agree to keep it in memory.',
    },
  },
  lost: {
    'session-ended': {
      title: 'This session has ended.',
      text: 'Open Notehook again from the terminal. What you typed here is kept, except keys and secrets.',
    },
    'no-session': {
      title: 'This tab has no session.',
      text: 'Open the address that the terminal shows. If it was used already, opening it again makes the terminal show a new one. A tab where Notehook is already open keeps working.',
    },
    'address-used': {
      title: 'This address was used already, or is too old.',
      text: 'It opens Notehook once and for five minutes. The terminal shows a new one.',
    },
    unreachable: {
      title: 'Notehook does not answer.',
      text: 'It may have been closed. This page keeps trying, and keeps what you typed.',
    },
  },
  notice: { show: 'Show' },
  largeStore: {
    text: 'Received deliveries take more than 1 GB on this computer.',
    link: 'Set how long they are kept',
    rest: ', or leave it as it is.',
  },
  simulated: {
    title: (endpoints: number) =>
      endpoints === 1 ? 'Answers are simulated.' : `Answers of ${endpoints} endpoints are simulated.`,
    back: 'Back to normal',
    stillStored: 'Deliveries are still verified and stored. It ends when Notehook quits.',
    notChanged: 'The answers were not changed.',
  },
  disabledEndpoints: {
    several: (endpoints: number) => `${endpoints} endpoints were turned off`,
    byService: (name: string) => `The service disabled the endpoint at ${name}`,
    elsewhere: (name: string) => `The endpoint at ${name} was turned off outside this app`,
    consequence: 'Events that happen while it is off are missed: the service does not replay them.',
    openWorkspace: 'Open that workspace and see',
    needsAttention: 'Needs attention',
  },
  service: {
    waiting: (seconds: number) => `Waiting ${seconds} s for the service`,
    waitingSpoken: 'Waiting for the service',
    waitingWhy: 'The service asked for a pause. Requests continue afterwards; nothing is lost.',
    trouble: serviceTrouble(),
  },
  notFound: {
    title: 'Not found',
    empty: 'There is nothing at this address',
    text: 'The link may be from another version of Notehook.',
    action: 'Go to Notes',
  },
  failed: {
    title: 'This screen failed',
    text: 'That is a bug in Notehook. Received deliveries and kept secrets are not affected.',
    retry: 'Try again',
    reload: 'Reload',
  },
  workspaces: {
    label: 'Workspaces',
    switch: (name: string) => `Workspace ${name}. Switch to another`,
    none: 'No workspace',
    opening: 'Opening',
    open: 'open',
    find: 'Find a workspace',
    noMatch: 'No workspace has this name.',
    sandbox: 'Sandbox workspace',
    sandboxText: 'On this computer, with invented people and notes',
    manage: 'Manage',
    add: 'Connect a workspace…',
    manageAll: 'Manage workspaces…',
    disconnected: 'Disconnected',
    notOpened: 'The workspace could not be opened.',
  },
} as const

interface Trouble {
  readonly label: string
  readonly why: string
}

function serviceTrouble(): Readonly<Record<NonNullable<ServiceConnection['trouble']>['code'], Trouble>> {
  const stays = 'Notes that were read stay in view, search uses the index, and deliveries are still received.'
  return {
    unreachable: { label: 'Service not reachable', why: `No connection to the service. ${stays}` },
    timeout: { label: 'Service does not answer', why: `The service took too long to answer. ${stays}` },
    insecure: {
      label: 'Service not proven',
      why: `The certificate of the service was not accepted, so nothing is sent. ${stays}`,
    },
    'service-failed': { label: 'Service has a problem', why: `The service answers with errors. ${stays}` },
  }
}
