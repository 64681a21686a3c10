import type { Job } from '#shared/jobs/contract.ts'

interface JobDescription {
  readonly title: string
  readonly progress: string
  /** The result of a job that ended. */
  readonly outcome: string
  /** Everything was done. */
  readonly isWhole: boolean
}

/** The texts of jobs and of exports. */
export const copy = {
  cancel: 'Cancel',
  canceling: 'Canceling…',
  details: 'Details',
  dismiss: 'Dismiss',
  close: 'Close',
  notDeleted: (endpoints: number) => `${count(endpoints, 'endpoint', 'endpoints')} not deleted`,
} as const

type Exported = 'notes' | 'deliveries'

export const exportCopy = {
  exporting: 'Exporting',
  progress: (rows: number, of: number | null, what: Exported) =>
    of === null
      ? `Exporting: ${exported(rows, what)}`
      : `Exporting: ${rows.toLocaleString()} of ${exported(of, what)}`,
  failed: (message: string) => `Export failed. ${message}`,
  incomplete: (reason: string) => `Incomplete: ${reason}`,
  summary: (name: string, rows: number, what: Exported, bytes: number) =>
    `${name}: ${exported(rows, what)}, ${formatSize(bytes)}`,
  cancel: 'Cancel',
  save: 'Save…',
  saved: 'Saved',
  download: 'Download',
  handedOver: 'Download started',
  dismiss: 'Dismiss export',
} as const

export function describeJob(job: Job): JobDescription {
  const progress = `${job.done.toLocaleString()} of ${job.of.toLocaleString()}`
  const description = job.kind === 'delete-endpoints' ? describeEndpoints(job) : describeDeliveries(job)
  if (job.error === null) return { ...description, progress }
  return { ...description, progress, outcome: `${description.title} failed. ${job.error}`, isWhole: false }
}

function describeEndpoints({ of, result }: Extract<Job, { kind: 'delete-endpoints' }>) {
  const { removed, left } = result ?? { removed: [], left: [] }
  const isWhole = removed.length === of
  const outcome = isWhole
    ? `${count(of, 'endpoint', 'endpoints')} deleted.`
    : `${removed.length.toLocaleString()} of ${count(of, 'endpoint', 'endpoints')} deleted.`
  const rest = left.length > 0 ? ` ${left.length.toLocaleString()} unchanged.` : ''
  return { title: 'Deleting endpoints', outcome: outcome + rest, isWhole }
}

function describeDeliveries({ state, result }: Extract<Job, { kind: 'delete-deliveries' }>) {
  const { removed, spared } = result ?? { removed: 0, spared: 0 }
  const outcome = `${count(removed, 'delivery', 'deliveries')} deleted.`
  const isWhole = state === 'done'
  const rest = !isWhole
    ? ' Canceled; the rest are unchanged.'
    : spared > 0
      ? ` ${spared.toLocaleString()} skipped: starred or retried in the meantime.`
      : ''
  return { title: 'Deleting deliveries', outcome: outcome + rest, isWhole }
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString()} ${number === 1 ? one : many}`

const exported = (rows: number, what: Exported) =>
  what === 'notes' ? count(rows, 'note', 'notes') : count(rows, 'delivery', 'deliveries')

function formatSize(bytes: number): string {
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB']
  return `${size.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`
}
