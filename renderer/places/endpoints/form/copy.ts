export const create = {
  title: 'New endpoint',
  submit: 'Create endpoint',
  noPublicAddress: 'Set up a public address first, or use your own URL.',
  decideFirst: 'Resolve this first to avoid creating an endpoint twice.',
}

export const edit = {
  title: 'Edit endpoint',
  submit: 'Save changes',
  replace: 'Create replacement…',
  changed: (prefix: string) => `${prefix}Endpoint updated.`,
  replaced: (prefix: string) => `${prefix}Replacement created.`,
  replacedText: 'Both endpoints receive until you delete the old one.',
  deleted: 'This endpoint was deleted.',
  deletedText: 'This form keeps its values.',
  createAgain: 'Create endpoint with these values',
}

export const name = { label: 'Name', text: 'Shown in this app only.' }

export const proposal = { allNotes: 'All notes', more: (count: number) => ` and ${count} more` }

export const receiver = {
  label: 'Deliver to',
  same: 'Keep current URL',
  inspector: 'This inspector',
  inspectorAgain: 'This inspector, at a new path',
  inspectorAt: (publicUrl: string) => `${publicUrl}/hooks/… A unique path is generated.`,
  inspectorText: 'Verifies and stores each delivery. Needs a public address.',
  own: 'Another URL',
  ownText: {
    service: 'A public https receiver that you run.',
    sandbox: 'A program on this computer. The sandbox sends nothing elsewhere.',
  },
  noPublicAddress: 'No public address yet.',
  noPublicAddressText: 'Set up a tunnel or custom domain. Your input is kept.',
  notListening: 'Not receiving.',
  notListeningText: 'Deliveries fail until you start the listener. The service retries for up to 4 days.',
  tunnelDown: 'The tunnel is down.',
  tunnelDownText: 'Deliveries fail until it’s up. The service retries for up to 4 days.',
  toInspector: 'Inspector',
  toTunnel: 'Tunnel',
}

export const ownUrl = {
  label: 'URL',
  placeholder: {
    service: 'https://hooks.example.com/notes',
    sandbox: 'http://127.0.0.1:4000/webhooks',
  },
  redacted: 'The current URL is hidden. Enter the full new one.',
  useInspector: 'Use this inspector’s URL',
  warning: 'Warning',
  duplicate: 'Another endpoint already uses this URL; it would get every event twice.',
  show: (id: string) => `Show ${id}`,
  needsHttps: 'Use https for an address outside this computer.',
}

export const fieldNames = {
  label: 'Name',
  receiver: 'Deliver to',
  url: 'URL',
  scopes: 'Scopes',
  allEvents: 'Events',
  events: 'Events',
  folderIds: 'Folders',
}

export const scopes = {
  label: 'Scopes',
  text: 'Send events only for these notes. Select both for all notes.',
  forWorkspaceKey: 'If your API key covers the whole workspace, it may accept only',
  useWorkspaceKey: 'Use workspace',
  workspaceKey: 'All notes that an API key of the whole workspace sees. Not in the specification.',
}

export const unlisted = 'Not in the specification'

export const events = {
  missesShared: 'Misses notes that are shared later.',
  missesSharedText: {
    before: 'They send',
    between: 'instead of',
    after: '.',
  },
  addShared: 'Add note.access_granted',
  sample: 'Sample',
  sampleOf: (type: string) => `Sample of ${type}`,
  sampleName: (type: string) => `sample ${type}`,
  sampleText: 'Payloads don’t contain the note. Fetch it with your API key.',
}

export function folderVisibility(visibility: 'personal' | 'public' | null, isWrong: boolean): string {
  if (visibility === null)
    return 'visibility unknown. Private folders need personal, others public. Select both if unsure.'
  const seen = visibility === 'personal' ? 'private' : 'visible to the workspace'
  return isWrong ? `seems ${seen}. Add ${visibility}.` : `seems ${seen}, which fits.`
}
