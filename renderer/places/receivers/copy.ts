export const page = {
  title: 'Receivers',
  add: 'Add receiver',
  compose: 'Compose…',
  loading: 'Loading receivers',
  most: (count: number) => `A workspace can have ${count} receivers. Delete one to add another.`,
  emptyTitle: 'No receivers yet',
  empty:
    'A receiver is your own program. Forward deliveries to it as they arrive, or replay any of them. Add receiver shows how to start an example.',
  missingTitle: 'Receiver not found',
  missing: 'It was deleted, or belongs to another workspace.',
  backToList: 'Back to the list',
}

export const row = {
  live: 'forwarding',
  notLive: 'not forwarding',
  forwards: 'Forwarding',
  idle: 'Off',
  waiting: (count: number) => `${count.toLocaleString()} waiting`,
  lastWas: (result: string) => `last result ${result}`,
  turnOn: 'Start forwarding',
  turnOff: 'Stop forwarding',
}

export const keyHints = [['N', 'Add']] as const

export const rowKeyHints = [
  ['L', 'Toggle forwarding'],
  ['T', 'Run check'],
] as const

/** Labels in the command palette, which doesn't show the receiver beside them. */
export const commands = {
  replay: 'Replay to this receiver…',
  compose: 'Compose delivery to this receiver…',
  edit: 'Edit receiver…',
  copyUrl: 'Copy receiver URL',
  delete: 'Delete receiver…',
}

export const passThroughBanner = {
  turnOff: 'Turn off',
  bannerTitle: 'Passing responses through',
  bannerOther: 'In another workspace, the service gets a receiver’s own responses. Off after a restart.',
  unknownReceiver: 'a receiver',
  banner: (receiver: string, endpoint: string) =>
    `The service gets the responses of ${receiver} for ${endpoint}. Off after a restart.`,
}

export const passThrough = {
  title: 'Pass responses through',
  text: 'For one endpoint, the service gets this receiver’s response instead of an immediate 200.',
  turnOn: 'Pass responses through…',
  endpoint: 'Endpoint',
  exactly: 'Exactly',
  exactlyText: 'Includes redirects and client errors. The service never resends those deliveries.',
  confirmTitle: 'Pass responses through?',
  confirm: 'Pass responses through',
  cancel: 'Cancel',
  table: 'Responses to the service',
  receiverAnswers: 'Receiver responds',
  serviceGets: 'Service gets',
  after: 'Then',
  rows: (exactly: boolean) =>
    [
      ['2xx', '200', 'Delivered'],
      ['408, 429, 5xx', 'Same', 'Retried for up to 4 days'],
      ['No response within 10 s', '503', 'Retried for up to 4 days'],
      exactly
        ? ['3xx, other 4xx', 'Same', 'Not retried']
        : ['3xx, other 4xx', '503', 'Retried for up to 4 days'],
    ] as const,
  stored: 'Every delivery is stored first. Turns off when Notehook quits.',
  replaces: 'Replaces the one for the other endpoint.',
  noEndpoint: 'No endpoint of this workspace delivers here.',
}
