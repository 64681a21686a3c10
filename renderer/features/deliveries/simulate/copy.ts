export const dialog = {
  title: 'Simulate responses',
  endpoint: 'Endpoint',
  noEndpoint: 'No endpoint points to this computer yet, so there is nothing to answer.',
  cancel: 'Cancel',
  apply: 'Apply',
  about:
    'Simulate responses to see how the service reacts, or to test an alert. They apply to verified deliveries only, after these are stored, and last until you change them or Notehook quits.',
  warning: 'Consequences',
}

export const fields = {
  answer: 'Response',
  normal: 'Normal',
  normalHelp: (outcome: string) => `200 once it is stored. ${outcome}`,
  custom: 'Another response',
  customHelp: 'Any status, at any time.',
  status: 'Status',
  delay: 'After, in seconds',
  delayHelp: 'Up to 60. The service gives up after 15.',
  attempts: 'Which attempts',
  everyAttempt: 'Every attempt',
  firstAttempts: 'The first attempts of each event',
  firstAttemptsHelp:
    'Counted from now. Later attempts are answered normally, so the event is delivered in the end.',
  attemptCount: 'How many attempts',
  share: 'Share, in percent',
  shareHelp: 'Chosen at random; the others are answered normally.',
  limit: 'At most 32 deliveries wait for a late response at a time. Any more are answered 503 at once.',
}

export const presetNames = {
  '204': '204, another success',
  '500': '500, server error',
  '429': '429, too many requests',
  '400': '400, rejected',
  '302': '302, a redirect',
  late: '200, but after 20 s',
}

export const meanings = {
  late: (outcome: string) => `Too late: the service waits 15 s. ${outcome}`,
  redirect: (outcome: string) => `It is not followed. ${outcome}`,
}

export const warnings = {
  failed:
    'The service gives up each event that gets this response. The event is stored here, but never sent again.',
  neverDelivered:
    'While this lasts, no such event is delivered. After four days without a success the service disables the endpoint.',
}

/** Titles of the messages shown when a change fails. */
export const failures = { set: 'The responses were not changed.' }
