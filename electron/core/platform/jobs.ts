import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, asAppError } from '#shared/errors.ts'
import type { Job, JobKind } from '#shared/jobs/contract.ts'
import type { EventHub } from './event-bus.ts'
import type { Feature } from './feature.ts'
import type { Log } from './ports.ts'

type ResultOf<Kind extends JobKind> = NonNullable<Extract<Job, { kind: Kind }>['result']>

/** What running work gets from its job. */
export interface JobRun {
  /** The workspace in which it was started. */
  readonly workspaceId: string
  /** Aborted when the job is cancelled, its workspace is removed, or the app quits. */
  readonly signal: AbortSignal
  progress(done: number): void
}

/** Work that outlives the page that started it, with progress, a result and cancellation. Kept until quit. */
export interface Jobs extends Feature<'jobs'> {
  /** Starts a job in the open workspace. Throws `not-connected` without one, and `invalid-input` if a job of this kind is running there. */
  run<Kind extends JobKind>(
    kind: Kind,
    of: number,
    work: (run: JobRun) => Promise<ResultOf<Kind>>,
  ): { readonly jobId: string }
  /** Publishes the jobs of the open workspace. Call it when another one is opened. */
  publish(): void
  /** Cancels and drops the jobs of a removed workspace. */
  forgetWorkspace(id: string): Promise<void>
  /** Cancels all jobs, and waits a moment for their current step. */
  close(): Promise<void>
}

export interface JobsOptions {
  /** The id of the open workspace. */
  readonly workspaceId: () => string | null
  readonly hub: Pick<EventHub, 'publish'>
  readonly log: Log
}

interface Entry {
  job: Job
  readonly ending: AbortController
  ended: Promise<void>
}

const publishEveryMs = 100
/** Enough for a step in the store, but a hanging service must not keep the app from quitting. */
const endsWithinMs = 2_000
/** Ended jobs that are kept for each workspace. */
const mostEnded = 20

const alreadyRunning: Readonly<Record<JobKind, string>> = {
  'delete-endpoints': 'Endpoints are already being deleted. Wait, or cancel that job first.',
  'delete-deliveries': 'Deliveries are already being deleted. Wait, or cancel that job first.',
}

export function createJobs({ workspaceId, hub, log }: JobsOptions): Jobs {
  let entries: readonly Entry[] = []
  let publishing: NodeJS.Timeout | undefined

  const shown = () => entries.flatMap(({ job }) => (job.workspaceId === workspaceId() ? [job] : []))
  const find = (id: string) => entries.find(({ job }) => job.id === id && job.workspaceId === workspaceId())

  const publish = () => {
    clearTimeout(publishing)
    publishing = undefined
    hub.publish('jobs.changed', shown())
  }

  const drop = (dropped: (entry: Entry) => boolean) => {
    entries = entries.filter((entry) => !dropped(entry))
  }

  const perform = async <Kind extends JobKind>(
    entry: Entry,
    work: (run: JobRun) => Promise<ResultOf<Kind>>,
  ): Promise<void> => {
    const { signal } = entry.ending
    try {
      const result = await work({
        workspaceId: entry.job.workspaceId,
        signal,
        progress(done) {
          entry.job = { ...entry.job, done: Math.min(done, entry.job.of) }
          publishing ??= setTimeout(publish, publishEveryMs).unref()
        },
      })
      entry.job = { ...entry.job, state: signal.aborted ? 'cancelled' : 'done', result } as Job
    } catch (thrown) {
      const error = asAppError(thrown)
      if (error.code === 'internal') log.error(`The job ${entry.job.kind} failed.`, thrown)
      entry.job = { ...entry.job, state: 'failed', error: error.message }
    }
    const ended = entries.filter(
      ({ job }) => job.workspaceId === entry.job.workspaceId && job.state !== 'running',
    )
    drop((one) => ended.slice(0, -mostEnded).includes(one))
    publish()
  }

  return {
    run(kind, of, work) {
      const here = workspaceId()
      if (here === null) throw new AppError('not-connected', 'Open a workspace first.')
      const isSame = ({ job }: Entry) =>
        job.kind === kind && job.workspaceId === here && job.state === 'running'
      if (entries.some(isSame)) throw new AppError('invalid-input', alreadyRunning[kind])
      const id = randomBytes(8).toString('hex')
      const job = { id, kind, workspaceId: here, state: 'running', done: 0, of, error: null, result: null }
      const entry: Entry = { job: job as Job, ending: new AbortController(), ended: Promise.resolve() }
      entries = [...entries, entry]
      publish()
      entry.ended = perform(entry, work)
      return { jobId: id }
    },
    handlers: {
      'jobs.list': shown,
      'jobs.cancel': ({ id }) => {
        find(id)?.ending.abort()
        return null
      },
      'jobs.dismiss': ({ id }) => {
        const found = find(id)
        if (found && found.job.state !== 'running') {
          drop((entry) => entry === found)
          publish()
        }
        return null
      },
    },
    publish,
    async forgetWorkspace(id) {
      for (const { job, ending } of entries) if (job.workspaceId === id) ending.abort()
      drop(({ job }) => job.workspaceId === id)
    },
    async close() {
      for (const { ending } of entries) ending.abort()
      const ended = Promise.all(entries.map((entry) => entry.ended))
      await Promise.race([ended, sleep(endsWithinMs, undefined, { ref: false })])
      clearTimeout(publishing)
    },
  }
}
