import type { EndpointMissed } from '#shared/missed/model.ts'

export const countNotes = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'note' : 'notes'}`

export const missedTitle = 'Behind'

export const states = {
  behind: (count: number) => `${count.toLocaleString()} behind`,
  upToDate: 'Up to date',
  cannotTell: 'Can’t tell',
  pending: (count: number) => `${count.toLocaleString()} pending`,
}

export const cannotTell: Readonly<Record<NonNullable<EndpointMissed['cannotTell']>, string>> = {
  elsewhere: 'Delivers elsewhere.',
  'not-listened': 'Notehook hasn’t listened to it yet.',
  'notes-not-indexed': 'The notes aren’t all indexed yet.',
  disabled: 'It’s disabled, so no events arrive.',
  'not-arriving': 'Events don’t arrive at present. Choose “Check now” in Behind.',
  'changes-not-read': 'Checking what changed while no events arrived.',
}

/** The banner of an endpoint. */
export const banner = {
  behind: (count: number) => `${countNotes(count)} behind`,
  notArriving: 'Events aren’t arriving',
  pending: (count: number) => `Events for ${countNotes(count)} may still arrive`,
}

/** The line in other places that lead to the page. */
export const line = {
  none: 'Every change since listening started has arrived.',
  since: 'since',
  until: 'until',
  pending: banner.pending,
  caughtUp: (count: number) => `${countNotes(count)} caught up`,
  unknown: (count: number) => `${countNotes(count)} can’t be judged`,
  show: 'Show notes',
  open: 'Open Behind',
  catchUp: 'Catch up…',
}

export const failures = {
  look: 'Couldn’t look for changes.',
  mute: 'Couldn’t change the warnings.',
  dismiss: 'Couldn’t dismiss the catch-up.',
  catchUp: 'Couldn’t start the catch-up.',
}
