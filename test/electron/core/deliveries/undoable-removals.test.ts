import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#core/database/database.ts'
import type { DeliveryStore } from '#core/deliveries/store/delivery-store.ts'
import { createDeliverySearch } from '#core/deliveries/store/search/delivery-search.ts'
import { createUndoableRemovals } from '#core/deliveries/undoable-removals.ts'
import { noFilter } from '#shared/deliveries/filter/filter.ts'
import { undoMs } from '#shared/deliveries/limits.ts'
import { AppError } from '#shared/errors.ts'
import { refusalOf } from '../../../support/core/open-core.ts'
import { uncanceled } from '../../../support/core/uncanceled.ts'
import { openDeliveryStore } from '../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../support/deliveries/incoming-deliveries.ts'
import { silentLog } from '../../../support/deliveries/open-delivery-engine.ts'

let database: Database
let store: DeliveryStore
let end: () => void
let told: { name: string; data: unknown }[]
let openWorkspace: string
let storeProblem: string | null

beforeEach(() => {
  ;({ database, store, end } = openDeliveryStore())
  told = []
  openWorkspace = 'mine'
  storeProblem = null
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  end()
})

function open() {
  const removals = createUndoableRemovals({
    removal: store.removal,
    time: { now: () => new Date() },
    hub: { publish: (name: string, data: unknown) => told.push({ name, data }) },
    log: silentLog,
    storeProblem: () => storeProblem,
  })
  const handlers = removals.handlers({
    mine(id) {
      if (id <= kept()) return { id, workspaceId: 'mine' }
      throw new AppError('not-found', 'This delivery belongs to another workspace.')
    },
    workspaceId: () => openWorkspace,
  })
  const search = createDeliverySearch(database.sql)
  return {
    ...removals,
    hide: (id: number) => handlers['deliveries.hide']({ id }, uncanceled),
    unhide: (id: number) => handlers['deliveries.unhide']({ id }, uncanceled),
    hidden: () => handlers['deliveries.hidden']({}, uncanceled),
    list: (limit?: number) =>
      removals.page({ workspaceId: 'mine', limit }, (query) => search.find(query, noFilter)),
  }
}

