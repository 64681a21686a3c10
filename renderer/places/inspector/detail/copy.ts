import type { VerificationTrace } from '#shared/deliveries/model.ts'

export const detail = {
  region: 'Delivery',
  loading: 'Loading delivery',
  close: 'Close',
  more: 'More actions',
  flags: 'Irregularities',
  tabs: 'Delivery',
  payload: 'Payload',
  headers: 'Headers',
  verification: 'Verification',
  notVerified: 'not verified',
  attempts: 'Attempts',
  sends: 'Sends',
  keys: { replay: 'Replay', copy: 'Copy as cURL' },
}

export const firstSeen = {
  label: 'First time seen',
  chip: 'First time seen',
  title: 'Not in the specification, and not in an earlier delivery stored here.',
  kinds: {
    'event-type': 'event type',
    field: 'field',
    'changed-field': 'changed_fields value',
  },
}

export const facts = {
  received: 'Received',
  endpoint: 'Endpoint',
  note: 'Note',
  answered: 'Status',
  receiver: 'Receiver',
  others: (count: number) => `and ${count.toLocaleString()} more`,
  none: '–',
  verified: 'signature verified',
  /** Describes the 503 of a request outside the time window: the service sends the event again with a new timestamp. */
  sentAgain: 'requested a retry',
  later: 'delivered by a later attempt',
  laterOne: (attempt: number) => `delivered on attempt ${attempt.toLocaleString()}`,
  verdict: 'Verdict',
  remark: 'Remark',
  atExport: (verdict: string) => `${verdict} at export`,
  took: (ms: number) => `in ${ms.toLocaleString()} ms`,
  attempt: (number: number) => `attempt ${number.toLocaleString()}`,
  lag: (span: string) => `${span} after the event`,
  ahead: (span: string) => `${span} before the event`,
  unreadableEventTime: 'unreadable event time',
  unknownEndpoint: 'Unknown endpoint',
  notListed: 'not in the list of endpoints',
}

export const actions = {
  replay: 'Replay',
  replayTo: 'Replay to…',
  editAndSend: 'Edit and send…',
  star: 'Star',
  unstar: 'Remove star',
  addRemark: 'Add remark',
  editRemark: 'Edit remark',
  openNote: 'Open note',
  noNote: 'The payload names no note.',
  notRead: 'Not verified, so its note ID isn’t trusted.',
  copyCurl: 'Copy as cURL',
  copyId: 'Copy webhook-id',
  noId: 'It came without one.',
  idCopied: 'webhook-id copied',
  filterEndpoint: 'Filter by this endpoint',
  noEndpoint: 'Its endpoint is not known.',
  isFiltered: 'The list is filtered by it.',
  delete: 'Delete',
  deleteThis: 'Delete delivery',
}

export const annotations = {
  starred: 'Starred. Remove the star',
  remark: 'Remark',
  remarkRemoved: 'Remark removed',
  remarkHelp: 'Included in exports',
  starredInFile: 'Starred at export',
}

export const copyMenu = {
  label: 'Copy the delivery',
  button: 'Copy as',
  as: (format: string) => `Copy as ${lowerFirst(format)}`,
  failed: 'Delivery not copied',
  notAllowed: 'The clipboard couldn’t be used. Allow it for this page and try again.',
  formats: {
    curl: {
      label: 'cURL',
      done: 'Copied as cURL',
      description: 'With its own signature, which expires 5 minutes after its timestamp.',
    },
    'curl-signed-now': {
      label: 'cURL, re-signed',
      done: 'Copied as cURL, re-signed',
      description: 'The new signature expires in 5 minutes. The secret is not included.',
    },
    'curl-signed-here': {
      label: 'cURL, re-signed, to localhost',
      done: 'Copied as cURL, re-signed',
      description: 'Goes to the listener on this computer. The new signature expires in 5 minutes.',
    },
    http: { label: 'Raw HTTP', done: 'Copied as raw HTTP', description: '' },
    json: { label: 'JSON', done: 'Copied as JSON', description: '' },
    markdown: {
      label: 'Markdown',
      done: 'Copied as Markdown',
      description: 'For a bug report. Secrets in headers are removed.',
    },
    fixture: {
      label: 'Test fixture',
      done: 'Copied as test fixture',
      description: 'Signed with a sample secret. “expected” says whether a receiver must accept it.',
    },
  },
}

export const markdown = {
  title: 'Delivery',
  verified: 'Signature valid.',
  notVerified: (reason: string) => `Not verified: ${lowerFirst(reason)}.`,
  received: 'Received',
  endpoint: 'Endpoint',
  note: 'Note',
  headers: 'Headers',
  payload: 'Payload',
  emptyBody: 'Empty body',
  binaryBody: (bytes: number) => `${bytes.toLocaleString('en')} bytes that are not UTF-8`,
  cut: (shown: number, all: number) =>
    `First ${shown.toLocaleString('en')} of ${all.toLocaleString('en')} characters.`,
  attempts: 'Attempts',
  status: 'Status',
  result: 'Result',
  receiver: 'Response of receiver',
  reactions: {
    delivered: 'The service would count it as delivered.',
    retried: 'The service would retry for up to 4 days.',
    failed: 'The service would never send it again.',
  },
}

