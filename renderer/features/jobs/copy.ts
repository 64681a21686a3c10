import type { Job } from '#shared/jobs/contract.ts'

interface JobDescription {
  readonly title: string
  /** The result of a job that ended. */
  readonly outcome: string
  /** There is nothing left to read or to do, so that a toast says it. */
  readonly isSettled: boolean
}

type JobOf<Kind extends Job['kind']> = Extract<Job, { kind: Kind }>

/** The texts of jobs. */
export const copy = {
  label: 'Jobs',
  cancel: 'Cancel',
  canceling: 'Canceling…',
  cancelFailed: 'Couldn’t cancel the job.',
  details: 'Details',
  dismiss: 'Dismiss',
  close: 'Close',
  progress: (title: string, { done, of }: Job) =>
    `${title}: ${done.toLocaleString()}${of === null ? '' : ` of ${of.toLocaleString()}`}`,
  incomplete: (reason: string) => `Incomplete: ${reason}`,
  notDeleted: (endpoints: number) => `${count(endpoints, 'endpoint', 'endpoints')} not deleted`,
} as const

export function describeJob(job: Job): JobDescription {
  const description = describe(job)
  if (job.error === null) return description
  return { ...description, outcome: `${description.title} failed. ${job.error}`, isSettled: false }
}

function describe(job: Job): JobDescription {
  switch (job.kind) {
    case 'delete-endpoints':
      return describeEndpoints(job)
    case 'delete-deliveries':
      return describeDeliveries(job)
    case 'export-notes':
      return describeExport(job, 'Exporting notes', 'note', 'notes')
    case 'export-deliveries':
      return describeExport(job, 'Exporting deliveries', 'delivery', 'deliveries')
  }
}

function describeEndpoints({ of, result }: JobOf<'delete-endpoints'>) {
  const { removed, left } = result ?? { removed: [], left: [] }
  const isSettled = removed.length === of
  const outcome = isSettled
    ? `${count(of, 'endpoint', 'endpoints')} deleted.`
    : `${removed.length.toLocaleString()} of ${count(of, 'endpoint', 'endpoints')} deleted.`
  const rest = left.length > 0 ? ` ${left.length.toLocaleString()} unchanged.` : ''
  return { title: 'Deleting endpoints', outcome: outcome + rest, isSettled }
}

function describeDeliveries({ state, result }: JobOf<'delete-deliveries'>) {
  const { removed, spared } = result ?? { removed: 0, spared: 0 }
  const outcome = `${count(removed, 'delivery', 'deliveries')} deleted.`
  const isDone = state === 'done'
  const rest = !isDone
    ? ' Canceled; the rest are unchanged.'
    : spared > 0
      ? ` ${spared.toLocaleString()} skipped: starred or retried in the meantime.`
      : ''
  return { title: 'Deleting deliveries', outcome: outcome + rest, isSettled: isDone && spared === 0 }
}

/** A file waits until it is saved or downloaded. */
function describeExport(
  { state, result }: JobOf<'export-notes' | 'export-deliveries'>,
  title: string,
  one: string,
  many: string,
) {
  const outcome = result
    ? `${result.name} · ${count(result.rows, one, many)} · ${formatSize(result.bytes)}`
    : 'Export canceled'
  return { title, outcome, isSettled: state === 'cancelled' }
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString()} ${number === 1 ? one : many}`

function formatSize(bytes: number): string {
  const [size, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB']
  return `${size.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`
}
