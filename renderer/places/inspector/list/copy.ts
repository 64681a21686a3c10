import { sessionLimits } from '#shared/deliveries/limits.ts'
import type { DeliveryExportFormat } from '#shared/exports/contract.ts'
import { deleteKey } from '#ui/platform-keys.ts'
import { deliveryCount } from '../../../nouns/deliveries/copy.ts'

export const list = {
  label: 'Deliveries',
  new: (count: number) => `${count.toLocaleString()} new`,
  export: 'Export…',
  exportSelected: (count: number) => `Export ${count.toLocaleString()} selected…`,
  replay: 'Replay all…',
  more: 'Inspector actions',
  delete: 'Delete all…',
  pause: 'Pause the list',
  resume: 'Resume the list',
  tooLong: 'Shorten it above.',
  tooLongKind: 'filter',
  loading: 'Loading deliveries',
  exportTitle: (words: string) => (words === '' ? 'Deliveries' : `Deliveries, ${words}`),
  loaded: (loaded: number) => `${deliveryCount(loaded)} loaded`,
  waiting: (loaded: number, waiting: number) =>
    `${deliveryCount(loaded)}, and ${waiting.toLocaleString()} new above`,
  end: (loaded: number) => deliveryCount(loaded),
  left: (count: number) =>
    count === 1 ? '1 no longer matches' : `${count.toLocaleString()} no longer match`,
}

export const selection = {
  onlyTwo: 'Select exactly two.',
  noIds: 'No selected delivery has an ID.',
  compare: { label: 'Compare', full: 'Compare the two selected' },
  copyIds: { label: 'Copy IDs', full: 'Copy IDs of selected' },
  replay: { label: 'Replay…', full: 'Replay selected…' },
  export: { label: 'Export…', full: 'Export selected…' },
  delete: { label: 'Delete…', full: 'Delete selected…' },
  exportTitle: (count: number) => `${deliveryCount(count)}, selected`,
}

export const columns = {
  received: 'Received',
  event: 'Event',
  note: 'Note',
  endpoint: 'Endpoint',
  status: 'Status',
  receiver: 'Receiver',
}

export const row = {
  left: 'No longer matches the filter',
  compared: 'Being compared',
  starred: 'Starred',
  unknown: '–',
  notRead: 'Not verified',
  because: (reason: string) => `: ${reason}`,
  whyNotRead: 'Its signature isn’t verified, so what its payload says isn’t listed.',
  attempts: (count: number) => `${count} attempts`,
  timeout: 'The service counted this as a timeout',
  answered: (status: number) => `Answered ${status}`,
  answeredLater: (first: number, last: number) => `Answered ${first}, a later attempt ${last}`,
}

export const spoken = {
  left: 'no longer matches the filter',
  compared: 'being compared',
  answered: (status: number, isUndelivered: boolean) =>
    `answered ${status}${isUndelivered ? ', not delivered' : ''}`,
  answeredLater: (first: number, last: number) => `answered ${first}, a later attempt ${last}`,
  starred: 'starred',
  remark: 'with a remark',
}

export function announcement(count: number, unverified: number): string {
  const deliveries = count === 1 ? '1 new delivery' : `${count.toLocaleString()} new deliveries`
  return unverified === 0
    ? `${deliveries}, verified`
    : `${deliveries}, ${unverified.toLocaleString()} not verified`
}

export const noMatch = {
  titleSoFar: 'No match so far',
  title: 'No matching deliveries',
  noneFailed: 'No failed deliveries',
  noneReceiverFailed: 'Nothing failed at a receiver',
  more: 'Search older deliveries',
  clear: 'Clear filters',
  searchNotes: 'Search note titles',
  receiverFailed: ({ count, isMore }: { readonly count: number; readonly isMore: boolean }) =>
    `Show ${count.toLocaleString()}${isMore ? '+' : ''} that failed at a receiver`,
  searched: 'Searches payloads: event types, changed fields and IDs, not note titles.',
  help: ['All terms must match. Prefix a term with', 'to exclude it.'],
  examples: ['type:note.edited', '-verdict:verified', 'attempt:>1'],
} as const

