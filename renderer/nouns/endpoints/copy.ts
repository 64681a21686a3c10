import type { SecretState } from '#shared/endpoints/model.ts'

/** Titles of errors that are shown after their page was closed. */
export const failures = {
  update: 'Couldn’t update the endpoint.',
  repoint: 'Couldn’t update the endpoint’s address.',
  label: 'Couldn’t rename the endpoint.',
  remove: 'Couldn’t delete the endpoint.',
  removeSeveral: 'Couldn’t delete the endpoints.',
  finish: 'Couldn’t finish creating the endpoint.',
}

export const names = {
  unknown: 'Unknown endpoint',
  deleted: ' (deleted)',
  notListed: (id: string) => `not listed …${id.slice(-6)}`,
  unlistedFolder: (id: string) => `Folder not listed for this key (${id})`,
}

export const page = {
  missingTitle: 'Endpoint not found',
  missing: 'It was deleted, or your key can’t see it.',
  backToList: 'Back to endpoints',
}

export const states = {
  failing: 'Failing',
  enabled: 'Enabled',
  disabledByService: 'Disabled by service',
  disabledElsewhere: 'Disabled elsewhere',
  disabled: 'Disabled',
}

export const allEvents = 'All events'

export const secrets: Readonly<Record<SecretState, { readonly short: string; readonly long: string }>> = {
  proven: {
    short: 'Secret verified',
    long: 'A delivery was verified with it.',
  },
  kept: {
    short: 'Secret saved, not yet verified',
    long: 'The first valid delivery verifies it.',
  },
  wrong: {
    short: 'Secret wrong',
    long: 'Deliveries don’t match it. Import the right one to verify them again.',
  },
  missing: {
    short: 'Secret missing',
    long: 'It isn’t on this computer. Import it if you have a copy, or rotate it to get a new one.',
  },
  locked: {
    short: 'Secret locked',
    long: 'Unlock your system keychain. Until then, deliveries get 503 and are retried.',
  },
}

const verbs = {
  create: 'created',
  change: 'updated',
  replace: 'replaced',
}

/** Outcomes of forms that were closed. */
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

export const waiting = {
  forService: 'Waiting for the service',
  seconds: (seconds: number) => `: ${seconds} s`,
  continues: '. You can close this; the request continues.',
  askedToWait: 'Rate limited by the service.',
  noRequests: 'Rate limited by the service.',
  stop: 'Cancel request',
  notDone: (verb: 'created' | 'changed' | 'deleted') =>
    `Endpoint not ${verb === 'changed' ? 'updated' : verb} yet.`,
  sentAgain: (seconds: number) => `Retrying in ${seconds} s.`,
  sentIn: (seconds: number) => `Sending in ${seconds} s.`,
  nothingSent: 'Nothing sent yet.',
}

export const naming = {
  title: 'Endpoint name',
  text: 'Stored on this computer only.',
  confirm: 'Save name',
}

/** Parts of the one-line summary of a subscription. */
export const subscriptions = {
  noScope: 'no scope',
  more: (count: number) => ` and ${count} more`,
  subfolders: (count: number) => ` + ${count.toLocaleString()} ${count === 1 ? 'subfolder' : 'subfolders'}`,
}
