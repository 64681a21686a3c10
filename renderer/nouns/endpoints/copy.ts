export const failures = {
  update: 'Couldn’t update the endpoint.',
  repoint: 'Couldn’t update the endpoint’s address.',
  label: 'Couldn’t rename the endpoint.',
  remove: 'Couldn’t delete the endpoint.',
  removeSeveral: 'Couldn’t delete the endpoints.',
  finish: 'Couldn’t finish creating the endpoint.',
  replace: 'Couldn’t replace the endpoint.',
  continueReplacement: 'Couldn’t continue the replacement.',
  dismissReplacement: 'Couldn’t dismiss the replacement.',
}

export const names = {
  unknown: 'Unknown endpoint',
  deleted: ' (deleted)',
  notListed: (id: string) => `not listed …${id.slice(-6)}`,
  unlistedFolder: (id: string) => `Folder not listed for this key (${id})`,
}

const verbs = {
  create: 'created',
  change: 'updated',
  replace: 'replaced',
}

export const outcomes = {
  in: (workspace: string, text: string) => `${workspace}: ${text}`,
  maybe: (kind: keyof typeof verbs) => `The endpoint may have been ${verbs[kind]}.`,
  unsafeSecret: (kind: keyof typeof verbs) => `Endpoint ${verbs[kind]}, but its secret wasn’t saved.`,
  failed: (kind: keyof typeof verbs) => `Endpoint not ${verbs[kind]}.`,
  kept: 'Your input is saved.',
  backToForm: 'Back to form',
  openWorkspaceAndForm: 'Open form in that workspace',
  created: 'Endpoint created.',
  createdNamed: (label: string) => (label === '' ? 'Endpoint created.' : `Endpoint “${label}” created.`),
  showSecret: 'Show signing secret…',
  createdText: 'You can reveal its signing secret for ten minutes.',
  openWorkspaceAndSecret: 'Open workspace to see the secret',
  reloadedCreate:
    'The page reloaded before the service responded. Check the list before you create it again.',
  reloadedChange:
    'The page reloaded before the service responded. Check the endpoint before you change it again.',
}

export const enabledSwitch = {
  on: 'Enabled',
  off: 'Disabled',
  enabled: (name: string) => `${name} was enabled.`,
  enabledText: 'Events missed while it was disabled aren’t resent.',
  showMissed: 'Show missed events',
  disabled: (name: string) => `${name} was disabled.`,
  disabledText: 'New events are missed.',
  disabling: 'Disabling endpoint',
  enabling: 'Enabling endpoint',
}

export const folders = {
  label: 'Folders (optional)',
  placeholder: 'Search folders',
  chosenLabel: 'Selected folders',
  none: 'Limit to these folders and their subfolders. Default: any folder.',
  some: (count: number, most: number) =>
    `Includes subfolders. ${count > most ? `${count} of ${most}` : count} selected.`,
  liesIn: 'is in',
  included: ' and already included.',
  visibilityLabel: 'Visibility of the selected folders',
  workspaceKey: 'may or may not work with the workspace scope.',
  neverRead: 'Folders not loaded.',
  asOf: 'Folders updated',
  incomplete: (reason: string) => ` The list may be incomplete: ${reason}`,
  failed: (message: string) => ` Couldn’t refresh: ${message}`,
  read: 'Load folders',
  readAgain: 'Refresh folders',
}

export const refused = {
  scopes: 'The service rejected these scopes.',
  withReason: (reason: string) =>
    reason === '' ? 'The service rejected this.' : `The service rejected this: ${reason}`,
  oneOfThese: 'Try one of these:',
  folderNeeds: { private: 'is private.', workspace: 'is visible to the workspace.' },
  folderDoesNotFit: 'doesn’t fit these scopes.',
  add: (scopeCount: number) => (scopeCount === 1 ? 'Add the scope' : 'Add the scopes'),
  instead: (scopeCount: number) => (scopeCount === 1 ? 'Use only the scope' : 'Use only the scopes'),
  alone: '.',
  and: ' and ',
  addLabel: (names: string) => `Add ${names}`,
  insteadLabel: (names: string) => `Use ${names} instead`,
  details: 'Details',
  request: 'Request ID',
  copyRequestId: 'Copy request ID',
}
