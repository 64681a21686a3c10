import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sql } from '#core/database/sql.ts'
import { createJobs, type JobRun, type Jobs, type StoredProgress } from '#core/platform/jobs.ts'
import { AppError } from '#shared/errors.ts'
import type { DeliveriesDeleted, Job } from '#shared/jobs/contract.ts'
import { openDeliveryStore } from '../../../support/deliveries/delivery-store.ts'
import { eventually } from '../../../support/eventually.ts'

let workspace: string | null
let published: (readonly Job[])[]
let logged: string[]
let problem: string | null
let jobs: Jobs
let sql: Sql
let end: () => void

beforeEach(() => {
  workspace = 'a'
  published = []
  logged = []
  problem = null
  const opened = openDeliveryStore()
  sql = opened.database.sql
  end = opened.end
  jobs = open()
})
afterEach(() => end())

/** Returns the jobs of the app. Calling it again simulates the next start. */
const open = () =>
  createJobs({
    sql,
    workspaceId: () => workspace,
    hub: { publish: (_, data) => published.push(data as Job[]) },
    log: { info() {}, warn() {}, error: (message) => logged.push(message) },
    storeProblem: () => problem,
  })

function start() {
  const work = Promise.withResolvers<DeliveriesDeleted>()
  let run: JobRun | undefined
  const { jobId } = jobs.run('delete-deliveries', 10, (given) => {
    run = given
    return work.promise
  })
  if (!run) throw new Error('It begins at once.')
  return { jobId, run, ...work }
}

const list = async () => jobs.handlers['jobs.list']()
const cancel = (id: string) => jobs.handlers['jobs.cancel']({ id })
const dismiss = (id: string) => jobs.handlers['jobs.dismiss']({ id })
const result = { removed: 7, spared: 0 }

test('reports a job’s progress and result until the user dismisses it', async () => {
  const { jobId, run, resolve } = start()
  expect(await list()).toMatchObject([{ id: jobId, workspaceId: 'a', state: 'running', done: 0, total: 10 }])
  run.progress(4)
  run.progress(5)
  await eventually(() => expect(published.at(-1)).toMatchObject([{ done: 5 }]))
  await dismiss(jobId)
  expect(await list()).toHaveLength(1)
  resolve(result)
  await eventually(() => expect(published.at(-1)).toMatchObject([{ state: 'done', result }]))
  await dismiss(jobId)
  expect([await list(), published.at(-1)]).toEqual([[], []])
})

test('a canceled job ends only when its function returns, and keeps its result', async () => {
  const { jobId, run, resolve } = start()
  await cancel(jobId)
  expect([run.signal.aborted, (await list())[0]?.state]).toEqual([true, 'running'])
  resolve(result)
  await eventually(async () => expect(await list()).toMatchObject([{ state: 'canceled', result }]))
})

test('shows the user why a job failed, and logs unexpected errors', async () => {
  start().reject(new AppError('storage', 'The disk is full.'))
  await eventually(async () =>
    expect(await list()).toMatchObject([{ state: 'failed', error: 'The disk is full.' }]),
  )
  expect(logged).toEqual([])
  start().reject(new Error('A bug.'))
  await eventually(async () => expect((await list())[1]?.state).toBe('failed'))
  expect((await list())[1]?.error).not.toContain('A bug.')
  expect(logged).toHaveLength(1)
})

test('removes a failed job when a later job of the same kind succeeds', async () => {
  const fail = async (kind: 'catch-up' | 'send-waiting', id?: string) => {
    const about = id === undefined ? undefined : { id, name: id }
    const job = jobs.run(kind, 1, () => Promise.reject(new AppError('storage', 'Full.')), about)
    await eventually(async () =>
      expect((await list()).find((one) => one.id === job.jobId)).toMatchObject({ state: 'failed' }),
    )
    return job.jobId
  }
  const caughtUp = { sent: 1, caughtUp: 1, failed: 0, skipped: 0, problem: null }
  const ids = async () => (await list()).filter(({ state }) => state === 'failed').map(({ id }) => id)
  workspace = 'b'
  const elsewhere = await fail('catch-up')
  workspace = 'a'
  await fail('catch-up')
  const one = await fail('send-waiting', 'one')
  await fail('send-waiting', 'two')
  jobs.run('catch-up', 1, async () => caughtUp)
  jobs.run('send-waiting', 1, async () => ({ sent: 1, failed: 0, left: 0, blocked: null }), {
    id: 'two',
    name: 'two',
  })
  await eventually(async () => expect(await ids()).toEqual([one]))
  const canceled = start()
  await cancel(canceled.jobId)
  canceled.resolve(result)
  workspace = 'b'
  expect(await ids()).toEqual([elsewhere])
})

test('reports a full disk or a moved data folder as the cause of a failed job', async () => {
  const full = () => Object.assign(new Error('database or disk is full'), { errcode: 13 })
  start().reject(full())
  await eventually(async () =>
    expect(await list()).toMatchObject([
      { state: 'failed', error: 'The disk is full. Free up space and try again.' },
    ]),
  )
  problem = 'The data folder was moved away. Put it back.'
  start().reject(full())
  await eventually(async () => expect((await list())[1]).toMatchObject({ error: problem }))
  expect(logged).toEqual([])
})