test('hides a removed delivery at once, and deletes it when the user can no longer undo', async () => {
  await fill(3)
  const { hide, list } = open()
  await hide(2)
  expect(idsOf(await list())).toEqual([3, 1])
  expect(kept(), 'still there').toBe(3)
  await vi.advanceTimersByTimeAsync(undoMs - 1)
  expect(kept()).toBe(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(kept()).toBe(2)
  expect(told.map(({ name }) => name)).toEqual(['deliveries.removed', 'deliveries.removed'])
})

test('a page of deliveries omits a delivery that was deleted while the page was read', async () => {
  await fill(3)
  const { hide, page } = open()
  await hide(2)
  const search = createDeliverySearch(database.sql)
  const read = page({ workspaceId: 'mine' }, async (query) => {
    const found = search.find(query, noFilter)
    await vi.advanceTimersByTimeAsync(undoMs)
    return found
  })
  expect(idsOf(await read)).toEqual([3, 1])
  expect(kept()).toBe(2)
})

test('undo restores removed deliveries until the time to undo is over', async () => {
  await fill(3)
  const { hide, unhide, list } = open()
  await hide(2)
  await hide(3)
  expect(await unhide(2)).toEqual({ restored: true })
  expect(idsOf(await list())).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(undoMs)
  expect(kept()).toBe(2)
  expect(await unhide(3)).toEqual({ restored: false })
  expect(await unhide(2), 'not hidden').toEqual({ restored: false })
})

test('removing a delivery a second time does not extend the time to undo', async () => {
  await fill(2)
  const { hide } = open()
  await hide(2)
  await vi.advanceTimersByTimeAsync(undoMs - 1)
  await hide(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(kept()).toBe(1)
})

test('lists removed deliveries and their time to undo only in their own workspace', async () => {
  await fill(3)
  const { hide, unhide, hidden } = open()
  await hide(2)
  await vi.advanceTimersByTimeAsync(1000)
  await hide(3)
  expect(await hidden()).toEqual([
    { id: 2, leftMs: undoMs - 1000 },
    { id: 3, leftMs: undoMs },
  ])
  openWorkspace = 'another'
  expect(await hidden()).toEqual([])
  openWorkspace = 'mine'
  await unhide(3)
  await vi.advanceTimersByTimeAsync(undoMs)
  expect(await hidden()).toEqual([])
})

test('undo does not restore deliveries of a workspace that is not open', async () => {
  await fill(2)
  const { hide, unhide } = open()
  await hide(2)
  openWorkspace = 'another'
  expect(await unhide(2)).toEqual({ restored: false })
  await vi.advanceTimersByTimeAsync(undoMs)
  expect(kept()).toBe(1)
})

test('deletes removed deliveries for good when the app quits', async () => {
  await fill(3)
  const { hide, close } = open()
  await hide(1)
  await hide(2)
  await close()
  expect(kept()).toBe(1)
  await vi.advanceTimersByTimeAsync(2 * undoMs)
  expect(kept()).toBe(1)
})

test('shows a removed delivery again if its deletion fails', async () => {
  await fill(2)
  const { hide, list } = open()
  await hide(2)
  database.sql.exec(
    "CREATE TRIGGER refusing BEFORE DELETE ON deliveries BEGIN SELECT raise(ABORT, 'no'); END",
  )
  await vi.advanceTimersByTimeAsync(undoMs)
  expect(idsOf(await list())).toEqual([2, 1])
  expect(told.slice(1)).toEqual([
    { name: 'deliveries.removal-failed', data: { id: 2, message: expect.stringContaining('See the log') } },
    { name: 'deliveries.removed', data: {} },
  ])
})

test.each([
  [null, 'The disk is read-only. Make it writable and try again.'],
  ['The data folder was moved.', 'The data folder was moved.'],
])(
  'explains why a removed delivery could not be deleted if the store’s problem is %s',
  async (problem, message) => {
    await fill(1)
    const { hide } = open()
    await hide(1)
    storeProblem = problem
    database.sql.exec('PRAGMA query_only = 1')
    await vi.advanceTimersByTimeAsync(undoMs)
    database.sql.exec('PRAGMA query_only = 0')
    expect(told).toContainEqual({ name: 'deliveries.removal-failed', data: { id: 1, message } })
  },
)

test('restores removed deliveries after a crash if the time to undo was not over', async () => {
  await fill(2)
  const { hide } = open()
  await hide(1)
  expect(afterCrash()).toEqual([1, 2])
  await vi.advanceTimersByTimeAsync(undoMs)
  expect(afterCrash()).toEqual([2])
})

test('returns full pages of deliveries even if removed ones are hidden', async () => {
  await fill(6)
  const { hide, list } = open()
  await hide(6)
  await hide(5)
  expect(await list(2)).toMatchObject({ hasMore: true })
  expect(idsOf(await list(2))).toEqual([4, 3])
  expect(idsOf(await list(1)), 'what comes before it is found').toEqual([4])
  expect(idsOf(await list())).toEqual([4, 3, 2, 1])
})

test('rejects the removal of a delivery of another workspace', async () => {
  const { hide } = open()
  expect((await refusalOf(Promise.resolve().then(() => hide(99)))).code).toBe('not-found')
})

const idsOf = ({ deliveries }: { deliveries: readonly { readonly id: number }[] }) =>
  deliveries.map(({ id }) => id)
const kept = () => store.removal.count('mine')

/** Reads copies of the files, to return the ids that a start would find if the process ended now. */
function afterCrash(): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-crash-'))
  try {
    const copy = join(folder, 'notehook.db')
    for (const side of ['', '-wal']) copyFileSync(database.path + side, copy + side)
    const found = new DatabaseSync(copy)
    const rows = found.prepare('SELECT id FROM deliveries ORDER BY id').all()
    found.close()
    return rows.map(({ id }) => Number(id))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1) await storeIn(store, anIncomingDelivery(`evt_${at}`, Date.now()))
}
