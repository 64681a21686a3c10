import type { SecretState } from '#shared/endpoints/model.ts'

/** Titles of errors that are shown when their page is gone. */
export const failures = {
  update: 'The endpoint was not changed.',
  repoint: 'The address of the endpoint was not updated.',
  label: 'The endpoint was not named.',
  remove: 'The endpoint was not deleted.',
  removeSeveral: 'The endpoints were not deleted.',
  finish: 'The endpoint was not finished.',
}

export const names = {
  unknown: 'Unknown endpoint',
  notListed: (id: string) => `not listed …${id.slice(-6)}`,
}

export const page = {
  missingTitle: 'This endpoint is not there',
  missing:
    'It was deleted, or this key does not manage it. A personal key sees the endpoints of its user only.',
  backToList: 'Back to the list',
  noneTitle: 'No endpoint chosen',
  none: 'Choose an endpoint to see its subscription and secret, and to enable, edit or delete it.',
}

export const states = {
  failing: 'Failing',
  enabled: 'Enabled',
  disabledByService: 'Disabled by the service',
  disabledElsewhere: 'Disabled elsewhere',
  disabled: 'Disabled',
}

export const allEvents = 'All events'

export const secrets: Readonly<Record<SecretState, { readonly short: string; readonly long: string }>> = {
  proven: {
    short: 'Secret proven',
    long: 'It is stored here, and a delivery on this endpoint’s own path verified with it.',
  },
  kept: {
    short: 'Secret kept, unproven',
    long: 'It is stored here. No delivery has verified with it yet; the first one proves it.',
  },
  wrong: {
    short: 'Secret wrong',
    long: 'It is stored here, but deliveries on this endpoint’s own path do not verify with it. Import the right one; deliveries that came meanwhile are then verified again.',
  },
  missing: {
    short: 'Secret missing',
    long: 'It is not on this machine, and the service shows it only once. If you have it elsewhere, import it here; deliveries that came meanwhile are then verified again. If it is lost, rotate it: a replacement of this endpoint gets a new one.',
  },
  locked: {
    short: 'Secret locked',
    long: 'It is in the keychain of this system, which is locked. Until you unlock it, deliveries are answered 503 and sent again.',
  },
}

const verbs = {
  create: 'created',
  change: 'changed',
  replace: 'replaced',
}

/** The outcome of a form that was closed. */
export const outcomes = {
  in: (workspace: string, text: string) => `${workspace}: ${text}`,
  maybe: (kind: keyof typeof verbs) => `The endpoint may have been ${verbs[kind]}.`,
  unsafeSecret: (kind: keyof typeof verbs) => `The endpoint was ${verbs[kind]}, but its secret is not safe.`,
  failed: (kind: keyof typeof verbs) => `The endpoint was not ${verbs[kind]}.`,
  kept: 'What you entered is kept.',
  backToForm: 'Back to the form',
  openWorkspaceAndForm: 'Open that workspace and the form',
  created: 'The endpoint was created.',
  createdText: 'Its signing secret can be shown for ten minutes after creation.',
  openWorkspaceAndSecret: 'Open that workspace and see its secret',
  reloadedCreate:
    'The page was loaded again before the service answered. Look for it in the list before you create it again.',
  reloadedChange:
    'The page was loaded again before the service answered. Look at the endpoint before you change it again.',
}

export const waiting = {
  forService: 'Waiting for the service',
  seconds: (seconds: number) => `: ${seconds} s`,
  continues: '. If you close this, the request continues and its result is shown wherever you are.',
  askedToWait: 'The service asked to wait.',
  noRequests: 'The service takes no requests at the moment.',
  stop: 'Stop waiting',
  notDone: (verb: 'created' | 'changed' | 'deleted') => `The endpoint was not ${verb}.`,
  sentAgain: (seconds: number) => `The request is sent again in ${seconds} s.`,
  sentIn: (seconds: number) => `Yours is sent in ${seconds} s.`,
  nothingSent: 'Nothing was sent yet.',
}

export const naming = {
  add: 'Name this endpoint',
  change: 'Change its name',
  title: 'Name the endpoint',
  text: 'On this computer only: the service knows no names of endpoints. Empty: its host and path.',
  confirm: 'Save the name',
}

export const missedNotes = {
  find: 'Find missed notes',
  loading: 'Looking for what changed meanwhile',
  noDowntime: 'No downtime is known: the endpoint was enabled whenever this machine checked.',
  from: 'No events were received from',
  untilNow: 'until now',
  to: 'to',
  changed: 'changed',
  changedLater: (count: number) =>
    `${count.toLocaleString()} more changed again later; whether also in that time is not known.`,
  count(count: number, complete: boolean): string {
    const found =
      count === 0
        ? 'No note changed then'
        : `${count.toLocaleString()} note${count === 1 ? '' : 's'} changed then, missed here`
    return complete ? `${found}.` : `${found}, as far as could be read.`
  },
}
