import type { Exported, Job } from '#shared/jobs/contract.ts'

/** The texts of an exported file. */
export const copy = {
  save: 'Save…',
  saveFailed: 'Couldn’t save the export.',
  saved: (kind: Job['kind'], { rows }: Exported) => {
    const [one, many] = kind === 'export-notes' ? ['note', 'notes'] : ['delivery', 'deliveries']
    return `Exported ${rows.toLocaleString()} ${rows === 1 ? one : many}`
  },
  incomplete: (reason: string) => `Incomplete: ${reason}`,
  show: 'Show',
  showFailed: 'Couldn’t show the file.',
  download: 'Download',
  downloadStarted: 'Download started',
} as const
