import type { OffCounts, WorkspaceContents, WorkspaceSummary } from '#shared/workspaces/contract.ts'

export const endpointsOffText = ({ all }: OffCounts) =>
  all === 1 ? '1 endpoint disabled' : `${all.toLocaleString()} endpoints disabled`

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

/** The texts of the picture next to *Try the sandbox*, which imitates the Inspector with invented notes. */
export const picture = {
  place: 'Inspector',
  listening: 'Listening',
  verified: 'Signature verified',
  took: '3 ms',
  noteId: 'not_uXu3vV53NLKq2a',
}

export const list = {
  title: 'Workspaces',
  connect: 'Connect workspace…',
  loading: 'Loading workspaces',
  emptyTitle: 'No workspaces yet',
  empty: 'Connect one with its API address and a key.',
  suspended: 'Suspended until you open it.',
  sandboxEndpoints: 'Stopping the sandbox or quitting Notehook deletes its endpoints. Deliveries are kept.',
  isOpen: 'Open',
  isDisconnected: 'Disconnected',
  open: 'Open',
  openNamed: (label: string) => `Open ${label}`,
  stop: 'Stop',
}

/** Reasons why a closed workspace's endpoints are not checked. A missing key has its own label. */
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
    'signing secrets, deliveries, the search index and note text. Deliveries are still received and verified. The key stays valid at the service until you revoke it.',
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

/** Lists the data that is deleted with a workspace. Counts are left out while `contents` is `undefined`. */
export function deletedContents(contents: WorkspaceContents | undefined): readonly string[] {
  if (!contents) {
    return ['its signing secrets', 'its deliveries', 'its search index', 'its note text']
  }
  const { secrets, deliveries, notes, texts, movedAside } = contents
  const lines = [
    {
      amount: secrets,
      line: `${count(secrets)} signing ${secrets === 1 ? 'secret' : 'secrets'}, which the service never shows again`,
    },
    { amount: deliveries, line: `${count(deliveries)} ${deliveries === 1 ? 'delivery' : 'deliveries'}` },
    {
      amount: movedAside,
      line: `${movedAside === 1 ? 'the older or damaged database' : `${count(movedAside)} older or damaged databases`} moved aside, of every workspace`,
    },
    { amount: notes, line: `the search index of ${count(notes)} ${notes === 1 ? 'note' : 'notes'}` },
    texts === null
      ? { amount: 1, line: 'its note text' }
      : { amount: texts, line: `the text of ${count(texts)} ${texts === 1 ? 'note' : 'notes'}` },
  ]
  return lines.flatMap(({ amount, line }) => (amount > 0 ? [line] : []))
}

const count = (number: number) => number.toLocaleString()
