export const countNotes = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'note' : 'notes'}`

export const checking = 'Checking…'

export const states = {
  behind: (count: number) => `${count.toLocaleString()} missed`,
  pending: (count: number) => `${count.toLocaleString()} pending`,
}

export const banner = {
  behind: (count: number) => `Missed events for ${countNotes(count)}`,
  pending: (count: number) => `Events for ${countNotes(count)} may still arrive`,
  unknown: (count: number) => `${countNotes(count)} may have missed an event`,
}

export const line = {
  since: 'since',
  until: 'until',
  show: 'Show notes',
  catchUp: 'Catch up…',
}

export const look = {
  reading: (notes: number) =>
    `Loading changed notes at the service’s rate limit${notes === 0 ? '' : `: ${countNotes(notes)} so far`}…`,
}

export const failures = {
  look: 'Couldn’t look for changes.',
  mute: 'Couldn’t change the warnings.',
  dismiss: 'Couldn’t dismiss the catch-up.',
  catchUp: 'Couldn’t start the catch-up.',
}
