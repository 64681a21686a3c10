import type { SecretState } from '#shared/endpoints/model.ts'

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

/** Replaces the words for endpoints whose deliveries go to another receiver. */
export const secretsElsewhere: Partial<typeof secrets> = {
  kept: {
    short: 'Secret saved',
    long: 'Notehook sees no deliveries of this endpoint, so it can’t verify the secret.',
  },
  locked: {
    short: 'Secret locked',
    long: 'Unlock your system keychain to read it.',
  },
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

export const subscriptions = {
  noScope: 'no scope',
  more: (count: number) => ` and ${count} more`,
  subfolders: (count: number) => ` + ${count.toLocaleString()} ${count === 1 ? 'subfolder' : 'subfolders'}`,
}

export const actions = {
  showDeliveries: 'Show deliveries in Inspector',
  simulate: 'Simulate responses…',
  simulateThis: 'Simulate responses of endpoint…',
  elsewhere: 'Its deliveries go to another receiver.',
  editThis: 'Edit endpoint…',
  renameThis: 'Rename endpoint…',
  enableThis: 'Enable endpoint',
  disableThis: 'Disable endpoint',
  copyUrlOfThis: 'Copy endpoint URL',
  deleteThis: 'Delete endpoint…',
  showDeliveriesOfThis: 'Show deliveries of endpoint in Inspector',
  edit: 'Edit…',
  rename: 'Rename…',
  enable: 'Enable',
  disable: 'Disable',
  copyUrl: 'Copy URL',
  redacted: 'The service hides part of it.',
  copyId: 'Copy endpoint ID',
  urlCopied: 'URL copied',
  idCopied: 'Endpoint ID copied',
  delete: 'Delete…',
  create: 'New endpoint',
}
