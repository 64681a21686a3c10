import type { DisabledState } from '#shared/endpoints/model.ts'

export const detail = {
  label: 'Endpoint',
  edit: 'Edit',
  delete: 'Delete…',
  deliveries: 'Deliveries',
  receivedHere: 'They come to the inspector on this machine, which verifies and stores them.',
  receivedElsewhere: 'They go to another receiver. The inspector on this machine does not see them.',
  showDeliveries: 'Show its deliveries',
}

export const creatorHint = {
  refused: 'Who can change it',
  redacted: 'You may not be its creator.',
  redactedText:
    'The service shows only the origin of its URL. It may then refuse every change but enabling and disabling. ',
  created: 'created it. Ask them, or an admin of the workspace.',
  deletedAccount: 'The account of its creator was deleted. Ask an admin of the workspace.',
}

export const enabledSwitch = {
  label: 'Deliveries are active',
  enabled: 'The endpoint is enabled.',
  enabledText: 'Events that happened while it was disabled are not sent later.',
  disabled: 'The endpoint is disabled.',
  disabledText: 'Events that happen from now on are missed.',
  disabling: 'Disabling the endpoint',
  enabling: 'Enabling the endpoint',
  whileOn: 'While this is off, events are missed: the service does not replay them when it is on again.',
  whileOff:
    'Events that happen now are missed: the service does not replay them when this is on again. After four days of failures the service disables an endpoint and mails its creator or the workspace admins.',
  noticed: 'Noticed ',
  between: 'Between',
  and: 'and',
}

export const disabledReasons: Readonly<Record<DisabledState['by'], string>> = {
  here: 'It was disabled here.',
  service:
    'The service disabled it, after four days of failures without one success, and mailed its creator or the workspace admins. Restore the receiver, then turn it on here or in the product: settings, connectors, webhooks.',
  elsewhere: 'It was disabled outside Notehook: by a person, or by the service.',
  unknown: 'It was already disabled when this machine first listed it.',
}

export const facts = {
  title: 'Details',
  url: 'URL',
  copyUrl: 'Copy the URL',
  redacted: 'The service hides a part of it. It is shown as it came and cannot be copied.',
  events: 'Events',
  allEvents: 'All events',
  scopes: 'Scopes',
  noScope: 'No scope',
  folders: 'Folders',
  noFilter: 'No filter: every note its scopes match',
  subfolders: 'and their subfolders',
  lastVerified: 'Last verified here',
  neverVerified: 'No delivery has verified here yet',
  createdBy: 'Created by',
  copyCreator: 'Copy the creator’s address',
  accountDeleted: 'Account deleted: the failure mail goes to the workspace admins',
  unknownCreator: 'unknown',
  created: 'Created',
  id: 'Endpoint id',
  copyId: 'Copy the endpoint id',
  unlisted: 'not in the specification',
}

export const responses = {
  simulated: (response: string) => `Its responses are simulated: ${response}.`,
  simulatedText: 'Deliveries are still verified and stored.',
  reset: 'Back to normal',
  simulate: 'Simulate its responses',
}

export const requests = (count: number) => (count === 1 ? '1 request' : `${count.toLocaleString()} requests`)

export const clock = {
  failedSince: 'failed since',
  beforeDisabled: ', before it was disabled.',
  mismatchesSince: 'with a signature that does not match since',
  mismatchesText:
    '. If they come from the service, it sees failures: open one of them to see what was tried. Anyone who knows this URL can send such requests, so they are not counted.',
  lastSuccess: 'Last success',
  restarts: ': each success restarts the four days.',
  title: 'Deliveries fail, and the service counts to four days.',
  disablesAt: '. Unless one succeeds, the service disables this endpoint around',
  orSooner: ', or sooner if it saw failures that never reached this machine.',
  progress: 'Of the four days',
}

export const rejected = {
  notStored: (count: number) => `${requests(count)} not kept:`,
  response: (status: number | null) => (status === null ? '' : `, answered ${status}`),
  last: ', last',
  showAll: 'All rejected requests',
}

export const remove = {
  title: 'Delete this endpoint?',
  confirm: 'Delete endpoint',
  deleted: 'The endpoint was deleted.',
  deletedText: 'Its deliveries have stopped.',
  deliveriesTo: 'Deliveries to',
  stop: 'stop at once, retries included. This cannot be undone: a new endpoint has another id and another signing secret.',
  kept: 'Deliveries received here so far are kept.',
}
