import type { Job } from '#shared/jobs/contract.ts'

interface JobWords {
  readonly title: string
  readonly progress: string
  /** What came of one that ended. */
  readonly outcome: string
  /** All of it was done. */
  readonly isWhole: boolean
}

export function jobWords(job: Job): JobWords {
  const progress = `${job.done.toLocaleString()} of ${job.of.toLocaleString()}`
  const words = job.kind === 'delete-endpoints' ? endpointWords(job) : deliveryWords(job)
  if (job.error === null) return { ...words, progress }
  return { ...words, progress, outcome: `${words.title} failed. ${job.error}`, isWhole: false }
}

function endpointWords({ of, result }: Extract<Job, { kind: 'delete-endpoints' }>) {
  const { removed, left } = result ?? { removed: [], left: [] }
  const isWhole = removed.length === of
  const outcome = isWhole
    ? `${count(of, 'endpoint', 'endpoints')} deleted.`
    : `${removed.length.toLocaleString()} of ${count(of, 'endpoint', 'endpoints')} deleted.`
  const rest = left.length > 0 ? ` ${left.length.toLocaleString()} left unchanged.` : ''
  return { title: 'Deleting endpoints', outcome: outcome + rest, isWhole }
}

function deliveryWords({ state, result }: Extract<Job, { kind: 'delete-deliveries' }>) {
  const { removed, spared } = result ?? { removed: 0, spared: 0 }
  const outcome = `${count(removed, 'delivery', 'deliveries')} deleted.`
  const isWhole = state === 'done'
  const rest = !isWhole
    ? ' Canceled: the rest are unchanged.'
    : spared > 0
      ? ` ${spared.toLocaleString()} kept: starred, or tried again after they were counted.`
      : ''
  return { title: 'Deleting deliveries', outcome: outcome + rest, isWhole }
}

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString()} ${number === 1 ? one : many}`
