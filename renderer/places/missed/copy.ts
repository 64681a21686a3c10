import { commands } from '#shared/app/commands.ts'
import type { MissedNote, MissedReason } from '#shared/missed/model.ts'
import { checking, countNotes as notes } from '../../nouns/missed/copy.ts'

export const page = {
  title: commands.missed.label,
  loading: 'Comparing notes with deliveries',
  unknown: 'Unknown',
  asOf: 'Updated',
  notIndexed: 'Notes aren’t indexed yet',
  look: 'Check now',
  emptyTitle: 'No endpoints yet',
  empty: 'Create an endpoint to see which events its receiver missed.',
  create: 'Create endpoint',
  all: 'Endpoints',
  label: 'Endpoint',
  endpoint: 'Show endpoint',
  allNotes: 'All',
  filter: 'Filter notes',
  catchUp: (count: number) => (count === 0 ? 'Catch up…' : `Catch up ${notes(count)}…`),
  catchUpKey: 'Catch up',
  nothingMissed: (caughtUp: number) => (caughtUp > 0 ? 'All caught up.' : 'No events were missed.'),
  export: 'Export CSV…',
  more: 'More actions',
  mute: 'Mute',
  unmute: 'Unmute',
  resume: 'Resume…',
  dismiss: 'Dismiss',
  interrupted: (done: number, of: number) =>
    `A catch-up ended after ${done.toLocaleString()} of ${notes(of)}.`,
  pages: 'Pages of notes',
  previous: 'Previous',
  next: 'Next',
  range: (first: number, last: number, total: number) =>
    `${first.toLocaleString()} – ${last.toLocaleString()} of ${notes(total)}`,
  none: 'Notes whose events don’t arrive appear here.',
  notKnown:
    'Not known yet. Check now reads the notes and compares them with the deliveries that arrived here.',
  checking: 'Reading the notes that changed, at the service’s rate limit.',
  noMatch: 'No notes match.',
  superseded: (count: number, of: number) =>
    `${count.toLocaleString()} of ${notes(of)} changed again, and ${count === 1 ? 'its' : 'their'} newer event arrived, so ${count === 1 ? 'it needs' : 'they need'} no catch-up.`,
  stillDisabled: 'The endpoint is still disabled, so it misses more events. Enable it first.',
  unread: 'Notes that changed during the outage are still to be read, so there may be more.',
  counting:
    'Notes are counted, not deliveries. A missed note leaves this list when a newer event for it arrives. Missed note.access_granted events can’t be found, because they don’t change the note.',
}

export const keyHints = [
  ['J', ''],
  ['K', 'Next, previous'],
] as const

export const row = {
  since: 'since',
  noOutage: 'No known outage',
  notKnown: 'Unknown',
  progress: (caughtUp: number, total: number) => `${caughtUp.toLocaleString()} of ${notes(total)} caught up`,
  caughtUp: (time: string) => `Caught up at ${time}`,
  unknown: (count: number) => `${count.toLocaleString()} unknown`,
  none: 'Nothing missed',
}

export const outages = {
  title: 'Outages',
  days: (days: number) => `last ${days} days`,
  notes: 'Notes',
  /** Never shows 0 before the notes of the outage were read. */
  count: (notes: number, isRead: boolean, isChecking: boolean) =>
    notes > 0 || isRead ? notes.toLocaleString() : isChecking ? checking : page.unknown,
  several: (count: number) => `${count.toLocaleString()} outages`,
}

export const table = {
  label: 'Notes',
  note: 'Note',
  state: 'State',
  outage: 'Outage',
  changed: 'Changed',
  heard: 'Last event',
  never: '–',
  untitled: 'Untitled',
  until: (time: string) => `Until ${time}`,
  states: {
    behind: 'No event',
    unknown: 'Unknown',
    pending: 'May still arrive',
    'caught-up': 'Caught up',
  } satisfies Record<MissedNote['state'], string>,
}

/** A sandbox has its own word for `not-running`, because Notehook keeps running while the user simulates an outage. */
export const reasonsIn = (isSandbox: boolean): Readonly<Record<MissedReason, string>> => ({
  disabled: 'Disabled',
  failing: 'Failing',
  'tunnel-down': 'Tunnel down',
  'not-running': isSandbox ? 'Outage' : 'Not running',
  unknown: 'Unknown',
})

export const advice: Readonly<Record<MissedReason, string>> = {
  disabled: 'The service sends nothing while an endpoint is disabled.',
  failing: 'The service retries for up to 4 days, but not after a final response such as 404.',
  'tunnel-down': 'The service retries for 4 days, then gives up.',
  'not-running':
    'The app was closed, receiving was off or the computer slept. The service retries for up to 4 days.',
  unknown: 'No outage is known. A note’s time can also change without an event, for example with its title.',
}

export const catchUp = {
  title: 'Catch up',
  text: (count: number, endpoint: string) =>
    `Sends one event for ${count === 1 ? '1 note' : `each of ${notes(count)}`} that ${endpoint} missed${count === 1 ? '' : ', earliest change first'}.`,
  marked:
    'Each event has the header notehook-sent: catch-up. If you send it again, its event ID stays the same, so your receiver can skip it.',
  receiver: 'Receiver',
  start: (count: number) => `Send ${count.toLocaleString()} ${count === 1 ? 'event' : 'events'}`,
  cancel: 'Cancel',
  noReceiver: 'Add your program as a receiver to send it the events that it missed.',
  addReceiver: 'Add receiver',
  notApproved: 'Approve the address of this receiver first.',
  showReceiver: 'Show receiver',
  publicHost: (host: string) => `${host} is on the internet. What is sent there can’t be taken back.`,
  loading: 'Loading receivers',
}

export const exporting = {
  title: 'Export notes',
  about: 'Titles, states, outages and times. No content of notes.',
  file: (name: string) => `Missed events ${name}`,
}
