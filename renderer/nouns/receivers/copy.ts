import type { BlockedReason, SendProblem } from '#shared/receivers/model.ts'

export const endpointsGone = 'Its endpoints don’t exist anymore.'

export const failures = {
  create: 'The receiver was not added.',
  update: 'The receiver was not changed.',
  remove: 'The receiver was not deleted.',
  approve: 'The address was not approved.',
  live: 'Forwarding was not changed.',
  test: 'The receiver was not tested.',
  send: 'The delivery was not sent.',
  sendWaiting: 'The waiting deliveries were not sent.',
  drop: 'The waiting deliveries were not dropped.',
  replay: 'The replay did not start.',
  dismissReplay: 'The replay was not dismissed.',
  passThrough: 'Pass through was not changed.',
}

export const deliveries = (count: number) =>
  `${count.toLocaleString()} ${count === 1 ? 'delivery' : 'deliveries'}`

export const health = {
  up: 'Up',
  failing: 'Up, last send failed',
  down: 'Down',
  unknown: 'Not checked',
  lastPassed: 'Last send OK',
  lastFailed: 'Last send failed',
  needsApproval: 'Not approved',
  noSecret: 'No secret',
  noHeaders: 'No header values',
  noEndpoint: 'No endpoint',
  locked: 'Keychain locked',
  upIn: (ms: number) => `Up · ${Math.max(1, Math.round(ms)).toLocaleString()} ms`,
}

/** Explains why waiting deliveries can't be sent, with the remedy. */
export const blockedWaiting: Readonly<
  Record<BlockedReason, { readonly word: string; readonly why: string; readonly remedy: string }>
> = {
  unsigned: {
    word: 'No secret',
    why: 'Their signing secret is missing.',
    remedy: 'Import it in Endpoints. If their endpoint was deleted, drop them.',
  },
  headers: {
    word: 'No header values',
    why: 'Values of the receiver’s headers are missing.',
    remedy: 'Enter them in its settings, then send them.',
  },
  locked: { word: 'Keychain locked', why: 'The keychain is locked.', remedy: 'Unlock it, then send them.' },
  approval: {
    word: 'Not approved',
    why: 'The address isn’t approved.',
    remedy: 'Approve it, then send them.',
  },
  address: {
    word: 'Forbidden address',
    why: 'The address isn’t allowed.',
    remedy: 'Change the URL, then send them.',
  },
  tls: {
    word: 'TLS failed',
    why: 'The TLS connection failed.',
    remedy: 'Check the URL and the certificate, then send them.',
  },
}

export const ofThem = (count: number, why: string): string => `${count.toLocaleString()} of them: ${why}`

/** Used instead of the usual advice to import the secret, because the secret of a deleted endpoint can't be imported. */
export const secretGone = 'Their endpoint was deleted, and its signing secret with it. Drop them.'

export const problems: Readonly<Record<SendProblem, string>> = {
  address: 'Forbidden address',
  approval: 'Not approved',
  unsigned: 'No secret',
  headers: 'No header values',
  locked: 'Keychain locked',
  unverified: 'Not verified',
  gone: 'Deleted',
  unsendable: 'Can’t be sent',
  'no-name': 'DNS failed',
  'no-connection': 'No connection',
  reset: 'Reset',
  tls: 'TLS failed',
  timeout: 'Timeout',
  'too-slow': 'Too slow',
  malformed: 'Not HTTP',
  stopped: 'Stopped',
}

/** Warnings shown before deliveries are sent to a receiver that doesn't forward their endpoint. */
export const notForwarded = {
  one: (receiver: string, endpoint: string) =>
    `${receiver} doesn’t forward ${endpoint}, so it may not have its secret.`,
  several: (receiver: string, endpoints: number) =>
    `${receiver} doesn’t forward ${endpoints.toLocaleString()} of these endpoints, so it may not have their secrets.`,
}

export const replayAction = {
  sent: (name: string, result: string) => `${name}: ${result}`,
  show: 'Show',
  results: 'Results',
  action: 'Replay',
  actionTo: 'Replay to…',
  actionToNamed: (receiver: string) => `Replay to ${receiver}`,
  moreWays: 'More ways to replay',
  actionEdit: 'Edit and send…',
}

export const signing = {
  label: 'Signed with',
  endpoint: (name: string) => `Secret of ${name}`,
  receiver: 'The receiver’s own secret',
  sample: 'Sample secret',
  sampleText: 'The same in every copy of Notehook',
  sampleUse: 'For your receiver’s configuration:',
  sampleLabel: 'the sample secret',
  pasted: 'A pasted secret',
  pastedText: 'Used here and stored nowhere',
  secret: 'Signing secret',
  secretNeeded: 'Enter the signing secret.',
  placeholder: 'whsec_…',
}

export const testResult = {
  up: (ms: number | null) => (ms === null ? 'Connected.' : `Connected in ${Math.round(ms)} ms.`),
  down: 'No connection.',
}
