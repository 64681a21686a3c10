import type { Coverage } from '#shared/endpoints/coverage.ts'
import type { CellState } from './cell-states.ts'

export const map = {
  title: 'Event coverage',
  text: 'Each row is a place, each column a kind of event. Choose a cell to see which endpoints cover it, or to close a gap. The map is based on the endpoints’ settings: only the service knows who may see which note.',
  legend: 'Signs',
  loading: 'Reading the endpoints',
  emptyTitle: 'No coverage yet',
  empty:
    'With the first endpoint this shows which events reach you, from where, and which ones no endpoint covers.',
}

export const table = {
  label: 'Coverage',
  caption: 'Which endpoints cover which events, by place and scope',
  notesIn: 'Notes in',
  cell: (eventType: string, scope: string, state: string, endpoints: number) =>
    `${eventType}, ${scope}: ${state}${endpoints > 0 ? `, ${endpoints} endpoint${endpoints === 1 ? '' : 's'}` : ''}`,
}

/** The row that is not a folder. */
export function elsewhere({ rows }: Coverage): string {
  return rows.length === 1 ? 'Any folder or none' : 'Everywhere else'
}

export const labels: Readonly<Record<CellState, string>> = {
  once: 'covered once',
  twice: 'covered twice or more',
  part: 'in some subfolders only',
  missesShared: 'generated but not granted',
  off: 'by disabled endpoints only',
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
  once: 'Each such event is sent to one endpoint.',
  twice:
    'Each such event is sent to every one of these endpoints. That is right if they do different work; otherwise one of them is too many.',
  part: 'An endpoint covers a subfolder only. Events in the rest of this folder are missed.',
  missesShared:
    'A note that has its summary already when it is shared sends note.access_granted and not note.generated. No endpoint here covers the first, so such notes are missed.',
  off: 'A disabled endpoint covers these events. Until it is enabled they are missed: the service does not replay them.',
  none: 'These events are missed: the service sends them to no endpoint and does not replay them later.',
}
