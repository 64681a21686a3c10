import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Sql, storageRefused } from '#core/database/sql.ts'
import { AppError, asAppError } from '#shared/errors.ts'
import type { Job, JobKind } from '#shared/jobs/contract.ts'
import type { Interrupted } from '#shared/jobs/interrupted.ts'
import type { EventHub } from './event-bus.ts'
import type { HandlersOf } from './feature.ts'
import type { Log } from './ports.ts'

type ResultOf<Kind extends JobKind> = NonNullable<Extract<Job, { kind: Kind }>['result']>

/** A job that was interrupted and can be continued. A workspace has at most one for each kind and subject. */
export interface InterruptedJob extends Interrupted {
  readonly subject: string
  readonly options: unknown
}

/** Stores the progress of a running job. Does nothing once the user has dismissed the job. Throws SQLite's errors. */
export interface StoredProgress {
  save(done: number): void
  drop(): void
}

export interface JobRun {
  readonly id: string
  readonly workspaceId: string
  /** Aborted when the job is canceled, its workspace is removed, or the app quits. */
  readonly signal: AbortSignal
  progress(done: number, total?: number): void
  /** Returns whether the job ends because the app is quitting, and not because the user canceled it. */
  isQuitting(): boolean
  /** Sets the function that deletes the job's files. It may be called twice. */
  onDiscard(discard: () => Promise<void>): void
  /** Runs work, and stores the job while it runs. Unless the work calls `drop`, `Jobs.interrupted` lists the job afterwards. */
  interruptible<Result>(
    job: InterruptedJob,
    work: (stored: StoredProgress) => Promise<Result>,
  ): Promise<Result>
}

export interface JobSubject {
  /** Jobs with different ids can run at the same time. Without an id, only one job of each kind can. */
  readonly id?: string
  readonly name: string
}

/** Runs work that continues after its page is closed, and reports its progress and result. */
export type Jobs = ReturnType<typeof createJobs>

export interface JobsOptions {
  readonly sql: Sql
  readonly workspaceId: () => string | null
  readonly hub: Pick<EventHub, 'publish'>
  readonly log: Log
  /** Returns the known problem with the database files, if any. See `StoreFiles`. */
  readonly storeProblem: () => string | null
}

interface Entry {
  job: Job
  readonly about: string
  readonly ending: AbortController
  ended: Promise<void>
  discard: () => Promise<void>
  interruptible: string | null
}

const publishEveryMs = 100
/**
 * Maximum time to wait for the current step of a canceled job. It is enough for a database operation, but quitting doesn't wait
 * for a slow service.
 */
const endsWithinMs = 2_000
const mostEnded = 20

const alreadyRunning: Readonly<Record<JobKind, string>> = {
  'delete-endpoints': 'Endpoints are already being deleted. Wait, or cancel that job first.',
  'delete-deliveries': 'Deliveries are already being deleted. Wait, or cancel that job first.',
  'export-notes': 'Notes are already being exported. Wait, or cancel that job first.',
  'export-deliveries': 'Deliveries are already being exported. Wait, or cancel that job first.',
  'export-sends': 'Sends are already being exported. Wait, or cancel that job first.',
  check: 'A receiver is already being checked. Wait, or stop that check first.',
  'export-text': 'A file is already being written. Try again in a moment.',
  'export-missed': 'Notes are already being exported. Wait, or cancel that job first.',
  'catch-up': 'A catch-up is already running. Wait, or stop it first.',
  replay: 'Deliveries are already being replayed. Wait, or stop that replay first.',
  'send-waiting': 'Waiting deliveries are already being sent. Wait, or cancel that job first.',
  script: 'A script is already running. Wait, or cancel it first.',
}

