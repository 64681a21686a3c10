import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#core/database/database.ts'
import { createRemovalJobs } from '#core/deliveries/removal-jobs.ts'
import { createAnnotations } from '#core/deliveries/store/annotations.ts'
import type { DeliveryStore } from '#core/deliveries/store/delivery-store.ts'
import { createJobs } from '#core/platform/jobs.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { endedJob } from '../../../support/core/ended-job.ts'
import { refusalOf } from '../../../support/core/open-core.ts'
import { uncanceled } from '../../../support/core/uncanceled.ts'
import { openDeliveryStore } from '../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../support/deliveries/incoming-deliveries.ts'

let database: Database
let store: DeliveryStore
let end: () => void
let told: { name: string; data: unknown }[]
let nowMs: number
let stepMs: number
let workspace: { id: string } | null

beforeEach(() => {
  ;({ database, store, end } = openDeliveryStore())
  told = []
  nowMs = Date.UTC(2026, 10, 21, 9)
  stepMs = 0
  workspace = { id: 'mine' }
})
afterEach(() => end())

function open() {
  let monotonic = 0
  const hub = { publish: (name: string, data: unknown) => told.push({ name, data }) }
  const log = { info() {}, warn() {}, error() {} }
  const workspaceId = () => workspace?.id ?? null
  const jobs = createJobs({ sql: database.sql, workspaceId, hub, log, storeProblem: () => null })
  const removals = createRemovalJobs({
    removal: store.removal,
    session: { workspace: () => workspace } as Parameters<typeof createRemovalJobs>[0]['session'],
    time: { now: () => new Date(nowMs) },
    jobs,
    hub,
    clock: {
      now: () => new Date(nowMs),
      monotonicMs() {
        monotonic += stepMs
        return monotonic
      },
    },
    storeProblem: () => null,
  })
  return {
    jobs,
    count: (input: InputOf<'deliveries.count'>) => removals['deliveries.count'](input, uncanceled),
    remove: async (ids: number[]) => removals['deliveries.remove']({ ids, starredToo: true }),
    removeMatching: async (input: Omit<InputOf<'deliveries.remove-matching'>, 'filter'>) =>
      removals['deliveries.remove-matching']({ filter: {}, ...input }),
    ended: () => endedJob('delete-deliveries', () => jobs.handlers['jobs.list']()),
  }
}

const arrive = (id: string, changes: object = {}) => storeIn(store, anIncomingDelivery(id, nowMs, changes))
const kept = () => Number(database.sql.prepare('SELECT count(*) AS n FROM deliveries').get()?.n)

async function fill(many: number, changes: object = {}) {
  await Promise.all(Array.from({ length: many }, (_, at) => arrive(`evt_${at}`, changes)))
}

test('deletes only the deliveries that were counted for the user’s confirmation', async () => {
  await fill(1234)
  await fill(3, { workspaceId: 'other', pathId: 'path-b' })
  createAnnotations(database.sql).annotate(7, { starred: true })
  // Each reading of the clock advances it by more than a step may take.
  stepMs = 1000
  const { count, removeMatching, ended } = open()
  const first = await count({ filter: {} })
  let { matching, starred } = first
  for (let next = first.next; next !== null; ) {
    const step = await count({ filter: {}, before: next })
    matching += step.matching
    starred += step.starred
    next = step.next
  }
  expect([matching, starred]).toEqual([1234, 1])

  nowMs += 1000
  await arrive('evt_later')
  await arrive('evt_3')
  const { newest, at } = first
  await removeMatching({ newest, at, total: matching, starredToo: false })
  expect(await ended()).toMatchObject({
    state: 'done',
    done: 1234,
    total: 1234,
    result: { removed: 1232, spared: 2 },
  })
  expect(kept()).toBe(3 + 3)
  expect(told.filter(({ name }) => name === 'deliveries.removed')).toHaveLength(1)
  expect(told.at(-1)).toMatchObject({
    name: 'jobs.changed',
    data: [{ state: 'done', done: 1234, total: 1234 }],
  })
})

test('stores new deliveries while thousands are deleted', async () => {
  await fill(2000)
  stepMs = 1000
  const { count, removeMatching, ended } = open()
  const { newest, at } = await count({ filter: {} })
  let isDone = false
  await removeMatching({ newest, at, total: 2000, starredToo: false })
  const removing = ended().then((job) => {
    isDone = true
    return job
  })
  for (let n = 0; n < 3; n++) {
    expect(await arrive(`evt_new_${n}`)).toBe('stored')
    expect(isDone).toBe(false)
  }
  expect(await removing).toMatchObject({ state: 'done', result: { removed: 2000, spared: 0 } })
  expect(kept()).toBe(3)
})

test('reports how many deliveries were deleted before the user canceled', async () => {
  await fill(2000)
  stepMs = 1000
  const { jobs, count, removeMatching, ended } = open()
  const { newest, at } = await count({ filter: {} })
  const all = { newest, at, total: 2000, starredToo: false }
  const { jobId } = await removeMatching(all)
  expect((await refusalOf(removeMatching(all))).message).toMatch(/already/)
  await jobs.handlers['jobs.cancel']({ id: jobId })
  const { state, result } = await ended()
  expect(state).toBe('canceled')
  expect(result?.removed).toBeLessThan(2000)
  expect(kept()).toBe(2000 - (result?.removed ?? 0))
})

test('cancels a running deletion and leaves an intact store when the app quits', async () => {
  await fill(1500)
  const { jobs, removeMatching, ended } = open()
  await removeMatching({ newest: 1500, at: new Date(nowMs).toISOString(), total: 1500, starredToo: true })
  await jobs.close()
  expect((await ended()).state).toBe('canceled')
  expect(database.sql.prepare('PRAGMA quick_check').get()?.quick_check).toBe('ok')
})

test('deletes selected deliveries only if they belong to the open workspace', async () => {
  await fill(3)
  await fill(1, { workspaceId: 'other', pathId: 'path-b' })
  const { remove } = open()
  expect(await remove([2, 4, 99])).toMatchObject({ removed: 1 })
  expect(kept()).toBe(3)
  workspace = null
  expect((await refusalOf(remove([1]))).code).toBe('not-connected')
})

test('reports how many deliveries were deleted before the disk failed', async () => {
  await fill(1000)
  stepMs = 1000
  database.sql.exec(
    "CREATE TRIGGER refusing BEFORE DELETE ON deliveries WHEN old.id = 300 BEGIN SELECT raise(ABORT, 'no'); END",
  )
  const { removeMatching, ended } = open()
  await removeMatching({ newest: 1000, at: new Date(nowMs).toISOString(), total: 1000, starredToo: true })
  expect(await ended()).toMatchObject({
    state: 'failed',
    done: 600,
    total: 1000,
    error: expect.stringMatching(/600 were deleted/),
  })
  expect(kept()).toBe(400)
})
