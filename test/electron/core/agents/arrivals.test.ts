import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createArrivals } from '#core/agents/arrivals.ts'
import { matchingOf } from '#core/agents/tools/deliveries.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { openAgent } from '../../../support/core/open-agent.ts'
import { eventually } from '../../../support/eventually.ts'
import { aDelivery } from '../../../support/renderer/samples.ts'
import { patience, property, runs } from '../../../support/runs.ts'

interface Row {
  readonly id: number
}

function openStore() {
  const stored: Row[] = []
  const listeners = new Set<(row: Row) => void>()
  let reads = 0
  const arrivals = createArrivals<Row>((arrived) => {
    listeners.add(arrived)
    return () => void listeners.delete(arrived)
  })
  const put = (id: number) => {
    if (!stored.some((row) => row.id === id)) stored.push({ id })
    for (const arrived of listeners) arrived({ id })
  }
  return {
    arrivals,
    put,
    reads: () => reads,
    listeners,
    now: () => arrivals.mark('w', async () => stored.at(-1)?.id ?? 0),
    wait: (mark: { id: number; repeat: number }, options: object = {}) =>
      arrivals.wait({
        ...{
          mark,
          count: 1,
          timeoutMs: 1_000,
          repeats: false,
          key: 'all',
          signal: new AbortController().signal,
        },
        async matching(rows) {
          reads += 1
          return rows
        },
        async stored(afterId, upToId) {
          await new Promise((resolve) => setImmediate(resolve))
          return stored.filter(({ id }) => id > afterId && id <= upToId)
        },
        ...options,
      }),
  }
}

