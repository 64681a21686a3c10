import type { Coverage } from '#shared/endpoints/coverage.ts'
import type { CellState } from './cell-states.ts'

export const page = {
  title: 'Coverage',
  subtitle: 'Which events your endpoints receive, by folder and scope',
  legend: 'Legend',
  loading: 'Loading endpoints',
  emptyTitle: 'No endpoints yet',
  empty: 'Create an endpoint to see which events it covers.',
  advice: 'Selected cell',
  hint: 'Select a cell',
  about:
    'See which endpoints receive its events, or close a gap. Coverage comes from the endpoints’ settings; who may see a note is up to the service.',
}

export const table = {
  label: 'Coverage by folder',
  caption: 'Which endpoints cover which events, by folder and scope',
  notesIn: 'Folder',
  cell: (eventType: string, scope: string, state: string, endpoints: number) =>
    `${eventType}, ${scope}: ${state}${endpoints > 0 ? `, ${endpoints} endpoint${endpoints === 1 ? '' : 's'}` : ''}`,
}

/** The row that is not a folder. */
export function elsewhere({ rows }: Coverage): string {
  return rows.length === 1 ? 'Any folder or none' : 'Everywhere else'
}

export const labels: Readonly<Record<CellState, string>> = {
  once: 'covered once',
  twice: 'twice or more',
  part: 'some subfolders',
  missesShared: 'shared notes missed',
  off: 'disabled only',
  none: 'not covered',
}

export const advice = {
  with: 'with',
  in: 'in',
  inSubfolder: 'In a subfolder:',
  coveredBy: 'Covered by:',
  disabled: 'Disabled:',
  addTo: (endpoint: string) => `Add it to ${endpoint}…`,
  create: 'New endpoint for this',
}

export const meanings: Readonly<Record<CellState, string>> = {
  once: 'Each event goes to one endpoint.',
  twice: 'Each event goes to all of these endpoints. Fine if they do different work.',
  part: 'Only a subfolder is covered. Events in the rest of this folder are missed.',
  missesShared:
    'A note shared after its summary exists sends note.access_granted, not note.generated. No endpoint covers that, so these notes are missed.',
  off: 'Only disabled endpoints cover these events. They are missed until one is enabled, and are not sent later.',
  none: 'No endpoint receives these events. They are missed, and are not sent later.',
}
