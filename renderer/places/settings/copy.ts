import type { AgentActivity } from '#shared/agents/contract.ts'
import type { AgentLevel } from '#shared/agents/level.ts'
import type { LoginItem } from '#shared/app/contract.ts'
import type { ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'
import type { ServiceOptions } from '#shared/workspaces/contract.ts'
import type { KeychainState } from '#shared/workspaces/session-contract.ts'

const systems: ReadonlyMap<string, string> = new Map([
  ['linux', 'Linux'],
  ['darwin', 'macOS'],
  ['win32', 'Windows'],
])

const number = (value: number) => value.toLocaleString()

export const copy = {
  title: 'Settings',
  loading: 'Loading settings',
  navigation: 'Settings sections',
  sections: {
    general: 'General',
    receiving: 'Receiving',
    storage: 'Storage',
    workspace: 'Workspace',
    agents: 'Agents & scripts',
  },
  agents: {
    description: 'What the command “notehook” and MCP clients on this computer may do while Notehook runs.',
    level: 'Allowed',
    levels: {
      off: 'Scripts and agents get no answer.',
      read: 'List deliveries, endpoints and missed events, explain them, and wait for new ones.',
      sandbox:
        'Also trigger events, change the sandbox’s switches, and send to programs on this computer. Only while the sandbox is open.',
      loopback:
        'Also send to programs on this computer while one of your workspaces is open. Ends after an hour.',
    } satisfies Record<AgentLevel, string>,
    until: 'Ends at',
    content: 'Notes’ content',
    contentDescription:
      'Lets scripts and agents read titles, owners and text of notes in your workspaces. An agent can pass on what it reads.',
    activity: 'Activity',
    activityDescription: 'The calls since Notehook started. A caller chooses its own name.',
    noActivity: 'No calls yet. Try “npm run notehook -- status”.',
    stop: 'Stop all and turn off',
    times: (count: number) => `×\u00a0${count.toLocaleString('en')}`,
    columns: { at: 'Time', caller: 'Caller', tool: 'Tool', outcome: 'Outcome' },
    outcomes: {
      done: 'Done',
      failed: 'Negative result',
      'timed-out': 'Timed out',
      running: 'Still running',
      refused: 'Not allowed',
      canceled: 'Canceled',
      error: 'Error',
    } satisfies Record<AgentActivity['outcome'], string>,
  },
  workspace: {
    none: 'No workspace',
    connect: 'Connect workspace…',
    stopSandbox: 'Stop sandbox',
    manage: 'Manage workspaces',
    key: (hint: string | null) => (hint === null ? 'API key not available.' : `API key ends in ${hint}.`),
    sandbox: 'Runs on this computer only. Stopping it or quitting Notehook deletes its endpoints.',
    keychain: keychainTexts(),
  },
  general: {
    theme: 'Theme',
    system: 'System',
    light: 'Light',
    dark: 'Dark',
    density: 'Density',
    compact: 'Compact',
    comfortable: 'Comfortable',
    login: { label: 'Start at login', meaning: loginItemText },
    menuBar: 'Show status in the menu bar',
    keepReceiving: 'Keep receiving when the window is closed',
    onMac: 'Notehook receives until you quit. Click its Dock icon to reopen the window.',
    kept: 'Closing the window hides it. Reopen it from the tray icon, or by starting Notehook again.',
    notKept: 'Closing the window quits Notehook. The service retries failed deliveries for up to 4 days.',
  },
  receiving: {
    description: 'The listener accepts connections from this computer only.',
    port: 'Local port',
    portDescription: 'Changing it restarts the listener.',
    portChoosing: 'Nothing changes until you enter a port.',
    anyPort: 'Any free port',
    tolerance: 'Timestamp tolerance (seconds)',
    toleranceDescription: 'Deliveries outside this range get 503.',
    address: 'Public address',
    tunnel: 'Set up tunnel',
    inBrowser: 'Notehook keeps receiving after you close this page. Stop it in the terminal.',
  },
  storage: {
    description: 'Limits apply to all workspaces. Starred deliveries are always kept.',
    large: (size: string) => `Deliveries use ${size}.`,
    largeText: 'Set a limit, or delete deliveries in the inspector.',
    age: 'Keep deliveries for',
    days: 'days',
    ageDescription: 'Counted from the last attempt.',
    sizeLimit: 'Size limit',
    megabytes: 'MB',
    sizeDescription: 'Deletes the oldest first, never the newest 1,000.',
    noLimit: 'No limit',
    choosing: 'Nothing is deleted until you enter a number.',
    deliveries: (deliveries: number, starred: number) =>
      `${number(deliveries)} deliver${deliveries === 1 ? 'y' : 'ies'}${starred > 0 ? `, ${number(starred)} starred` : ''}`,
    oldest: ', oldest from',
    size: (size: string) => `${size} used.`,
    spare: (size: string) => `${size} of it is free for new deliveries.`,
    due: (due: number) =>
      `About ${number(due)} ${due === 1 ? 'delivery is' : 'deliveries are'} over the limit.`,
    lastCleanUp: 'Last clean-up',
    removed: (removed: number) => `${number(removed)} deleted.`,
    nextCleanUp: 'Next clean-up',
    noteText: (bytes: string | null) =>
      bytes === null ? 'Note text of this workspace: not kept.' : `Note text of this workspace: ${bytes}.`,
    noteTextLink: 'Note text settings',
    ids: 'IDs of deleted events are kept for eight days to recognize retries.',
    deleting: 'Deleting old deliveries',
    removedSoFar: (removed: number) => `${number(removed)} deleted…`,
    stop: 'Stop',
    stopping: 'Stopping…',
    cleanUp: 'Clean up now',
    held: {
      title: (by: 'age' | 'size', going: number, total: number) =>
        `This ${by === 'age' ? 'age' : 'size'} limit would delete about ${number(going)} of ${number(total)} deliveries.`,
      text: 'Nothing was deleted. Change the limit, or delete them now.',
      action: 'Delete deliveries…',
      question: (going: number) => `Delete about ${number(going)} deliveries?`,
      confirm: (going: number) => `Delete ${number(going)} deliveries`,
      warning:
        'This deletes nearly all deliveries of every workspace, except starred ones. It can’t be undone.',
    },
  },
  noteText: {
    title: 'Note text',
    description:
      'Lets you search what notes say, and read them while the service isn’t reachable. The text is kept on this computer.',
    keep: 'Keep note text…',
    kept: (bytes: string) => `${bytes} on this computer`,
    parts: { summaries: 'summaries', transcripts: 'transcripts', privateNotes: 'private notes' },
    refused: (notes: number) =>
      notes === 1
        ? '1 note can’t be read with this key.'
        : `${number(notes)} notes can’t be read with this key.`,
    tooLarge: (notes: number) =>
      notes === 1
        ? '1 note is too large for the service to send.'
        : `${number(notes)} notes are too large for the service to send.`,
    limit: 'Size limit of note text',
    limitDescription: 'When it is reached, the text of the notes changed longest ago is deleted.',
    pause: 'Pause',
    resume: 'Resume',
    change: 'Change…',
    turnOff: 'Turn off and delete…',
    question: 'Turn off note text?',
    warning: (notes: number) =>
      `Deletes the text of ${number(notes)} ${notes === 1 ? 'note' : 'notes'} from this computer. Nothing changes at the service.`,
    confirm: 'Turn off and delete',
  },
  service: {
    title: 'Advanced',
    description: 'Change these only if something doesn’t work.',
    path: 'Note path',
    pathDescription: 'Starts with / and contains {note_id}.',
    method: 'Endpoint update method',
    methods: updateMethods(),
    burst: 'Request burst',
    burstDescription: 'Maximum requests in five seconds.',
    perSecond: 'Requests per second',
    perSecondDescription: 'Sustained, across all of Notehook.',
  },
  differences: {
    title: 'API differences',
    description:
      'Where the service deviates from its specification. Stays on this computer; contains no note content or keys.',
    none: 'No differences found.',
    loading: 'Loading API differences',
    columns: { difference: 'Difference', where: 'Where', count: 'Count', lastSeen: 'Last seen' },
    more: (more: number) => `${number(more)} more in the report.`,
    copyReport: 'Copy report',
    clear: 'Clear…',
    clearQuestion: 'Clear API differences?',
    clearConfirm: 'Clear',
    clearText: 'Deletes the list for this workspace. New differences are still recorded.',
    kinds: differenceKinds(),
  },
  about: {
    title: (name: string) => `About ${name}`,
    version: 'Version',
    runs: 'Running as',
    host: (host: 'desktop' | 'browser', platform: string) =>
      `${host === 'desktop' ? 'Desktop app' : 'Browser'} on ${systems.get(platform) ?? platform}`,
    dataFolder: 'Data folder',
    copyDataFolder: 'Copy data folder path',
  },
} as const

function keychainTexts(): Readonly<Record<KeychainState, string>> {
  return {
    ready: 'Keys and secrets are in your system keychain.',
    locked: 'Your system keychain is locked.',
    waiting: 'Your system keychain hasn’t responded.',
    memory: 'No system keychain: keys and secrets stay in memory until Notehook quits.',
    none: 'No system keychain: secrets are lost when Notehook quits.',
  }
}

interface Choice {
  readonly value: ServiceOptions['updateMethod']
  readonly label: string
  readonly description: string
}

function updateMethods(): readonly Choice[] {
  return [
    { value: 'auto', label: 'Automatic', description: 'PATCH first, then PUT if needed' },
    { value: 'PATCH', label: 'PATCH', description: 'Sends changed fields only' },
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

function loginItemText({ state, path }: LoginItem, platform: string, hasNoWindow: boolean): string {
  switch (state) {
    case 'unavailable':
      return 'Available in the installed app.'
    case 'not-ours':
      return `${path ?? 'A file'} wasn’t created by Notehook. Rename or delete it to use this switch.`
    case 'blocked':
      return platform === 'darwin'
        ? 'Allow Notehook in System Settings > General > Login Items.'
        : 'Turned off in Task Manager > Startup apps.'
    default:
      if (!hasNoWindow) return 'Opens the window.'
      return platform === 'darwin' ? 'Starts without a window.' : 'Starts in the tray, without a window.'
  }
}
