import { rewrites } from '#shared/deliveries/rewrites.ts'
import {
  type BreakKind,
  type Expectation,
  type Fault,
  isRewrite,
  type Judgement,
} from '#shared/receivers/compose.ts'

export const failures = {
  send: 'The composed delivery was not sent.',
  start: 'The starting point can’t be loaded.',
}

export const compose = {
  title: 'Compose delivery',
  editTitle: 'Edit and send',
  loading: 'Loading the delivery',
  close: 'Close',
  send: 'Send',
  sendAgain: 'Send again',
  changedSince: 'You changed the delivery since. This is the result of what was sent before.',
  simulated: 'Marked as simulated; not counted.',
  restored: 'Your changes are still here.',
  startOver: 'Start over',
  replaced: 'What you had typed was replaced.',
  undo: 'Undo',
  unverified: 'This delivery is not verified, so it is never signed. Send it exactly as received instead.',
  leave: 'Discard the pasted secret?',
  leaveText: 'It is stored nowhere. The rest of what you typed stays here.',
  discard: 'Discard secret',
}

export const start = {
  label: 'Start from',
  events: {
    'note.generated': 'Note generated',
    'note.edited': 'Note edited',
    'note.access_granted': 'Note access granted',
  },
  ofEvent: 'A new event',
  templates: {
    'odd-bytes': ['Odd but valid bytes', 'Escaped slashes, U+2028 and a line feed at the end'],
    'new-fields': ['Fields from the future', 'Names that the service does not send yet'],
    'not-json': ['Not JSON', 'Signed, and nothing that can be parsed'],
  },
  note: 'A note…',
  noteText: 'An edit of a note in the index',
  delivery: 'A stored delivery…',
  deliveryText: 'One of the newest that verified',
  findNote: 'Find a note by title or ID',
  notes: 'Notes',
  noNotes: 'No notes match.',
  deliveries: 'Delivery',
  noDeliveries: 'No verified deliveries yet.',
  current: 'Choose…',
} as const

export const fields = {
  group: 'Event',
  type: 'Event type',
  note: 'Note ID',
  id: 'Event ID',
  newId: 'New ID',
  at: 'Occurred at',
  now: 'Set to now',
  changed: 'Changed fields',
  changedText: 'Separate names with commas.',
  body: 'Body',
  notText: 'The body is not text. It is sent unchanged.',
  notJson: (problem: string) => `Not valid JSON: ${problem}. Fix it to use the fields. It can still be sent.`,
  notObject: 'Not a JSON object, so it has no fields. It can still be sent.',
  tooLarge: 'The body is larger than 256 KB. Make it shorter.',
  format: 'Format',
}

export const headers = {
  title: 'Headers',
  text: 'webhook-id is the event ID unless you add it here. webhook-timestamp and webhook-signature are made when it is sent.',
  badName: (place: number) => `Header ${place}: enter a name.`,
  name: (place: number) => `Header ${place}, name`,
  value: (place: number) => `Header ${place}, value`,
  remove: (name: string) => (name === '' ? 'Remove this header' : `Remove ${name}`),
  add: 'Add header',
}

export const breaking = {
  label: 'Break it',
  none: 'Nothing: a good delivery',
  kinds: {
    'body-changed': 'Body changed after signing',
    'space-added': 'A space added after signing',
    'wrong-secret': 'Wrong secret',
    'too-old': 'Time 10 min ago',
    'too-new': 'Time 10 min ahead',
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
  /** The reaction of a correct receiver. */
  correct: {
    'body-changed': 'A correct receiver refuses it: the signature doesn’t match the body.',
    'space-added': 'A correct receiver refuses it: it verifies the raw body, not parsed JSON.',
    'wrong-secret': 'A correct receiver refuses it: only its own secret counts.',
    'too-old': 'A correct receiver refuses it: an old timestamp may be a replay.',
    'too-new': 'A correct receiver refuses it: a timestamp far ahead can be replayed later.',
    'id-changed': 'A correct receiver refuses it: the ID is signed too.',
    'no-signature': 'A correct receiver refuses it: a missing header is no signature.',
    'only-v2': 'A correct receiver refuses it: only v1 signatures count.',
    'good-second': 'A correct receiver accepts it: any v1 signature may match.',
    'two-same-id': 'A correct receiver answers 2xx twice and acts once.',
    'no-content-type': 'A correct receiver accepts it: the header is not promised.',
    'large-body': 'A correct receiver answers 2xx or 413, never 5xx.',
    'unknown-type': 'A correct receiver answers 2xx and ignores it.',
    'new-changed-fields': 'A correct receiver accepts it: more fields may come later.',
    'other-event-id': 'A correct receiver doesn’t fail: the signature is valid, and either answer is fine.',
  } satisfies Readonly<Record<Fault, string>>,
  good: 'A correct receiver answers 2xx within 15 s.',
}

/** Returns the label of a broken delivery, and the response of a correct receiver. */
export const breakWords = (kind: BreakKind): { label: string; description: string } =>
  isRewrite(kind)
    ? {
        label: rewrites[kind][0],
        description: `${rewrites[kind][1]} A correct receiver refuses it: the signed bytes were changed.`,
      }
    : { label: breaking.kinds[kind], description: breaking.correct[kind] }

export const preview = {
  show: 'Show the request',
  hide: 'Hide the request',
  label: 'Request',
  part: 'Part of the request',
  request: 'Request',
  signed: 'Signed bytes',
  signedText:
    'webhook-id, webhook-timestamp and the body, with dots between them. The signature covers exactly these bytes.',
  loading: 'Loading the request',
  cut: (count: number) => `${count.toLocaleString()} more bytes are not shown.`,
  twice: 'Sent twice.',
  none: 'Nothing is sent yet.',
}

export const result = {
  title: 'Result',
  title2: 'Second response',
  open: 'The body is no event, so a correct receiver may answer anything but 5xx.',
  judged: {
    right: 'What a correct receiver does.',
    wrong: 'Not what a correct receiver does.',
    unknown: 'The receiver was not reached, so this says nothing about it.',
  } satisfies Readonly<Record<Judgement, string>>,
  expected: {
    accept: 'It should answer 2xx.',
    refuse: 'It should refuse this, for example with 400.',
    'no-5xx': 'It should not fail with 5xx.',
  } satisfies Readonly<Record<Expectation, string>>,
  effect: 'Whether it acted once can’t be seen here.',
}
