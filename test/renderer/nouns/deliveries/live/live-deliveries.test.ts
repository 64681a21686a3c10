import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '#shared/rpc/client.ts'
import { createQueryClient } from '../../../../../renderer/host/query-cache.ts'
import { keys } from '../../../../../renderer/host/query-keys.ts'
import { createCountRefresh } from '../../../../../renderer/nouns/deliveries/live/count-refresh.ts'
import { upsertDeliveries } from '../../../../../renderer/nouns/deliveries/live/live-deliveries.ts'
import { deliveryList } from '../../../../../renderer/nouns/deliveries/queries.ts'
import { endpointList } from '../../../../../renderer/nouns/endpoints/queries.ts'
import { aDelivery, anEndpoint } from '../../../../support/renderer/samples.ts'

const cache = createQueryClient()
let answer: (deliveries: readonly unknown[]) => void

beforeEach(() => cache.clear())

const api = createClient({
  call: (name) =>
    new Promise((resolve) => {
      if (name === 'endpoints.list') return resolve({ ok: true, value: [] })
      answer = (deliveries) => resolve({ ok: true, value: { deliveries, hasMore: false } })
    }),
  subscribe: () => () => {},
})

test('keeps a delivery that arrives before a reply without it', async () => {
  const reading = cache.fetchInfiniteQuery(deliveryList(api))
  upsertDeliveries(cache, [aDelivery(2)])
  answer([aDelivery(1)])
  await reading
  expect(ids()).toEqual([2, 1])
})

test('keeps a delivery that arrives while the list is being reloaded', async () => {
  load([1])
  const reading = cache.fetchInfiniteQuery({ ...deliveryList(api), staleTime: 0 })
  upsertDeliveries(cache, [aDelivery(2)])
  answer([aDelivery(1)])
  await reading
  expect(ids()).toEqual([2, 1])
})

test('does not insert deliveries into a list that must be reloaded', async () => {
  load([1])
  await cache.invalidateQueries({ queryKey: keys.deliveries.lists })
  upsertDeliveries(cache, [aDelivery(9)])
  expect(ids()).toEqual([1])
  expect(cache.getQueryState(keys.deliveries.list({}))?.isInvalidated).toBe(true)
})

test('a verified delivery marks its endpoint’s secret as proven', () => {
  const other = anEndpoint({ id: 'whe_Bbbbbbbbbbbbb2', secret: 'kept' })
  cache.setQueryData(endpointList(api).queryKey, [anEndpoint({ secret: 'kept' }), other])
  upsertDeliveries(cache, [aDelivery(3, { lastReceivedAt: '2026-03-01T10:00:00Z' })])
  expect(cache.getQueryData(endpointList(api).queryKey)).toEqual([
    anEndpoint({ secret: 'proven', lastDeliveryAt: '2026-03-01T10:00:00Z' }),
    other,
  ])
})

test('an unverified delivery does not mark its endpoint’s secret as proven', () => {
  cache.setQueryData(endpointList(api).queryKey, [anEndpoint({ secret: 'kept' })])
  upsertDeliveries(cache, [aDelivery(3, { verdict: 'stale' })])
  expect(cache.getQueryData(endpointList(api).queryKey)).toEqual([anEndpoint({ secret: 'kept' })])
})

test('updates the row of a delivery even if it no longer matches the filter', () => {
  const key = keys.deliveries.list({ q: 'status:retrying' })
  const retried = aDelivery(1, { status: 500 })
  const late = aDelivery(2, { verdict: 'stale', status: 503 })
  cache.setQueryData(key, { pages: [{ deliveries: [late, retried], hasMore: false }], pageParams: [null] })
  const delivered = [
    { ...retried, status: 200, attempts: 2 },
    { ...late, status: 200 },
  ]
  upsertDeliveries(cache, [...delivered, aDelivery(3), aDelivery(4, { attempts: 2 })])
  expect(cache.getQueryData(key)).toMatchObject({ pages: [{ deliveries: [delivered[1], delivered[0]] }] })
})

test('counts the deliveries of saved filters again when a delivery with an old timestamp arrives', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const queryKey = keys.deliveries.viewCount({ q: 'status:retrying' })
  let counts = 0
  const counted = new QueryObserver(cache, { queryKey, queryFn: async () => ++counts })
  onTestFinished(counted.subscribe(() => {}))
  const recount = createCountRefresh(cache)
  await vi.advanceTimersByTimeAsync(0)
  recount([aDelivery(1)])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(counts, 'a delivery that was never counted').toBe(1)
  recount([aDelivery(2, { verdict: 'stale' })])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(counts).toBe(2)
})

test('removes the oldest rows of a list that grows very long', () => {
  load([1])
  upsertDeliveries(
    cache,
    Array.from({ length: 2_000 }, (_, n) => aDelivery(n + 2)),
  )
  expect(ids()).toHaveLength(500)
  expect(ids()[0]).toBe(2_001)
  expect(cache.getQueryData(deliveryList(api).queryKey)?.pages[0]?.hasMore).toBe(true)
})

function load(known: readonly number[]): void {
  cache.setQueryData(deliveryList(api).queryKey, {
    pages: [{ deliveries: known.map((id) => aDelivery(id)), hasMore: false }],
    pageParams: [null],
  })
}

function ids(): readonly number[] {
  const data = cache.getQueryData(deliveryList(api).queryKey)
  return data?.pages.flatMap((page) => page.deliveries.map(({ id }) => id)) ?? []
}

test('inserts a new delivery only into the list of the note that it is about', () => {
  const key = keys.deliveries.list({ noteId: 'not_Aaaaaaaaaaaaa1' })
  cache.setQueryData(key, { pages: [{ deliveries: [], hasMore: false }], pageParams: [null] })
  upsertDeliveries(cache, [aDelivery(1), aDelivery(2, { noteId: 'not_Bbbbbbbbbbbbb2' })])
  expect(cache.getQueryData(key)).toMatchObject({ pages: [{ deliveries: [{ id: 1 }] }] })
})
