import type { MissedGap, MissedNote, MissedReason } from '#shared/missed/model.ts'
import { missedTitle, countNotes as notes, states } from '../copy.ts'

export const page = {
  title: missedTitle,
  loading: 'Comparing notes with deliveries',
  count: (behind: number | null) => (behind === null ? states.cannotTell : states.behind(behind)),
  asOf: 'Updated',
  notIndexed: 'Notes aren’t indexed yet',
  look: 'Check now',
  emptyTitle: 'No endpoints yet',
  empty: 'Create an endpoint to see which changes its receiver missed.',
  create: 'Create endpoint',
  currentTitle: 'Nothing is behind',
  about:
    'The service doesn’t resend missed events. Notehook compares when notes changed with the last event that arrived.',
  chooseOne: (behind: number) =>
    behind === 0
      ? 'No note is known to be behind, so there is nothing to catch up with.'
      : 'Choose the endpoint to catch up with.',
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
  unfinished: (done: number, of: number) =>
    `A catch-up ended after ${done.toLocaleString()} of ${notes(of)}. The rest are still behind.`,
  pages: 'Pages of notes',
  previous: 'Previous',
  next: 'Next',
  range: (first: number, last: number, total: number) =>
    `${first.toLocaleString()} – ${last.toLocaleString()} of ${notes(total)}`,
  none: 'No notes. The change arrived or was caught up.',
  often: (behind: number, changed: number) =>
    `${behind.toLocaleString()} of ${notes(changed)} that changed. A note’s time can change without an event, for example when its title changes.`,
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
    behind: 'Behind',
    never: 'Never heard',
    pending: 'Event may still arrive',
    unknown: 'Can’t tell',
  } satisfies Record<MissedNote['state'], string>,
}

const disablers: Readonly<Record<NonNullable<MissedGap['by']>, string>> = {
  here: 'Disabled in Notehook',
  service: 'Disabled by the service',
  elsewhere: 'Disabled outside Notehook',
  unknown: 'Disabled',
}

const reasons: Readonly<Record<Exclude<MissedReason, 'disabled'>, string>> = {
  refused: 'Refused for good',
  replaced: 'Retries ended by a replacement',
  'tunnel-down': 'Tunnel down',
  'listener-off': 'Listener off',
  'not-running': 'Notehook not running',
  asleep: 'Computer asleep',
  failing: 'Deliveries failed',
  'not-subscribed': 'Not subscribed',
  unexplained: 'No event came',
}

export const reasonOf = ({ reason, by }: Pick<MissedGap, 'reason' | 'by'>): string =>
  reason === 'disabled' ? disablers[by ?? 'unknown'] : reasons[reason]

/** What to do about it. */
export const advice: Readonly<Record<MissedReason, string>> = {
  disabled: 'The service sends nothing for the time an endpoint is disabled.',
  refused: 'A response here ended these deliveries. Fix the cause in Inspector, then catch up.',
  replaced: 'Deleting the old endpoint ended its retries.',
  'tunnel-down': 'The service retries for four days, then gives up.',
  'listener-off': 'The service retries for four days, then gives up.',
  'not-running': 'The service retries for four days, then gives up.',
  asleep: 'The service retries for four days, then gives up.',
  failing: 'The service retries for four days, then gives up.',
  'not-subscribed': 'The endpoint has no event type for these changes. Add note.edited to receive them.',
  unexplained: 'Nothing was wrong as far as Notehook knows.',
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
  file: (name: string) => `Behind ${name}`,
}