export const verdictBox = {
  region: 'Why it is not verified',
  title: (reason: string) => `Not verified: ${lowerFirst(reason)}`,
  otherSecret: ['It matches the secret of', ', not '] as const,
  unchanged: 'The body is unchanged.',
  unchangedOnTime: 'The body is unchanged and on time.',
  allChecks: (count: number | null) =>
    count === null
      ? 'All checks'
      : count === 1
        ? 'See the check'
        : count === 2
          ? 'See both checks'
          : `All ${count} checks`,
  open: (endpoint: string) => `Open ${endpoint}`,
  importSecret: 'Import secret',
  secretDeleted: 'Its endpoint was deleted, and its signing secret with it.',
}

/** Lowercases the first letter of a text, unless the text starts with an abbreviation. */
export function lowerFirst(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
}

export const signature = {
  title: 'Signature',
  valid: 'Valid',
  invalid: 'Invalid',
  unchecked: 'Not checked',
  problems: { missing: 'missing', duplicate: 'sent more than once', malformed: 'malformed' },
  age: (seconds: number) =>
    seconds < 0
      ? `${Math.abs(seconds).toLocaleString()} s after arrival`
      : `${seconds.toLocaleString()} s before arrival`,
}

export const attempts = {
  parts: 'Pages of attempts',
  table: 'Attempts',
  deliveredLater: 'A later attempt delivered this event.',
  nextUnknown: 'The service doesn’t say when.',
  next: (span: string) => `Next attempt in ${span}.`,
  nextNow: 'Next attempt now.',
  nextInSandbox: 'See when in Sandbox',
  open: 'Open',
  openAttempt: (number: number) => `Open attempt ${number.toLocaleString()}`,
  more: (count: number) => `${count.toLocaleString()} more attempts counted but not listed.`,
  number: '#',
  received: 'Received',
  gap: 'Gap',
  status: 'Status',
  result: 'Result',
  sent: (timestamp: string) => `webhook-timestamp ${timestamp}`,
}

export const diagnosis = {
  title: 'Diagnosis',
  checks: (count: number, isNone: boolean) => `${count} checks${isNone ? ', none matches' : ''}`,
  loading: 'Diagnosing',
  matches: 'Cause',
  fits: 'Match',
  differs: 'Ruled out',
  secretOf: (endpoint: string) => `Secret of ${endpoint}`,
}

export const lastSends = {
  title: 'Sends',
  to: (receiver: string) => `to ${receiver}`,
  compare: 'Compare',
  last: 'Response to the last one',
}

export const verification = {
  headersTitle: 'Required headers',
  signedTitle: 'Signed content',
  signed: (bytes: number) =>
    `ID, timestamp and raw body, joined by dots: the text below and the ${bytes.toLocaleString()} bytes of the body.`,
  signedLabel: 'signed text',
  separators:
    'An entry ends with a comma or has quotes, so it can’t match. Entries are separated by a space; a proxy that joins repeated headers writes commas.',
  entries: 'Pages of signatures',
  entryMatches: 'matches',
  entryDiffers: 'no match',
  entryUnjudged: 'not checked',
  entryOtherVersion: 'not v1',
  ageUnknownTitle: 'Timestamp unreadable',
  ageUnknown: 'webhook-timestamp is not a Unix time.',
  ageTitles: { fresh: 'Timestamp valid', stale: 'Timestamp too old', future: 'Timestamp in the future' },
  age: (seconds: number, tolerance: number) => {
    const distance = Math.abs(seconds).toLocaleString()
    const age = seconds < 0 ? `${distance} s ahead of this computer’s clock` : `${distance} s old on arrival`
    return `${age} (tolerance ±${tolerance.toLocaleString()} s)`
  },
}

export const signatures: Readonly<
  Record<VerificationTrace['signature'], { readonly title: string; readonly text: string }>
> = {
  valid: {
    title: 'Signature valid',
    text: 'HMAC-SHA256 with this endpoint’s secret.',
  },
  mismatch: {
    title: 'Signature mismatch',
    text: 'HMAC-SHA256 with this endpoint’s secret gives a different signature.',
  },
  'no-supported-version': {
    title: 'No supported signature',
    text: 'Only version v1 is supported.',
  },
  unjudged: {
    title: 'Signature not checked',
    text: 'The signing secret was not available.',
  },
}

export const failures = {
  star: 'Star not changed',
  remark: 'Remark not saved',
}

export const produced = {
  label: 'Made by the sandbox',
  badge: 'Broken delivery',
  kinds: new Map([
    ['wrong-secret', 'Signed with the wrong secret on purpose.'],
    ['tampered-body', 'Changed after it was signed, on purpose.'],
    ['slow-retry', 'Signed ten minutes before it was sent, on purpose.'],
  ]),
  other: 'Fails verification on purpose.',
}
