import type { Verdict } from '#shared/deliveries/model.ts'

export const events = {
  label: 'Events',
  all: 'All events',
  only: 'Only these',
  needsOne: 'Select at least one event.',
}

export interface VerdictCopy {
  readonly label: string
  readonly title: string
  readonly advice: string
}

/** The signature and the age are judged separately (specification, sections 5.6 and 5.7). */
export const verdicts: Readonly<Record<Verdict, VerdictCopy>> = {
  verified: {
    label: 'Verified',
    title: 'Signature valid',
    advice: 'Signed with this endpoint’s secret.',
  },
  'signature-mismatch': {
    label: 'Mismatch',
    title: 'Signature mismatch',
    advice: 'Don’t trust this payload. It was altered, or signed with another secret.',
  },
  stale: {
    label: 'Too old',
    title: 'Timestamp too old',
    advice:
      'The signature is valid. Check this computer’s clock. If it is right, the delivery was delayed or sent twice.',
  },
  future: {
    label: 'Ahead',
    title: 'Timestamp in the future',
    advice:
      'The signature is valid. Check this computer’s clock. If it is right, the service didn’t send it with this timestamp.',
  },
  unsigned: {
    label: 'Unsigned',
    title: 'No signature',
    advice: 'The service signs every delivery. Another sender sent this, or a proxy dropped headers.',
  },
  'no-secret': {
    label: 'No secret',
    title: 'Signing secret missing',
    advice: 'Import it to verify stored deliveries. Until then the service retries for up to 4 days.',
  },
  'secret-locked': {
    label: 'Locked',
    title: 'Keychain locked',
    advice: 'Unlock the system keychain. The service sends this delivery again.',
  },
}

export const states = {
  delivered: 'Verified',
  attempt: 'Attempt',
  onAttempt: (attempt: number) => `Verified, delivered on attempt ${attempt.toLocaleString()}`,
  retried: 'Verified, waiting for a retry',
  failed: 'Verified, but failed',
  ended: 'Verified, but failed: the endpoint was disabled or deleted',
  receiverFailed: 'Verified, but the receiver failed',
  notVerified: (reason: string) => `Not verified: ${reason}`,
  retryDelivered: (reason: string) => `Not verified: ${reason}, but a retry was delivered`,
}

export const endedMeaning = 'Failed. The endpoint was disabled or deleted, which ended the retries.'
export const refusedMeaning = 'Refused. No more retries.'

export function deliveryCount(count: number): string {
  return `${count.toLocaleString()} deliver${count === 1 ? 'y' : 'ies'}`
}

export const failures = {
  start: 'The listener was not started.',
  stop: 'The listener was not stopped.',
  clearRejected: 'The rejected requests were not cleared.',
  cleanUp: 'Nothing was cleaned up.',
  stopCleanUp: 'The clean-up was not stopped.',
}

export const payload = {
  label: 'payload',
  base64Label: 'payload in Base64',
  bytesLabel: 'bytes',
  formats: 'Format',
  formatted: 'Pretty',
  raw: 'Raw',
  bytes: 'Bytes',
  base64: 'Base64',
  wrap: 'Wrap lines',
  copy: 'Copy payload',
  empty: 'Empty body',
  size: (count: number) => `${count.toLocaleString()} B`,
  firstBytes: (size: string) => `First ${size} shown.`,
  firstCharacters: (count: number) => `First ${count.toLocaleString()} characters shown.`,
  noContent: 'Payloads don’t contain the note. Fetch it with your API key.',
  tooLargeToFormat: (characters: number, levels: number) =>
    `Not formatted: more than ${characters.toLocaleString()} characters or ${levels} levels.`,
}

export const headers = {
  order: 'As received',
  copy: 'Copy all headers',
  copyShort: 'Copy all',
  copyOne: (name: string) => `Copy ${name}`,
  parts: 'Pages of headers',
  table: 'Headers',
}

export const rejected = {
  title: 'Rejected requests',
  clear: 'Reset count',
  close: 'Close',
  about:
    'These requests weren’t stored, because a webhook header was missing or invalid, or they were too large, too slow or too many. Names of headers are kept, but not their values.',
  none: 'No rejected requests',
  times: (requests: number) => (requests === 1 ? 'once' : `${requests.toLocaleString()} times`),
  at: 'at',
  last: 'last',
  first: 'first',
  notAnswered: 'No response could be sent.',
  answeredForGood: (status: number) => `Answered ${status}: the service would not send it again.`,
  answeredForNow: (status: number) => `Answered ${status}: the service would send it again.`,
  headers: 'The last one had the headers',
  count: (total: number) => `${total.toLocaleString()} rejected`,
  countLabel: (total: number, latest: string) => `${total.toLocaleString()} rejected, latest: ${latest}`,
}
