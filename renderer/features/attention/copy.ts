import type { DisabledState } from '#shared/endpoints/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import type { Unfinished } from '#shared/endpoints/unfinished.ts'

/** One vocabulary for everything that needs a decision. */

export const page = {
  title: 'Needs attention',
  count: (count: number) => `${count.toLocaleString()} item${count === 1 ? '' : 's'}`,
  loading: 'Loading what needs attention',
  emptyTitle: 'Nothing needs attention',
  empty:
    'Endpoints that were not fully created, disabled, left behind or still have an old address are listed here.',
}

export const actions = {
  recreate: 'Delete and recreate',
  keepWithoutSecret: 'Keep without secret',
  importSecret: 'Import secret…',
  create: 'Create endpoint now',
  discard: 'Discard request',
  select: (endpointId: string) => `Select ${endpointId}`,
  none: 'None of these',
  delete: 'Delete endpoint',
  keep: 'Keep endpoint',
  update: 'Update address…',
  show: 'Show endpoint',
  dismiss: 'Dismiss',
}

/** What happened, and what it means. */
interface Words {
  readonly title: string
  readonly text: string
}

export const unfinished: Readonly<Record<Unfinished['state'], Words>> = {
  'secret-lost': {
    title: 'An endpoint was created, but its signing secret never arrived.',
    text: 'The service shows a secret only once. Without it, deliveries of this endpoint cannot be verified here.',
  },
  'secret-gone': {
    title: 'The signing secret of an endpoint was lost with the last session.',
    text: 'It was stored in memory only. Import it if you have a copy; without it, deliveries of this endpoint cannot be verified here.',
  },
  'not-created': {
    title: 'The endpoint you requested is not in the list.',
    text: 'Notehook has read the list again, so it is safe to create it now.',
  },
  several: {
    title: 'An endpoint was requested, and several in the list may be it.',
    text: 'Select the one that you created, or none. This deletes nothing.',
  },
}

export const left: Words = {
  title: 'A temporary endpoint was left behind.',
  text: 'Notehook ended before it could delete it. The service still sends deliveries to it.',
}

export function staleAddresses(count: number): Words {
  return {
    title:
      count === 1
        ? '1 endpoint still points to the old address.'
        : `${count.toLocaleString()} endpoints still point to the old address.`,
    text: 'The public address changed, so the service cannot reach this computer by the old one.',
  }
}

export function disabled(by: DisabledState['by'] | undefined): Words {
  return {
    title:
      by === 'service' ? 'The service disabled an endpoint.' : 'An endpoint was disabled outside Notehook.',
    text: 'Events are missed until you enable it again: the service does not send them later.',
  }
}

export function cutOff({ seen, events }: Replacement['cutsOff']): Words {
  const deliveries = !seen
    ? 'Failed deliveries'
    : events === 1
      ? '1 failed delivery'
      : `${events.toLocaleString()} failed deliveries`
  return {
    title: 'Replacing an endpoint ended the retries of the old one.',
    text: `${deliveries} will not be sent again${seen ? '' : '; how many is not known'}.`,
  }
}

export const times = {
  requested: 'Requested',
  created: 'Created',
  createdAfter: ', created',
  noticed: 'Noticed',
  completed: 'Completed',
  tunnelUp: 'The tunnel came up',
}

/** The dialog that points endpoints to the current address. */
export const repoint = {
  title: 'Update addresses',
  text: 'Each endpoint keeps its path and signing secret, and the service sends pending retries to the new address. Where the service does not accept the update, a replacement is created beside the old endpoint, and you decide when to delete the old one.',
  stop: 'Stop after this one',
  done: 'Done',
  cancel: 'Cancel',
  update: (count: number) => `Update ${count.toLocaleString()} endpoint${count === 1 ? '' : 's'}`,
  elsewhere: (workspace: string) =>
    `In ${workspace || 'another workspace'}: open that workspace to update it.`,
  updating: 'Updating',
  updated: 'Updated',
  replacing: 'Replacement created',
  showOld: 'Show the old endpoint',
  failed: 'Not updated',
}
