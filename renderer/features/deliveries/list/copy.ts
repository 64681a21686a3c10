import { sessionLimits } from '#shared/deliveries/session-file.ts'
import type { DeliveryExportFormat } from '#shared/exports/contract.ts'
import { deliveryCount } from '../copy.ts'

export const list = {
  label: 'Deliveries',
  new: (count: number) => `${count.toLocaleString()} new`,
  export: 'Export…',
  delete: 'Delete…',
  pause: 'Pause the list',
  resume: 'Resume live updates',
  tooLong: 'Shorten it above.',
  tooLongKind: 'filter',
  loading: 'Reading deliveries',
  exportTitle: (q: string) => (q === '' ? 'Deliveries' : `Deliveries ${q}`),
  more: (loaded: number) => `${deliveryCount(loaded)} loaded, scroll down for older ones`,
  waiting: (loaded: number, waiting: number) =>
    `${deliveryCount(loaded)}, and ${waiting.toLocaleString()} new above`,
  end: (loaded: number) => deliveryCount(loaded),
}

export const columns = {
  verdict: 'Verdict',
  event: 'Event',
  note: 'Note',
  endpoint: 'Endpoint',
  response: 'Answer',
  received: 'Received',
}

export const row = {
  marked: 'Marked to be compared',
  starred: 'Starred',
  noId: 'no id',
  attempts: (count: number) => `${count} attempts`,
  timeout: 'The service counted this as a timeout',
  answered: (status: number) => `This computer answered ${status}`,
}

/** Parts of the label that a screen reader reads for a row. */
export const spoken = {
  marked: 'marked to be compared',
  answered: (status: number, isUndelivered: boolean) =>
    `answered ${status}${isUndelivered ? ', not delivered' : ''}`,
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
  searching: 'Searching older deliveries',
  titleSoFar: 'No match so far',
  title: 'No delivery matches the filter',
  more: 'Search further back',
  clear: 'Clear the filter',
  /** The `-` is set in code between the two. */
  help: ['All terms must match. Prefix a term with', 'to exclude it.'],
  examples: ['type:note.edited', '-verdict:verified', 'attempt:>1', 'lag:>1h'],
} as const

export const empty = {
  stoppedTitle: 'The inspector is not listening',
  stopped: 'Start it above. Nothing has been received so far.',
  noEndpointTitle: 'No endpoint points here yet',
  createEndpoint: 'Create an endpoint',
  listen: 'Listen',
  noEndpoint:
    'opens your tunnel, proves it, and creates an endpoint that points here. Or create one yourself, with the receiver',
  receiver: 'the inspector on this machine',
  shownHere: 'Each delivery is verified, stored and shown here.',
  waitingTitle: 'Waiting for the first delivery',
  waiting:
    'It comes when a note in the endpoint’s scope is generated, edited or shared. Each delivery is verified with the endpoint’s signing secret, stored and shown here at once.',
}

export const outOfList = {
  filteredOut: 'The delivery shown does not match the filter.',
  showAll: 'Show all deliveries',
  farDown: 'The delivery shown is further down the list.',
  showFrom: 'Show the list from there',
}

export const exportDialog = {
  title: 'Export deliveries',
  about:
    'Bodies, headers and responses as they were. Signing secrets are not included, and what looks like a key is removed from headers. Signatures are included; they are valid for a few minutes only.',
  format: (title: string) => `Format of “${title}”`,
  counting: (soFar: number) => `Counting: ${soFar.toLocaleString()} deliveries so far.`,
  notCounted: 'The deliveries could not be counted.',
  counted: (count: number, format: DeliveryExportFormat) => {
    const most = sessionLimits.deliveries
    return format === 'session' && count > most
      ? `The newest ${most.toLocaleString()} of ${deliveryCount(count)}, if they fit.`
      : `${deliveryCount(count)} as of now, back to the oldest one stored.`
  },
  formats: [
    {
      value: 'session',
      name: 'Session',
      description: `Whole deliveries with their verdicts, to open in another Notehook: the newest ${sessionLimits.deliveries.toLocaleString()}, or ${sessionLimits.bytes / 1024 / 1024} MB.`,
    },
    {
      value: 'ndjson',
      name: 'NDJSON',
      description: 'The same for programs, one line each, with bodies as text as well.',
    },
    {
      value: 'har',
      name: 'HAR',
      description: 'An HTTP Archive 1.2 for browsers’ developer tools and proxies.',
    },
    {
      value: 'csv',
      name: 'CSV',
      description: 'A table for spreadsheets. Cells that look like a formula begin with an apostrophe.',
    },
  ],
} as const

export const rejected = {
  title: 'Requests that were not kept',
  clear: 'Reset the count',
  close: 'Close',
  about:
    'Requests with the three webhook-… headers are stored whole, verified or not, unless they are too large, too slow or too many. All others are answered and counted, with the names of their headers but not the values.',
  none: 'No such request has come since the count was reset.',
  times: (requests: number) => (requests === 1 ? 'once' : `${requests.toLocaleString()} times`),
  at: 'at',
  last: 'last',
  first: 'first',
  notAnswered: 'No response could be sent.',
  answeredForGood: (status: number) => `Answered ${status}: the service would not send it again.`,
  answeredForNow: (status: number) => `Answered ${status}: the service would send it again.`,
  headers: 'The last one had the headers',
  summary: (total: number) =>
    total === 1
      ? '1 request came and is not in the list.'
      : `${total.toLocaleString()} requests came and are not in the list.`,
  latest: 'The last,',
  show: 'See why',
  showShort: (total: number) => `${total.toLocaleString()} not kept`,
  showShortLabel: (total: number) => `${total.toLocaleString()} not kept: see why`,
}

export const deletion = {
  title: 'Delete deliveries',
  cancel: 'Cancel',
  close: 'Close',
  counting: 'Counting',
  soFar: (count: number) => `${count.toLocaleString()} counted so far.`,
  delete: (count: number) => `Delete ${deliveryCount(count)}`,
  starred: (count: number) =>
    count === 1 ? 'Also the one that is starred' : `Also the ${count.toLocaleString()} that are starred`,
  starredKept: 'Starred deliveries are kept.',
  nothingTitle: 'Nothing to delete',
  nothing: 'No stored delivery matches the filter.',
  one: 'Delete this delivery…',
  oneTitle: 'Delete this delivery?',
  oneConfirm: 'Delete delivery',
  oneDone: 'The delivery was deleted.',
  oneGone: 'The delivery had already been deleted.',
}

/** What a deletion removes and what it keeps. */
export const deletionSummary = {
  everything: 'Everything received in this workspace so far.',
  matching: 'Everything that matches',
  permanent: 'Permanently deleted from this computer:',
  items: (one: boolean) =>
    one
      ? [
          'the request with headers and body, and every attempt',
          'its search index, star and remark',
          'its place in the timeline, which counts what is stored',
        ]
      : [
          'the requests with headers and body, and every attempt',
          'their search index, stars and remarks',
          'their place in the timeline, which counts what is stored',
        ],
  later: 'Deliveries that arrive from now on are kept.',
  ids: 'The id of an event is kept for eight days after it was last seen: if the service sends it again, it is answered as a duplicate and not stored.',
}

/** Titles of the messages shown when a deletion fails. */
export const failures = {
  removeOne: 'The delivery was not deleted.',
  remove: 'The deliveries were not deleted.',
}
