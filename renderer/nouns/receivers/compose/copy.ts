import { rewrites } from '#shared/deliveries/rewrites.ts'
import {
  type BreakKind,
  type Expectation,
  type Fault,
  isRewrite,
  type Judgement,
} from '#shared/receivers/compose.ts'

export const failures = {
  send: 'Couldn’t send the composed delivery.',
  start: 'Couldn’t load the delivery.',
}

export const compose = {
  title: 'Compose delivery',
  editTitle: 'Edit and send',
  loading: 'Loading the delivery',
  close: 'Close',
  send: 'Send',
  sendAgain: 'Send again',
  simulated: 'Not included in delivery counts.',
  replaced: 'Your changes were replaced.',
  undo: 'Undo',
  unverified:
    'This delivery isn’t verified, so Notehook won’t sign it. Replay it exactly as received instead.',
  leave: 'Discard the pasted secret?',
  leaveText: 'The secret isn’t saved anywhere. Your other changes are kept.',
  discard: 'Discard secret',
}

export const start = {
  label: 'Start from…',
  templates: {
    'odd-bytes': ['Odd but valid bytes', 'Escaped slashes, U+2028 and a final line feed'],
    'new-fields': ['Unknown fields', 'Fields that the service doesn’t send yet'],
    'not-json': ['Not JSON', 'Signed text that can’t be parsed'],
  },
} as const

export const fields = {
  type: 'Event',
  note: 'Note',
  findNote: 'Find a note by title or ID',
  notes: 'Notes',
  noNotes: 'No notes match.',
  useId: 'Use this ID',
  id: 'Event ID',
  newId: 'New event ID',
  at: 'Occurred',
  now: 'Set to now',
  changed: 'Changed',
  changedExample: 'summary, title',
  body: 'Body',
  json: 'JSON',
  text: 'Text',
  bytes: (count: number) => `${count.toLocaleString()} B`,
  copyBody: 'Copy body',
  notText: 'The body isn’t text. It is sent unchanged.',
  notJson: (problem: string) => `Not valid JSON: ${problem}. You can still send it.`,
  notObject: 'Not a JSON object, so it has no fields. You can still send it.',
  tooLarge: 'The body is larger than 256 KB. Make it shorter.',
  format: 'Format',
}

export const headers = {
  badName: (place: number) => `Header ${place}: enter a name.`,
  name: (place: number) => `Header ${place}, name`,
  value: (place: number) => `Header ${place}, value`,
  namePlaceholder: 'name',
  remove: (name: string) => (name === '' ? 'Remove this header' : `Remove ${name}`),
  add: 'Header',
}

export const breaking = {
  label: 'Fault',
  none: 'None',
  groups: {
    refuse: 'Rejected by a correct receiver',
    accept: 'Accepted by a correct receiver',
    'no-5xx': 'Accepted or rejected, but never 5xx',
  } satisfies Readonly<Record<Expectation, string>>,
  rewritten: 'Rewritten in transit',
  rewrite: 'Rewritten by',
  kinds: {
    'body-changed': 'Body changed after signing',
    'space-added': 'Space added after signing',
    'wrong-secret': 'Wrong secret',
    'too-old': '10 min old',
    'too-new': '10 min ahead',
    'id-changed': 'ID changed after signing',
    'no-signature': 'No signature',
    'only-v2': 'Only a v2 signature',
    'good-second': 'Good signature second',
    'two-same-id': 'Two of the same ID',
    'no-content-type': 'No content type',
    'large-body': '256 KiB body',
    'unknown-type': 'Unknown event type',
    'new-changed-fields': 'New changed_fields',
    'other-event-id': 'ID differs from event_id',
  } satisfies Readonly<Record<Fault, string>>,
  correct: {
    'body-changed': 'A correct receiver rejects it: the signature doesn’t match the body.',
    'space-added': 'A correct receiver rejects it: it verifies the raw body, not parsed JSON.',
    'wrong-secret': 'A correct receiver rejects it: the signature doesn’t match its secret.',
    'too-old': 'A correct receiver rejects it: an old timestamp may be a replay.',
    'too-new': 'A correct receiver rejects it: a future timestamp could be replayed later.',
    'id-changed': 'A correct receiver rejects it: the signature covers the ID.',
    'no-signature': 'A correct receiver rejects it: there is no signature to verify.',
    'only-v2': 'A correct receiver rejects it: only v1 signatures count.',
    'good-second': 'A correct receiver accepts it: one matching v1 signature is enough.',
    'two-same-id': 'A correct receiver responds with 2xx twice and acts once.',
    'no-content-type': 'A correct receiver accepts it: the header isn’t guaranteed.',
    'large-body': 'A correct receiver responds with 2xx or 413, never 5xx.',
    'unknown-type': 'A correct receiver responds with 2xx and ignores it.',
    'new-changed-fields': 'A correct receiver accepts it: new fields may be added later.',
    'other-event-id': 'The signature is valid, so a correct receiver may accept or reject it.',
  } satisfies Readonly<Record<Fault, string>>,
  good: 'A correct receiver responds with 2xx within 15 s.',
}

/** Returns the label of a deliberate fault, and how a correct receiver responds to it. */
export const breakWords = (kind: BreakKind): { label: string; description: string } =>
  isRewrite(kind)
    ? {
        label: rewrites[kind][0],
        description: `${rewrites[kind][1]} A correct receiver rejects it: the signed bytes were changed.`,
      }
    : { label: breaking.kinds[kind], description: breaking.correct[kind] }

export const preview = {
  title: 'Preview',
  part: 'Part of the request',
  request: 'Request',
  signed: 'Signed bytes',
  signedText: 'The signature covers webhook-id, webhook-timestamp and the body, joined by dots.',
  copyCurl: 'Copy as cURL',
  changedBody: 'Body as sent',
  cut: (count: number) => `${count.toLocaleString()} more bytes are not shown.`,
  atSend: 'at send',
  notSent: 'Not sent',
  twice: 'Sent twice',
  none: 'No preview yet.',
}

export const result = {
  title: 'Result',
  none: 'Not sent yet',
  response: 'Response',
  title2: 'Second response',
  time: 'Time',
  body: 'Response body',
  hideHeaders: 'Hide headers',
  changedSince: 'Changed since it was sent',
  open: 'The body isn’t an event, so any response except 5xx is fine.',
  judged: {
    right: 'As expected',
    wrong: 'Not as expected.',
    unknown: 'Not reached',
  } satisfies Readonly<Record<Judgement, string>>,
  expected: {
    accept: 'It should respond with 2xx.',
    refuse: 'It should reject this, for example with 400.',
    'no-5xx': 'It should never fail with 5xx.',
  } satisfies Readonly<Record<Expectation, string>>,
  effect: 'Check in your program that it acted only once.',
}
