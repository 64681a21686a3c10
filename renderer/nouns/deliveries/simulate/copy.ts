export const dialog = {
  title: 'Simulate responses',
  endpoint: 'Endpoint',
  gone: (name: string) => `“${name}” was deleted. Choose another endpoint.`,
  noEndpoint: 'No endpoint delivers to this computer yet.',
  cancel: 'Cancel',
  apply: 'Apply',
  about: 'Verified deliveries only. Stops when Notehook quits.',
  warning: 'Consequences',
}

export const fields = {
  answer: 'Response',
  normal: 'Normal',
  normalHelp: (outcome: string) => `200 once stored. ${outcome}`,
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
  limit: 'At most 32 responses are delayed at a time. Further deliveries get 503 immediately.',
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
  redirect: 'Not followed. Fails without a retry.',
}

export const warnings = {
  failed: 'The service never resends an event that gets this response. Notehook still stores it.',
  neverDelivered: 'Every event fails. The service disables the endpoint after 4 days without a success.',
}

export const failures = { set: 'Couldn’t change the responses.' }
