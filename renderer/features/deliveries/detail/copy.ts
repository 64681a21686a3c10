import type { VerificationTrace } from '#shared/deliveries/model.ts'

export const detail = {
  region: 'Delivery',
  loading: 'Reading the delivery',
  received: 'received',
  occurred: 'occurred',
  unreadableTime: 'at an unreadable time:',
  foreignTitle: (verdict: string) => `Verdict in the file: ${verdict}.`,
  foreign: 'Nothing was verified here.',
  flags: 'Irregularities',
  tabs: 'The delivery',
  payload: 'Payload',
  headers: 'Headers',
  verification: 'Verification',
  attempts: 'Attempts',
  note: 'Note',
  endpoint: 'Endpoint',
  unknownEndpoint: 'Unknown endpoint',
  notListed: '(not in the list of endpoints)',
  discovery: (what: string) => `One discovery: ${what}`,
}

export const annotations = {
  star: 'Star',
  starred: 'Starred',
  remark: 'Remark',
  remarkHelp: 'Add a note (included in exports)',
  starredInFile: 'starred in the file',
}

export const copyMenu = {
  label: 'Copy the delivery',
  button: 'Copy as…',
  failed: 'The delivery was not copied.',
  curl: {
    label: 'cURL, as received',
    done: 'Copied as cURL',
    description: 'After a few minutes, receivers reject it as too old.',
  },
  signedNow: {
    label: 'cURL, signed again',
    done: 'Copied as cURL, signed again',
    description: 'It verifies for a few minutes from now. The secret is not included.',
  },
  signedHere: {
    label: 'cURL, signed again, to this computer',
    done: 'Copied as cURL, signed again',
    description: 'It goes to the listener on this computer, and verifies for a few minutes from now.',
  },
  http: { label: 'Raw HTTP', done: 'Copied as raw HTTP' },
  json: { label: 'JSON', done: 'Copied as JSON' },
  fixture: {
    label: 'Test fixture',
    done: 'Copied as a test fixture',
    description:
      'It contains a sample secret, not the endpoint’s own. “expected” says whether a receiver must accept it.',
  },
}

export const payload = {
  formats: 'Shown as',
  formatted: 'Formatted',
  raw: 'Raw',
  bytes: 'Bytes',
  base64: 'Base64',
  empty: 'The body is empty.',
  size: (count: number) => `${count.toLocaleString()} byte${count === 1 ? '' : 's'}`,
  firstBytes: (size: string) => `Only the first ${size} are shown.`,
  firstCharacters: (count: number) => `Only the first ${count.toLocaleString()} characters are shown.`,
  noContent: 'A delivery carries no content of a note. Anyone who may read the note can fetch it by its id.',
  tooLargeToFormat: (characters: number, levels: number) =>
    `This JSON is not formatted, because it has more than ${characters.toLocaleString()} characters or ${levels} levels.`,
}

export const headers = {
  order: 'In the order and case received.',
  copy: 'Copy all headers',
  copyShort: 'Copy all',
  parts: 'Parts of the headers',
  table: 'Headers',
}

export const attempts = {
  parts: 'Parts of the attempts',
  more: (count: number) => `${count.toLocaleString()} more attempts are counted but not listed.`,
  title: (number: number) => `Attempt ${number}`,
  simulated: 'simulated',
  received: 'received',
  sent: 'sent',
  answered: 'Answered',
}

export const diagnosis = {
  title: 'Diagnosis',
  checks: 'Checks',
  loading: 'Diagnosing',
  matches: 'Yes:',
  differs: 'No:',
  showEndpoint: 'Show the endpoint',
}

export const verification = {
  headersTitle: 'Each of the three headers is present once',
  signedTitle: 'What is signed',
  signed: (bytes: number) =>
    `The id, the timestamp and the raw body, joined by dots: the text below, then the ${bytes.toLocaleString()} bytes of the body.`,
  entries: 'Parts of the entries',
  entryMatches: 'matches',
  entryDiffers: 'does not match',
  entryUnjudged: 'not checked',
  entryOtherVersion: 'not v1',
  ageUnknownTitle: 'The age is not known',
  ageUnknown: 'The webhook-timestamp header is not a time.',
  ageTitles: { fresh: 'The timestamp is recent', stale: 'It is too old', future: 'It is ahead of time' },
  age: (seconds: number, tolerance: number) => {
    const distance = Math.abs(seconds).toLocaleString()
    const age =
      seconds < 0 ? `It is ${distance} s ahead of this clock.` : `It was ${distance} s old when it arrived.`
    return `${age} The tolerance is ${tolerance.toLocaleString()} s, either way.`
  },
}

export const signatures: Readonly<
  Record<VerificationTrace['signature'], { readonly title: string; readonly text: string }>
> = {
  valid: {
    title: 'The signature is valid',
    text: 'HMAC-SHA256 with this endpoint’s secret gives one of the entries.',
  },
  mismatch: {
    title: 'The signature does not match',
    text: 'HMAC-SHA256 with this endpoint’s secret gives none of the entries.',
  },
  'no-supported-version': {
    title: 'No entry can be checked',
    text: 'Only version v1 is supported, and no entry has it.',
  },
  unjudged: {
    title: 'The signature was not checked',
    text: 'The secret of this endpoint was not available.',
  },
}

/** Titles of the messages shown when a change fails. */
export const failures = {
  star: 'The star was not changed.',
  remark: 'The note was not saved.',
}
