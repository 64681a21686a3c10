import type { Unfinished } from '#shared/endpoints/unfinished.ts'

/** The event and its consequences. */
export interface Words {
  readonly title: string
  readonly text: string
}

export const actions = {
  recreate: 'Delete and recreate',
  keepWithoutSecret: 'Keep without secret',
  importSecret: 'Import secret…',
  create: 'Create endpoint',
  discard: 'Discard request',
  select: (endpointId: string) => `Select ${endpointId}`,
  none: 'None of these',
  delete: 'Delete endpoint',
  keep: 'Keep endpoint',
  update: 'Update address…',
  show: 'Show endpoint',
  enable: 'Enable endpoint',
  dismiss: 'Dismiss',
  showNotes: 'Show notes',
  catchUp: 'Catch up…',
  showReceiver: 'Show receiver',
  chooseEndpoints: 'Choose endpoints…',
  startReceiving: 'Start receiving',
  setUpTunnel: 'Set up tunnel',
}

export const unfinished: Readonly<Record<Unfinished['state'], Words>> = {
  'secret-lost': {
    title: 'An endpoint was created, but its signing secret was lost.',
    text: 'The service shows a secret only once. Without it, deliveries can’t be verified.',
  },
  'secret-gone': {
    title: 'A signing secret is missing.',
    text: 'It was deleted from the keychain, or was stored in memory only. Import it if you have a copy; without it, deliveries can’t be verified.',
  },
  'not-created': {
    title: 'A requested endpoint was not created.',
    text: 'It isn’t in the refreshed list, so you can create it now.',
  },
  several: {
    title: 'Several endpoints may be the one you requested.',
    text: 'Select the one you created, or none. Nothing is deleted.',
  },
}

export const times = {
  lasting: 'For',
  requested: 'Requested',
  started: 'Started',
  created: 'Created',
  createdAfter: ', created',
  noticed: 'Noticed',
  completed: 'Completed',
  tunnelUp: 'Tunnel connected',
}