test('deletes a job’s output when the job is dismissed, or at once if it has no result', async () => {
  const discarded: string[] = []
  const begin = () => {
    const job = start()
    job.run.onDiscard(async () => void discarded.push(job.jobId))
    return job
  }
  const done = begin()
  done.resolve(result)
  await eventually(async () => expect((await list())[0]?.state).toBe('done'))
  expect(discarded).toEqual([])
  await dismiss(done.jobId)
  expect(discarded).toEqual([done.jobId])

  const canceled = begin()
  await cancel(canceled.jobId)
  canceled.reject(canceled.run.signal.reason)
  await eventually(async () => expect(await list()).toMatchObject([{ state: 'canceled', error: null }]))
  expect(discarded).toEqual([done.jobId, canceled.jobId])
  expect(logged).toEqual([])
})

test('a job of another workspace keeps running but is not listed', async () => {
  const { jobId, run, resolve } = start()
  workspace = 'b'
  jobs.publish()
  expect([await list(), published.at(-1)]).toEqual([[], []])
  await cancel(jobId)
  expect(run.signal.aborted).toBe(false)
  start()
  expect(() => start()).toThrow(/already/)
  resolve(result)
  await new Promise((resolve) => setTimeout(resolve))
  await dismiss(jobId)
  workspace = 'a'
  jobs.publish()
  expect(published.at(-1)).toMatchObject([{ id: jobId, state: 'done' }])
})

test('removes the jobs of a workspace that the user removes', async () => {
  const { run, resolve } = start()
  const discarded: string[] = []
  run.onDiscard(async () => void discarded.push(run.id))
  run.signal.addEventListener('abort', () => resolve(result))
  await jobs.forgetWorkspace('a')
  expect([run.signal.aborted, await list()]).toEqual([true, []])
  expect(discarded, 'what it made').toEqual([run.id])
  workspace = null
  expect(() => start()).toThrow(/Open a workspace/)
})

test('cancels running jobs when the app quits', async () => {
  const { run, resolve } = start()
  run.signal.addEventListener('abort', () => resolve(result))
  await jobs.close()
  expect(await list()).toMatchObject([{ state: 'canceled' }])
})

const left = { subject: 'one', startedAt: '2026-01-01T00:00:00Z', done: 1, total: 4, options: { pace: [1] } }

function interrupt(subject: string, kind: 'catch-up' | 'check' = 'catch-up') {
  const work = Promise.withResolvers<never>()
  let stored: StoredProgress | undefined
  const { jobId } = jobs.run(kind, 4, (run) =>
    run.interruptible({ ...left, subject }, (given) => {
      stored = given
      return work.promise
    }),
  )
  if (!stored) throw new Error('It begins at once.')
  const fail = () => {
    work.reject(new AppError('storage', 'Full.'))
    const isRunning = ({ id, state }: Job) => id === jobId && state === 'running'
    return eventually(async () => expect((await list()).filter(isRunning)).toEqual([]))
  }
  return { stored, fail }
}

test('lists jobs that a failure or restart interrupted', async () => {
  const failed = interrupt('one')
  failed.stored.save(2)
  expect(jobs.interrupted('catch-up')).toEqual([])
  expect(open().interrupted('catch-up')).toEqual([{ ...left, done: 2 }])
  await failed.fail()
  expect(jobs.interrupted('catch-up')).toEqual([{ ...left, done: 2 }])
  expect(jobs.interrupted('check')).toEqual([])

  const again = interrupt('one')
  jobs.dismissInterrupted('catch-up', 'one')
  await again.fail()
  expect(jobs.interrupted('catch-up'), 'in place of the first').toEqual([left])
  workspace = 'b'
  expect(jobs.interrupted('catch-up')).toEqual([])
  jobs.dismissInterrupted('catch-up', 'one')
  workspace = null
  expect(jobs.interrupted('catch-up')).toEqual([])
  workspace = 'a'
  jobs.dismissInterrupted('check', 'one')
  expect(jobs.interrupted('catch-up')).toEqual([left])
  jobs.dismissInterrupted('catch-up', 'one')
  expect(jobs.interrupted('catch-up')).toEqual([])

  const done = interrupt('one')
  done.stored.drop()
  await done.fail()
  expect(jobs.interrupted('catch-up')).toEqual([])
})

test.each([
  ['subject', () => jobs.forgetSubject('a', 'one')],
  ['workspace', () => jobs.forgetWorkspace('a')],
])('stores no more progress of an interrupted job after its %s was deleted', async (_, forget) => {
  const { stored, fail } = interrupt('one')
  await interrupt('two', 'check').fail()
  workspace = 'b'
  await interrupt('one', 'check').fail()
  workspace = 'a'
  const forgotten = forget()
  stored.save(3)
  await fail()
  await forgotten
  stored.save(3)
  expect(jobs.interrupted('catch-up')).toEqual([])
  workspace = 'b'
  expect(jobs.interrupted('check')).toHaveLength(1)
})
