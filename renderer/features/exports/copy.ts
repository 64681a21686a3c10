import type { Job } from '#shared/jobs/contract.ts'

/** The texts of an exported file. */
export const copy = {
  save: 'Save…',
  saveFailed: 'Couldn’t save the export.',
  saved: (rows: string) => `Exported ${rows}`,
  incomplete: (reason: string) => `Incomplete: ${reason}`,
  show: 'Show',
  showFailed: 'Couldn’t show the file.',
  download: 'Download',
  downloadStarted: 'Download started',
} as const

export function countRows(kind: Job['kind'], rows: number): string {
  const [one, many] =
    kind === 'export-notes' || kind === 'export-missed'
      ? ['note', 'notes']
      : kind === 'export-sends'
        ? ['send', 'sends']
        : ['delivery', 'deliveries']
  return `${rows.toLocaleString()} ${rows === 1 ? one : many}`
}