export function createJobs({ sql, workspaceId, hub, log, storeProblem }: JobsOptions) {
  const put = sql.prepare('INSERT OR REPLACE INTO interrupted_jobs VALUES (?, ?, ?, ?, ?, ?, ?)')
  const save = sql.prepare(
    'UPDATE interrupted_jobs SET done = ? WHERE workspace_id = ? AND kind = ? AND subject = ?',
  )
  const list = sql.prepare(
    'SELECT * FROM interrupted_jobs WHERE workspace_id = ? AND kind = ? ORDER BY started_at',
  )
  const remove = sql.prepare(
    'DELETE FROM interrupted_jobs WHERE workspace_id = ? AND kind = ? AND subject = ?',
  )
  const removeSubject = sql.prepare('DELETE FROM interrupted_jobs WHERE workspace_id = ? AND subject = ?')
  const removeWorkspace = sql.prepare('DELETE FROM interrupted_jobs WHERE workspace_id = ?')
  let entries: readonly Entry[] = []
  let publishing: NodeJS.Timeout | undefined
  let isQuitting = false

  const shown = () => entries.flatMap(({ job }) => (job.workspaceId === workspaceId() ? [job] : []))
  const find = (id: string) => entries.find(({ job }) => job.id === id && job.workspaceId === workspaceId())

  const isRunning = (workspace: string, kind: JobKind, subject: string) =>
    entries.some(
      ({ job, interruptible }) =>
        interruptible === subject && job.kind === kind && job.workspaceId === workspace,
    )

  const publish = () => {
    clearTimeout(publishing)
    publishing = undefined
    hub.publish('jobs.changed', shown())
  }

  const discard = (entry: Entry) =>
    entry.discard().catch((error: unknown) => log.error('A file of a job was not deleted.', error))

  const drop = (dropped: readonly Entry[]) => {
    entries = entries.filter((entry) => !dropped.includes(entry))
    return Promise.all(dropped.map(discard))
  }

  const cancel = async (canceled: readonly Entry[]) => {
    for (const { ending } of canceled) ending.abort()
    const ended = Promise.all(canceled.map((entry) => entry.ended.then(() => discard(entry))))
    await Promise.race([ended, sleep(endsWithinMs, undefined, { ref: false })])
  }

  const hasFailedBefore = (one: Entry, { job, about }: Entry) =>
    one.job.state === 'failed' &&
    one.job.kind === job.kind &&
    one.about === about &&
    one.job.workspaceId === job.workspaceId

  const perform = async <Kind extends JobKind>(
    entry: Entry,
    work: (run: JobRun) => Promise<ResultOf<Kind>>,
  ): Promise<void> => {
    const { signal } = entry.ending
    try {
      const result = await work({
        id: entry.job.id,
        workspaceId: entry.job.workspaceId,
        signal,
        progress(done, total = entry.job.total ?? undefined) {
          entry.job = { ...entry.job, done: Math.min(done, total ?? done), total: total ?? null } as Job
          publishing ??= setTimeout(publish, publishEveryMs).unref()
        },
        isQuitting: () => isQuitting,
        onDiscard(discard) {
          entry.discard = discard
        },
        async interruptible({ subject, startedAt, done, total, options }, work) {
          const key = [entry.job.workspaceId, entry.job.kind, subject] as const
          put.run(...key, startedAt, done, total, JSON.stringify(options))
          entry.interruptible = subject
          try {
            return await work({
              save: (done) => void save.run(done, ...key),
              drop: () => void remove.run(...key),
            })
          } finally {
            entry.interruptible = null
          }
        },
      })
      entry.job = { ...entry.job, state: signal.aborted ? 'canceled' : 'done', result } as Job
      if (entry.job.state === 'done') void drop(entries.filter((one) => hasFailedBefore(one, entry)))
    } catch (thrown) {
      const { code, message } = storageRefused(thrown, storeProblem()) ?? asAppError(thrown)
      const isCanceled = signal.aborted && thrown === signal.reason
      if (code === 'internal' && !isCanceled) log.error(`The job ${entry.job.kind} failed.`, thrown)
      await discard(entry)
      entry.job = isCanceled
        ? { ...entry.job, state: 'canceled' }
        : { ...entry.job, state: 'failed', error: message }
    }
    const ended = entries.filter(
      ({ job }) => job.workspaceId === entry.job.workspaceId && job.state !== 'running',
    )
    void drop(ended.slice(0, -mostEnded))
    publish()
  }

  return {
    /**
     * Starts a job in the open workspace. Throws `not-connected` if none is open, and `invalid-input` if the same kind of job is
     * already running there.
     */
    run<Kind extends JobKind>(
      kind: Kind,
      total: Extract<Job, { kind: Kind }>['total'],
      work: (run: JobRun) => Promise<ResultOf<Kind>>,
      subject?: JobSubject,
    ): { readonly jobId: string } {
      const about = subject?.id ?? ''
      const here = workspaceId()
      if (here === null) throw new AppError('not-connected', 'Open a workspace first.')
      const isSame = ({ job, ...entry }: Entry) =>
        job.kind === kind && entry.about === about && job.workspaceId === here && job.state === 'running'
      if (entries.some(isSame)) throw new AppError('invalid-input', alreadyRunning[kind])
      const id = randomBytes(8).toString('hex')
      const job = {
        id,
        kind,
        workspaceId: here,
        state: 'running',
        done: 0,
        total,
        error: null,
        result: null,
        ...(subject ? { name: subject.name } : {}),
      }
      const entry: Entry = {
        job: job as Job,
        about,
        ending: new AbortController(),
        ended: Promise.resolve(),
        discard: async () => {},
        interruptible: null,
      }
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
      async 'jobs.dismiss'({ id }) {
        const found = find(id)
        if (found === undefined || found.job.state === 'running') return null
        const dropped = drop([found])
        publish()
        await dropped
        return null
      },
    } satisfies HandlersOf<'jobs'>,
    /** Lists the open workspace's interrupted jobs, oldest first, except those that are running again. */
    interrupted(kind: JobKind): readonly InterruptedJob[] {
      const here = workspaceId()
      if (here === null) return []
      return list.all(here, kind).flatMap((row) => {
        const subject = String(row.subject)
        if (isRunning(here, kind, subject)) return []
        const options: unknown = JSON.parse(String(row.options))
        return {
          subject,
          startedAt: String(row.started_at),
          done: Number(row.done),
          total: Number(row.total),
          options,
        }
      })
    },
    /** Dismisses an interrupted job of the open workspace, unless it is running. */
    dismissInterrupted(kind: JobKind, subject: string) {
      const here = workspaceId()
      if (here !== null && !isRunning(here, kind, subject)) remove.run(here, kind, subject)
    },
    forgetSubject: (workspace: string, subject: string) => void removeSubject.run(workspace, subject),
    /** Publishes the open workspace's jobs. Must be called after another workspace was opened. */
    publish,
    /** Cancels and removes the jobs of a removed workspace. */
    async forgetWorkspace(id: string) {
      const own = entries.filter(({ job }) => job.workspaceId === id)
      entries = entries.filter((entry) => !own.includes(entry))
      await cancel(own)
      removeWorkspace.run(id)
    },
    /** Cancels all jobs and deletes their files. */
    async close() {
      isQuitting = true
      await cancel(entries)
      clearTimeout(publishing)
    },
  }
}
