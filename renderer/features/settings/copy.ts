import type { ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'
import type { ServiceOptions } from '#shared/workspaces/contract.ts'
import type { KeychainState } from '#shared/workspaces/session-contract.ts'

const number = (value: number) => value.toLocaleString()

/** The texts of the settings. */
export const copy = {
  title: 'Settings',
  loading: 'Loading the settings',
  workspace: {
    title: 'Workspace',
    none: 'No workspace',
    connect: 'Connect a workspace',
    stopSandbox: 'Stop the sandbox workspace',
    manage: 'Rename, replace the key, disconnect or remove',
    key: (hint: string | null) => (hint === null ? 'Its key is not available.' : `Its key ends in ${hint}.`),
    sandbox:
      'Sandbox keys and secrets are worth nothing outside of this computer. Its endpoints are deleted when you stop it or quit.',
    keychain: keychainTexts(),
  },
  appearance: {
    title: 'Appearance',
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    density: 'Density',
    compact: 'Compact',
    comfortable: 'Comfortable',
  },
  receiving: {
    title: 'Receiving deliveries',
    description: 'The listener is reachable from this computer only.',
    port: 'Port of the listener',
    portDescription: '0 picks a free port and keeps it. The listener moves at once.',
    tolerance: 'Timestamp tolerance (seconds)',
    toleranceDescription:
      'A delivery whose timestamp is further off, in the past or the future, is answered 503.',
    inBrowser: 'Notehook keeps receiving after you close this page, until you end it in the terminal.',
    menuBar: 'Show the state in the menu bar',
    keepReceiving: 'Keep receiving while the window is closed',
    onMac:
      'Notehook receives until you quit it, even while its window is closed. Its icon in the Dock opens the window again.',
    kept: 'Closing the window hides it. An icon beside the clock shows the state of the listener and the tunnel, opens the window and quits. If your desktop has no place for such icons, start Notehook again to get the window back.',
    notKept:
      'Closing the window quits Notehook. The service retries what it could not deliver for up to four days.',
    tunnelBefore: 'How the service reaches it is under',
    tunnelLink: 'Tunnel',
  },
  storage: {
    title: 'Storage',
    description:
      'Received deliveries of every workspace are kept until you set a limit. Starred deliveries are always kept.',
    large: (size: string) => `The store takes ${size}.`,
    largeText: 'Set a limit, or delete what you do not need from the inspector’s list.',
    days: 'Keep deliveries for (days)',
    daysDescription: 'Counted from the last attempt. 0 = no limit.',
    megabytes: 'Keep at most (MB)',
    megabytesDescription:
      'Oldest deliveries are deleted first; the newest 1,000 are always kept. 0 = no limit, minimum 100 MB.',
    megabytesRange: 'From 100 to 1,000,000, or 0 for no limit.',
    deliveries: (deliveries: number, starred: number) =>
      `${number(deliveries)} deliver${deliveries === 1 ? 'y' : 'ies'}${starred > 0 ? `, ${number(starred)} starred` : ''}`,
    oldest: ', the oldest from',
    size: (size: string) => `The store takes ${size}.`,
    spare: (size: string) =>
      `Deleted deliveries left ${size} free in its file. New deliveries fill that first.`,
    due: (due: number) =>
      `About ${number(due)} ${due === 1 ? 'delivery is' : 'deliveries are'} older than the limit.`,
    lastCleanUp: 'Last cleaned up',
    removed: (removed: number) => `${number(removed)} deleted.`,
    nextCleanUp: 'Next clean-up',
    ids: 'The timeline counts what is kept. The ids of deleted events stay for eight days after they were last seen, so that a retry is recognized.',
    deleting: 'Deleting old deliveries',
    removedSoFar: (removed: number) => `${number(removed)} deleted so far.`,
    stop: 'Stop',
    stopping: 'Stopping…',
    cleanUp: 'Clean up now',
    held: {
      title: (by: 'age' | 'size', going: number, of: number) =>
        `This number of ${by === 'age' ? 'days' : 'MB'} would delete about ${number(going)} of ${number(of)} deliveries at once.`,
      text: 'None were deleted. Change the limit, or delete them if you meant it.',
      action: 'Delete them…',
      question: (going: number) => `Delete about ${number(going)} deliveries?`,
      confirm: (going: number) => `Delete ${number(going)} deliveries`,
      warning:
        'That is nearly everything that is kept, in every workspace. Starred deliveries are kept. This cannot be undone.',
    },
  },
  service: {
    title: (workspace: string) => `The service of ${workspace}`,
    description:
      'What its specification leaves open, for this workspace only. Change these only if something does not work.',
    path: 'Path of a note',
    pathDescription: 'Begins with / and contains {note_id}.',
    method: 'How endpoints are updated',
    methods: updateMethods(),
    burst: 'Request burst',
    burstDescription: 'At most this many requests within five seconds.',
    perSecond: 'Requests per second',
    perSecondDescription: 'Sustained, over everything Notehook does.',
  },
  differences: {
    title: 'API differences',
    description:
      'Where the service differs from its specification. Names, types and short values are recorded, on this computer only; never the content of a note or a key.',
    none: 'No differences found. The service answers as its specification shows.',
    loading: 'Loading API differences',
    columns: { difference: 'Difference', where: 'Where', count: 'Count', lastSeen: 'Last seen' },
    more: (more: number) => `${number(more)} more in the report.`,
    copyReport: 'Copy report',
    clear: 'Clear…',
    clearQuestion: 'Clear API differences?',
    clearConfirm: 'Clear',
    clearText: 'Deletes what was recorded for this workspace. New differences are still recorded.',
    kinds: differenceKinds(),
  },
  about: {
    title: (name: string) => `About ${name}`,
    version: 'Version',
    runs: 'Runs',
    host: (host: 'desktop' | 'browser', platform: string) =>
      `${host === 'desktop' ? 'in a window of its own' : 'in a browser'} (${platform})`,
    dataFolder: 'Data folder',
    copyDataFolder: 'Copy the data folder',
  },
} as const

function keychainTexts(): Readonly<Record<KeychainState, string>> {
  return {
    ready: 'Keys and secrets are in the keychain of this system.',
    locked: 'The keychain of this system is locked.',
    memory: 'There is no keychain: keys and secrets are in memory until Notehook quits.',
    none: 'There is no keychain: no secret is kept until you agree to keep it in memory.',
  }
}

interface Choice {
  readonly value: ServiceOptions['updateMethod']
  readonly label: string
  readonly description: string
}

function updateMethods(): readonly Choice[] {
  return [
    { value: 'auto', label: 'Automatic', description: 'PATCH first, then what the service accepts' },
    { value: 'PATCH', label: 'PATCH', description: 'Sends only what changed' },
    { value: 'PUT', label: 'PUT', description: 'Sends the whole endpoint' },
  ]
}

function differenceKinds(): Readonly<Record<ApiDifferenceKind, string>> {
  return {
    'unknown-field': 'Unknown field',
    'unknown-value': 'Unknown value',
    'wrong-type': 'Wrong type',
    'missing-field': 'Missing field',
    'odd-id': 'Unexpected ID format',
    'unreadable-item': 'Unreadable item',
    status: 'Unexpected status',
    'error-body': 'Unexpected error body',
    answer: 'Unusable response',
    paging: 'Broken pagination',
    ignored: 'Ignored request',
  }
}
