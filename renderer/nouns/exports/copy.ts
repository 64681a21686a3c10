import type { Job } from '#shared/jobs/contract.ts'

export const copy = {
  save: 'Save…',
  saveFailed: 'Couldn’t save the export.',
  saved: (rows: string) => `Exported ${rows}`,
  incomplete: (reason: string) => `Incomplete: ${reason}`,
  show: 'Show',
  showFailed: 'Couldn’t show the file.',
  download: 'Download',
  downloadStarted: 'Download started',
  notStarted: 'The file was not saved.',
} as const

export function countRows(kind: Job['kind'], rows: number): string {
  const [one, many] = rowNames.get(kind) ?? ['delivery', 'deliveries']
  return `${rows.toLocaleString()} ${rows === 1 ? one : many}`
}

const rowNames: ReadonlyMap<Job['kind'], readonly [one: string, many: string]> = new Map([
  ['export-notes', ['note', 'notes']],
  ['export-missed', ['note', 'notes']],
  ['export-sends', ['send', 'sends']],
  ['export-text', ['file', 'files']],
])
