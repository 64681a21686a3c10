import type { Coverage } from '#shared/endpoints/coverage.ts'
import type { CellState } from './cell-states.ts'

export const page = {
  title: 'Coverage',
  subtitle: 'Which events your endpoints receive, by folder and scope',
  legend: 'Legend',
  loading: 'Loading endpoints',
  emptyTitle: 'No endpoints yet',
  empty: 'Create an endpoint to see which events it covers.',
  create: 'Create endpoint',
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
    `${eventType}, ${scope}: ${state}${endpoints > 0 ? `, ${endpoints} ${endpoints === 1 ? 'endpoint' : 'endpoints'}` : ''}`,
}

export function elsewhere({ rows }: Coverage): string {
  return rows.length === 1 ? 'Any folder or none' : 'Everywhere else'
}

export const labels: Readonly<Record<CellState, string>> = {
  once: 'covered',
  twice: 'duplicated',
  part: 'some subfolders only',
  missesShared: 'missing access_granted',
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
  create: 'New endpoint',
}

export const meanings: Readonly<Record<CellState, string>> = {
  once: 'Sent to one endpoint.',
  twice: 'Sent to several endpoints. Delete one if they do the same work.',
  part: 'Events outside the covered subfolders are missed.',
  missesShared:
    'Notes shared after they were summarized send note.access_granted instead of note.generated, and no endpoint receives it.',
  off: 'Missed until the endpoint is enabled.',
  none: 'These events are missed. The service doesn’t resend them.',
}