export const empty = {
  stoppedTitle: 'No deliveries yet',
  stopped: 'They appear here once Notehook receives again.',
  noKey: 'Live sessions and endpoints need it.',
  noEndpointTitle: (workspace: string) => (workspace === '' ? 'Connected' : `${workspace} is connected`),
  noEndpoint:
    'Start a live session to receive its events here. It opens your tunnel and creates an endpoint.',
  noTunnel: 'Set up a tunnel first. A live session then opens it and creates an endpoint.',
  createEndpoint: 'Create endpoint',
  disabledTitle: (count: number) =>
    count === 1
      ? 'The endpoint that points here is disabled'
      : `${count.toLocaleString()} endpoints point here, all disabled`,
  disabled: 'No events are sent until you enable it.',
  severalDisabled: 'No events are sent until you enable one.',
  showEndpoint: 'Show endpoint',
  showEndpoints: 'Show endpoints',
  outageTitle: { off: 'The tunnel is off', down: 'The tunnel is down' },
  outage: 'No delivery arrives until it’s up.',
  setUpTunnel: 'Set up tunnel',
  waitingTitle: 'Waiting for the first delivery',
  waiting: 'It arrives when a note is generated, edited or shared. Each one is verified and shown here.',
}

export const outOfList = {
  filteredOut: 'The open delivery does not match the filter.',
  showAll: 'Show all deliveries',
  farDown: 'The open delivery is further down.',
  showFrom: 'Show the list from there',
}

export const exportDialog = {
  title: 'Export deliveries',
  about:
    'Bodies, headers and responses as received. Secrets and API keys are removed. Signatures are included, and expire within minutes.',
  filter: 'Filter:',
  format: 'Format',
  counting: (soFar: number) => `Counting: ${soFar.toLocaleString()} deliveries so far.`,
  notCounted: 'Couldn’t count the deliveries.',
  counted: (count: number, format: DeliveryExportFormat) => {
    const most = sessionLimits.deliveries
    return format === 'session' && count > most
      ? `The newest ${most.toLocaleString()} of ${deliveryCount(count)}, if they fit.`
      : `${deliveryCount(count)}, regardless of the time range.`
  },
  formats: [
    {
      value: 'har',
      name: 'HAR',
      description: 'An HTTP Archive, for browsers’ developer tools, proxies and API clients.',
    },
    {
      value: 'csv',
      name: 'CSV',
      description: 'A table for spreadsheets. Cells that look like a formula begin with an apostrophe.',
    },
    {
      value: 'ndjson',
      name: 'NDJSON',
      description: 'Whole deliveries for programs, one line each, with bodies as text as well.',
    },
    {
      value: 'session',
      name: 'Notehook session',
      description: `To open in another Notehook, with all verdicts: the newest ${sessionLimits.deliveries.toLocaleString()}, or ${sessionLimits.bytes / 1024 / 1024} MB.`,
    },
  ],
} as const

export const deletion = {
  title: 'Delete deliveries',
  cancel: 'Cancel',
  close: 'Close',
  counting: 'Counting',
  soFar: (count: number) => `${count.toLocaleString()} counted so far.`,
  delete: (count: number) => `Delete ${deliveryCount(count)}`,
  starred: (count: number) =>
    count === 1 ? 'Also the starred delivery' : `Also the ${count.toLocaleString()} starred deliveries`,
  starredKept: 'Starred deliveries are kept.',
  nothingTitle: 'Nothing to delete',
  nothing: 'No stored delivery matches the filter.',
  oneDone: 'Delivery deleted',
  named: (event: string | null, time: string) => (event === null ? time : `${event} · ${time}`),
  oneTooLate: 'The delivery was already deleted.',
  restored: 'Delivery restored',
  notRestored: 'The delivery was not restored.',
  severalDone: (count: number) => `${deliveryCount(count)} deleted`,
}

export const deletionSummary = {
  everything: 'Everything received in this workspace so far.',
  matching: 'Everything that matches',
  permanent: 'Permanently deleted from this computer:',
  items: [
    'the requests with headers and body, and every attempt',
    'their search index, stars and remarks',
    'their place in the timeline, which counts what is stored',
  ],
  later: 'Deliveries that arrive from now on are kept.',
  ids: 'The ID of an event is kept for eight days after it was last seen: if the service sends it again, it is answered as a duplicate and not stored.',
}

export const failures = {
  removeOne: 'The delivery was not deleted.',
  shownAgain: (reason: string) => `It is shown again. ${reason}`,
  remove: 'The deliveries were not deleted.',
}

/**
 * The keys to show below the list: without an open delivery, with an open delivery, during a comparison, and while its second
 * delivery is being chosen.
 */
export const keyHints = {
  closed: [
    ['J', ''],
    ['K', 'Next, previous'],
    ['Enter', 'Open'],
    ['X', 'Select'],
    ['R', 'Replay'],
    [deleteKey, 'Delete'],
  ],
  open: [
    ['X', 'Select'],
    ['D', 'Compare'],
    [deleteKey, 'Delete'],
  ],
  comparing: [
    ['X', 'Select'],
    ['D', 'End comparison'],
    [deleteKey, 'Delete'],
  ],
  choosing: [
    ['Enter', 'Compare'],
    ['Esc', 'Cancel'],
  ],
} as const
