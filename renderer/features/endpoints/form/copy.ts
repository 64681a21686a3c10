/** The sheet of both forms. */
export const sheet = {
  cancel: 'Cancel',
  restored: 'What you typed before is back.',
  startOver: 'Start over',
}

export const create = {
  title: 'New endpoint',
  submit: 'Create endpoint',
  noPublicAddress: 'State a public address first, or choose a URL of your own.',
  decideFirst: 'Decide about this first, so that nothing is created twice.',
}

export const edit = {
  title: 'Edit endpoint',
  submit: 'Save changes',
  replace: 'Create replacement…',
  changed: (prefix: string) => `${prefix}The endpoint was changed.`,
  replaced: (prefix: string) => `${prefix}A second endpoint was created.`,
  replacedText: 'Both receive until you delete the old one.',
}

export const receiver = {
  label: 'Receiver',
  same: 'As it is',
  inspector: 'The inspector on this machine',
  inspectorAt: (publicUrl: string) => `${publicUrl}/hooks/… It gets a path of its own.`,
  inspectorText: 'Verifies each delivery here and shows what came. Needs a public address.',
  own: 'A URL of my own',
  ownText: 'A receiver that you run: https, and reachable from the internet.',
  noPublicAddress: 'There is no public address yet.',
  noPublicAddressText:
    'The service calls https addresses on the internet only. State the address of your proxy or tunnel that leads to the inspector, then come back: what you typed is kept.',
  notListening: 'The inspector is not listening.',
  notListeningText: 'Deliveries fail until it is started. The service tries again for up to four days.',
  toInspector: 'Inspector',
  toTunnel: 'Tunnel',
}

export const ownUrl = {
  label: 'URL',
  placeholder: 'https://hooks.example.com/notes',
  text: 'It is sent as you type it.',
  redacted: 'The service hides the present URL. Enter the whole new one.',
  useInspector: 'Use the inspector’s URL',
  warning: 'Warning',
  duplicate: 'Another endpoint has this URL already: it would get every event twice.',
  show: (id: string) => `Show ${id}`,
  needsHttps: 'Begin with https://. The service calls nothing else.',
}

export const scopes = {
  label: 'Scopes',
  text: 'Which notes it receives events for. At least one. On Enterprise plans an admin decides which ones you can use.',
  useWorkspaceKey: 'Use the scope of a workspace’s key',
  workspaceKey:
    'For a key of the workspace, which may take this scope and no other. Not in the specification.',
}

/** A scope or event that the specification does not list. */
export const unlisted = 'Not in the specification. It is kept as it is.'

export const events = {
  label: 'Events',
  none: 'None chosen means all of them.',
  some: 'Only the chosen ones are sent.',
  missesShared: 'Notes that are shared later will be missed.',
  missesSharedText: {
    before: 'A note that has its summary already when it is shared sends',
    between: 'and not',
    after: '. To discover notes, choose both.',
  },
  chooseBoth: 'Choose both',
  sample: 'Sample',
  sampleOf: (type: string) => `Sample of ${type}`,
  sampleName: (type: string) => `a sample of ${type}`,
  sampleText: 'The body of a delivery. It carries no content: the note is fetched by its id.',
}

export const folders = {
  label: 'Folders (optional)',
  placeholder: 'Find a folder',
  chosenLabel: 'Chosen folders',
  none: 'Only notes in these folders and their subfolders. None: every note its scopes match.',
  some: (count: number, most: number) =>
    `Only notes in these folders and their subfolders. ${count} of at most ${most} chosen.`,
  liesIn: 'lies in',
  included: ', which includes it.',
  visibilityLabel: 'Who sees the chosen folders',
  workspaceKey: 'whether the scope workspace fits it is up to the service.',
  neverRead: 'The folders were not read yet.',
  asOf: 'Folders as of',
  incomplete: (reason: string) => ` There may be more: ${reason}`,
  failed: (message: string) => ` They could not be read: ${message}`,
  read: 'Read folders',
  readAgain: 'Refresh folders',
}

/** Whether a folder's visibility fits the chosen scopes, as far as it is known; continues its name. */
export function folderVisibility(
  visibility: 'personal' | 'public' | null,
  { isWrong, hasBoth }: { readonly isWrong: boolean; readonly hasBoth: boolean },
): string {
  if (visibility !== null) {
    const seen = visibility === 'personal' ? 'private' : 'visible to the workspace'
    const why = `another endpoint filters by it with ${visibility} alone, so it seems to be ${seen}`
    return isWrong ? `${why}. Choose ${visibility}, or the service may refuse this.` : `${why}, which fits.`
  }
  return hasBoth
    ? 'whether it is private is unknown. Both scopes are chosen, which fits either way.'
    : 'whether it is private is unknown: the service does not say. A private folder needs personal, one that the workspace can see needs public; choose both if in doubt.'
}

/** The service refused the endpoint. */
export const refused = {
  scopes: 'The service refused these scopes.',
  withReason: (reason: string) =>
    reason === '' ? 'The service refused this.' : `The service refused this: ${reason}`,
  oneOfThese: 'The service may accept one of these instead.',
  folderNeeds: { private: 'is private.', workspace: 'is visible to the workspace.' },
  folderDoesNotFit: 'does not fit these scopes.',
  add: (scopeCount: number) => `Add the scope${scopeCount === 1 ? '' : 's'}`,
  instead: (scopeCount: number) => `Use the scope${scopeCount === 1 ? '' : 's'}`,
  alone: ' alone.',
  and: ' and ',
  addLabel: (names: string) => `Add ${names}`,
  insteadLabel: (names: string) => `Use ${names} instead`,
  details: 'Details',
  request: 'Request',
  copyRequestId: 'Copy the request id',
}
