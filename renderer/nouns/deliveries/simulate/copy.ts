export const dialog = {
  title: 'Simulate responses',
  endpoint: 'Endpoint',
  gone: (name: string) => `“${name}” is gone. Choose another endpoint.`,
  noEndpoint: 'No endpoint points to this computer yet.',
  cancel: 'Cancel',
  apply: 'Apply',
  about:
    'Applies to verified deliveries only. A retry updates the row of its event. Ends when Notehook quits.',
  warning: 'Consequences',
}

export const fields = {
  answer: 'Response',
  normal: 'Normal',
  normalHelp: (outcome: string) => `200 once it is stored. ${outcome}`,
  custom: 'Custom response',
  customHelp: 'Any status, after any delay.',
  status: 'Status',
  delay: 'Delay (seconds)',
  delayHelp: 'Up to 60. The service times out after 15.',
  attempts: 'Attempts',
  everyAttempt: 'Every attempt',
  firstAttempts: 'Only the first attempts of each event',
  firstAttemptsHelp: 'Counted from now. Later attempts get a normal response, so the event is delivered.',
  attemptCount: 'How many attempts',
  share: 'Apply to (% of deliveries)',
  shareHelp: 'Chosen at random.',
  limit: 'At most 32 deliveries wait for a delayed response; any more get 503 at once.',
}

export const presetNames = {
  '204': '204 No content',
  '500': '500 Server error',
  '429': '429 Too many requests',
  '400': '400 Bad request',
  '302': '302 Redirect',
  late: 'Timeout (200 after 20 s)',
}

export const meanings = {
  late: (outcome: string) => `Too late: the service waits 15 s. ${outcome}`,
  redirect: (outcome: string) => `It is not followed. ${outcome}`,
}

export const warnings = {
  failed: 'The service gives up each event that gets this response. It’s stored here, but never sent again.',
  neverDelivered: 'Every event fails. After four days without a success the service disables the endpoint.',
}

export const failures = { set: 'Couldn’t change the responses.' }