test('consecutive waits return each new row once and in order', async () => {
  const moments = fc.array(
    fc.record({ rows: fc.integer({ min: 0, max: 6 }), turns: fc.integer({ min: 0, max: 3 }) }),
  )
  const scenario = fc.asyncProperty(moments, fc.integer({ min: 1, max: 4 }), async (bursts, count) => {
    const store = openStore()
    let mark = await store.now()
    let last = 0
    const adding = (async () => {
      for (const { rows, turns } of bursts) {
        for (let at = 0; at < rows; at += 1) store.put(++last)
        for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const total = bursts.reduce((sum, { rows }) => sum + rows, 0)
    const seen: number[] = []
    while (seen.length < total) {
      const waited = await store.wait(mark, { count: Math.min(count, total - seen.length) })
      seen.push(...waited.rows.map(({ id }) => id))
      mark = waited.mark
    }
    await adding
    expect(seen).toEqual(Array.from({ length: total }, (_, at) => at + 1))
    expect((await store.wait(mark, { timeoutMs: 0 })).rows).toEqual([])
    store.arrivals.close()
  })
  await fc.assert(scenario, property())
})

test('a wait returns stored rows before those that arrive while it reads', async () => {
  const store = openStore()
  const mark = await store.now()
  store.put(1)
  const reading = Promise.withResolvers<void>()
  const waiting = store.wait(mark, {
    async stored() {
      await reading.promise
      return [{ id: 1 }]
    },
  })
  store.put(2)
  await eventually(() => expect(store.reads()).toBe(1))
  await new Promise((resolve) => setImmediate(resolve))
  reading.resolve()
  const waited = await waiting
  expect(waited.rows).toEqual([{ id: 1 }])
  expect((await store.wait(waited.mark)).rows).toEqual([{ id: 2 }])
})

test('a wait returns a new attempt of an earlier row only if it counts retries', async () => {
  const store = openStore()
  store.put(1)
  store.put(2)
  const mark = await store.now()
  store.put(1)
  expect((await store.wait(mark, { timeoutMs: 0 })).rows).toEqual([])
  const waited = await store.wait(mark, { repeats: true })
  expect(waited.rows).toEqual([{ id: 1 }])
  expect((await store.wait(waited.mark, { timeoutMs: 0, repeats: true })).rows).toEqual([])
})

test('a wait that timed out returns a mark from which the next wait continues', async () => {
  const store = openStore()
  const mark = await store.now()
  const { mark: next } = await store.wait(mark, { timeoutMs: 1 })
  store.put(1)
  expect((await store.wait(next)).rows).toEqual([{ id: 1 }])
})

test('rows that arrive during a read are read together, after a pause of nine times its duration', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = openStore()
  const mark = await store.now()
  const batches: number[][] = []
  const waited = store.wait(mark, {
    count: 9,
    timeoutMs: 10_000,
    async matching(rows: readonly Row[]) {
      batches.push(rows.map(({ id }) => id))
      await new Promise((resolve) => setTimeout(resolve, 20))
      return rows
    },
  })
  store.put(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(batches).toEqual([[1]])
  for (let id = 2; id <= 9; id += 1) {
    store.put(id)
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(batches).toEqual([[1]])
  await vi.advanceTimersByTimeAsync(20 + 9 * 20 - 8 * 20)
  expect(batches).toEqual([[1], [2, 3, 4, 5, 6, 7, 8, 9]])
  await vi.advanceTimersByTimeAsync(20)
  expect((await waited).rows).toHaveLength(9)
})

test('after many rows, the next ones are collected for 40 ms instead of 10 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = openStore()
  const mark = await store.now()
  const waited = store.wait(mark, { count: 23, timeoutMs: 10_000 })
  const readsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return store.reads()
  }
  for (let id = 1; id <= 21; id += 1) store.put(id)
  expect(await readsAfter(10)).toBe(1)
  store.put(22)
  expect(await readsAfter(39)).toBe(1)
  expect(await readsAfter(1)).toBe(2)
  store.put(23)
  expect(await readsAfter(10)).toBe(3)
  expect((await waited).rows).toHaveLength(23)
})

test('reads only arrived deliveries that may match the filter', async () => {
  const arrived = [
    aDelivery(1, { eventType: 'note.edited', workspaceId: 'w' }),
    aDelivery(2, { eventType: 'note.generated', workspaceId: 'w' }),
    aDelivery(3, { eventType: 'note.edited', workspaceId: 'other' }),
  ]
  const read = vi.fn(async () => [])
  await matchingOf(arrived, 'w', parseDeliveryFilter('type:note.edited words'), read)
  expect(read.mock.calls).toEqual([[[1]]])
  await matchingOf(arrived, 'w', parseDeliveryFilter('type:note.edited attempt:>1'), read)
  expect(read).toHaveBeenCalledTimes(1)
})

test('one read per filter ends 1,000 waits, and canceled waits are dropped', async () => {
  const store = openStore()
  const mark = await store.now()
  const waits = Array.from({ length: 1_000 }, (_, at) => store.wait(mark, { key: `filter ${at % 10}` }))
  store.put(1)
  for (const { rows } of await Promise.all(waits)) expect(rows).toEqual([{ id: 1 }])
  expect(store.reads()).toBeLessThanOrEqual(10)
  const ending = new AbortController()
  const canceled = Array.from({ length: 1_000 }, () =>
    store.wait(mark, { signal: ending.signal, mark: { id: 9, repeat: 0 } }),
  )
  ending.abort()
  expect(new Set((await Promise.allSettled(canceled)).map(({ status }) => status))).toEqual(
    new Set(['rejected']),
  )
  expect(store.arrivals.waiting()).toBe(0)
  expect(store.listeners.size).toBe(1)
})

test('deliveries_wait returns a delivery that arrived between sandbox_trigger and the wait', {
  timeout: patience(30_000),
}, async () => {
  const { run } = await openAgent()
  for (let round = 0; round < runs(1_000); round += 1) {
    const { after } = await run('sandbox_trigger', { type: 'note.generated' })
    const { rows } = await run('deliveries_wait', { after })
    expect(rows, `round ${round}`).toHaveLength(1)
  }
})

test('one delivery ends the waits of every filter that it matches', async () => {
  const { run, client } = await openAgent()
  const { after } = await run('deliveries_wait', { timeout: 0 })
  const waits = Array.from({ length: 200 }, (_, at) =>
    run('deliveries_wait', { after, q: `type:note.generated -remark:word${at % 10}` }),
  )
  const other = run('deliveries_wait', { after, q: 'type:note.edited', timeout: 1 })
  await eventually(async () => expect((await client.call('agents.status')).calls).toHaveLength(201))
  await client.call('sandbox.trigger', { type: 'note.generated', count: 1 })
  for (const { rows } of await Promise.all(waits)) expect(rows).toHaveLength(1)
  expect(await other).toMatchObject({ outcome: 'timed-out', rows: [] })
})
