import { commands } from '#shared/app/commands.ts'
import type { MissedNote, MissedReason } from '#shared/missed/model.ts'
import { countNotes as notes, states } from '../../nouns/missed/copy.ts'

export const page = {
  title: commands.missed.label,
  loading: 'Comparing notes with deliveries',
  count: (behind: number | null) => (behind === null ? states.unknown : states.behind(behind)),
  asOf: 'Updated',
  notIndexed: 'Notes aren’t indexed yet',
  look: 'Check now',
  emptyTitle: 'No endpoints yet',
  empty: 'Create an endpoint to see which changes its receiver missed.',
  create: 'Create endpoint',
  about:
    'The service doesn’t resend missed events. Notehook compares when notes changed with the last event that arrived.',
  chooseOne: (behind: number) =>
    behind === 0 ? 'No events are known to be missed.' : 'Choose an endpoint to catch up.',
  all: 'All endpoints',
  endpoint: 'Show endpoint',
  allNotes: 'All notes',
  gaps: 'Why',
  catchUp: 'Catch up…',
  export: 'Export CSV…',
  mute: 'Mute warnings',
  unmute: 'Unmute warnings',
  resume: 'Resume…',
  dismiss: 'Dismiss',
  interrupted: (done: number, of: number) =>
    `A catch-up ended after ${done.toLocaleString()} of ${notes(of)}. The rest are still missed.`,
  pages: 'Pages of notes',
  previous: 'Previous',
  next: 'Next',
  range: (first: number, last: number, total: number) =>
    `${first.toLocaleString()} – ${last.toLocaleString()} of ${notes(total)}`,
  none: 'All caught up.',
}

export const table = {
  label: 'Notes',
  note: 'Note',
  state: 'State',
  changed: 'Changed',
  heard: 'Last event',
  reason: 'Why',
  never: 'None',
  untitled: 'Untitled',
  states: {
    behind: 'No event',
    pending: 'May still arrive',
    unknown: 'Unknown',
  } satisfies Record<MissedNote['state'], string>,
}

export const reasons: Readonly<Record<MissedReason, string>> = {
  disabled: 'Disabled',
  failing: 'Failing',
  'tunnel-down': 'Tunnel down',
  'not-running': 'Not running',
  unknown: 'Unknown',
}

/** Explains each reason in one sentence. */
export const advice: Readonly<Record<MissedReason, string>> = {
  disabled: 'The service sends nothing while an endpoint is disabled.',
  failing: 'The service retries for four days, but not after a final response such as 404.',
  'tunnel-down': 'The service retries for four days, then gives up.',
  'not-running':
    'The app was closed, receiving was off or the computer slept; the service retries for four days.',
  unknown: 'No outage is known; a note’s time can also change without an event, as by a new title.',
}

export const catchUp = {
  title: 'Catch up',
  text: (count: number) =>
    count === 1
      ? 'Sends one event, for 1 note.'
      : `Sends one event for each of ${notes(count)}, the earliest change first.`,
  marked:
    'Each is marked with the header notehook-sent: catch-up. Its event ID stays the same in every run, so a receiver that checks IDs handles it once.',
  receiver: 'Receiver',
  start: (count: number) => `Send ${count.toLocaleString()} ${count === 1 ? 'event' : 'events'}`,
  cancel: 'Cancel',
  noReceiver: 'No receivers',
  noReceiverText: 'Add your own program as a receiver to send it what it missed.',
  addReceiver: 'Add receiver',
  notApproved: 'Approve the address of this receiver first.',
  showReceiver: 'Show receiver',
  publicHost: (host: string) => `${host} is on the internet. What is sent there can’t be taken back.`,
  loading: 'Loading receivers',
}

export const exporting = {
  title: 'Export notes',
  about: 'Titles, states, reasons and times. No content of notes.',
  file: (name: string) => `Missed events ${name}`,
}
