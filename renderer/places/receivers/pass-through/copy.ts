export const passThrough = {
  title: 'Pass responses through',
  text: 'The service gets this receiver’s own response for one endpoint, instead of 200 at once.',
  turnOn: 'Pass responses through…',
  endpoint: 'Endpoint',
  exactly: 'Exactly',
  exactlyText: 'Redirects and client errors too. The service then never sends those deliveries again.',
  confirmTitle: 'Pass responses through?',
  confirm: 'Pass responses through',
  cancel: 'Cancel',
  table: 'What the service gets',
  receiverAnswers: 'Receiver responds',
  serviceGets: 'Service gets',
  after: 'After that',
  rows: (exactly: boolean) =>
    [
      ['2xx', '200', 'Delivered'],
      ['408, 429, 5xx', 'the same', 'Retried for up to four days'],
      ['No response within 10 s', '503', 'Retried for up to four days'],
      exactly
        ? ['3xx, other 4xx', 'the same', 'Never sent again']
        : ['3xx, other 4xx', '503', 'Retried for up to four days'],
    ] as const,
  stored: 'Every delivery is stored here first. It turns off when Notehook quits.',
  replaces: 'It is turned off for the other endpoint.',
  noEndpoint: 'No endpoint of this workspace delivers here.',
}
