import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventHub, type EventHub } from '#core/platform/event-bus.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { createClient } from '#shared/rpc/client.ts'
import { type EventName, events, type HostEvent } from '#shared/rpc/events.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { applyEvents } from '../../../renderer/app/event-effects.ts'
import { createQueryClient } from '../../../renderer/host/query-cache.ts'
import { keys } from '../../../renderer/host/query-keys.ts'
import { deliveryList, listenerStatus } from '../../../renderer/nouns/deliveries/queries.ts'

let hub: EventHub
let frames: (() => void)[]
let end: () => void
const cache = createQueryClient()

beforeEach(() => {
  cache.clear()
  frames = []
  hub = createEventHub({ info() {}, warn() {}, error() {} })
  end = follow()
})

afterEach(() => end())

test('refetches all queries when the event stream opens', () => {
  cache.setQueryData(keys.settings, { theme: 'dark' })
  cache.setQueryData(keys.notes.note('not_a'), { id: 'not_a' })
  end()
  end = follow()
  expect(stale()).toEqual([keys.settings, keys.notes.note('not_a')])
})

test('shows the host as unreachable until the event stream opens again', () => {
  hub.publish('host.lost', { reason: 'unreachable' })
  expect(cache.getQueryData(keys.hostConnection)).toMatchObject({ lost: 'unreachable' })
  hub.publish('host.opened', {})
  expect(cache.getQueryData(keys.hostConnection)).toMatchObject({ lost: null })
})

test.each<readonly [EventName, readonly unknown[], HostEvent['data']]>([
  [
    'workspaces.connection-changed',
    keys.serviceConnection,
    { waitingUntil: null, changeWaits: false, changeRefused: false, trouble: null },
  ],
  ['listener.changed', keys.deliveries.status, { state: 'stopped' }],
  ['jobs.changed', keys.jobs, []],
])('the event %s replaces its cached value', (name, key, data) => {
  hub.publish(name, data)
  expect(cache.getQueryData(key)).toEqual(data)
})

const index = {
  state: 'reading' as const,
  notes: 0,
  run: null,
  completeAsOf: null,
  incomplete: null,
  problem: null,
  folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: null },
}

test('ignores events of a workspace that is not open', () => {
  hub.publish('workspaces.status-changed', session('a', 'k1Aa'))
  load({}, [])
  const own = { ...index, workspaceId: 'a' }
  hub.publish('notes.index-changed', own)
  hub.publish('notes.index-changed', { ...index, workspaceId: 'b', notes: 7 })
  hub.publish('deliveries.received', { ...delivery(1), workspaceId: 'a' })
  hub.publish('deliveries.received', { ...delivery(2), workspaceId: 'b' })
  paint()
  expect(cache.getQueryData(keys.index.status)).toEqual(own)
  expect(ids({})).toEqual([1])
})

const ofWorkspaces = Object.entries(events).flatMap(([name, schema]) =>
  'shape' in schema && 'workspaceId' in schema.shape ? [name as EventName] : [],
)

test.each(ofWorkspaces)('ignores the event %s of a workspace that is not open', (name) => {
  end()
  let tell = (_: HostEvent) => {}
  end = follow((listener) => {
    tell = listener
    return () => {}
  })
  cache.setQueryData(keys.session, session('a', 'k1Aa'))
  load({}, [delivery(1)])
  cache.setQueryData(keys.deliveries.delivery(1), delivery(1))
  cache.setQueryData(keys.checks.of('rcv_a'), {})
  cache.setQueryData(keys.receivers.sends({ deliveryId: 1 }), { pages: [{ sends: [], total: 0 }] })
  const state = () =>
    cache
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state.data, state.isInvalidated])
  const before = state()
  tell({
    name,
    data: {
      ...delivery(1),
      starred: true,
      workspaceId: 'b',
      receiverId: 'rcv_a',
      deliveryId: 1,
      attempts: 9,
    },
  } as never)
  paint()
  expect(state()).toEqual(before)
})

test('the counts of notes in folders become stale when the list of folders changes', () => {
  const status = (listedAt: string | null) => ({ ...index, folders: { ...index.folders, listedAt } })
  hub.publish('notes.index-changed', status(null))
  cache.setQueryData(keys.index.folderCounts, { counts: [] })
  hub.publish('notes.index-changed', status(null))
  expect(stale()).toEqual([])
  hub.publish('notes.index-changed', status('2026-01-01T10:42:00Z'))
  expect(stale()).toEqual([keys.index.folderCounts])
})

test('ignores an event with an unknown name', () => {
  end()
  cache.clear()
  end = follow((listener) => {
    listener(JSON.parse('{ "name": "weather.changed", "data": {} }'))
    return () => {}
  })
  expect(cache.getQueryCache().getAll()).toEqual([])
})

test('clears the cached data of a workspace when another workspace opens', () => {
  hub.publish('workspaces.status-changed', session('a', 'k1Aa'))
  cache.setQueryData(keys.notes.folders, { items: ['of a'] })
  cache.setQueryData(keys.endpoints.list, ['of a'])
  cache.setQueryData(keys.deliveries.list({}), { pages: [], pageParams: [] })
  hub.publish('workspaces.status-changed', session('b', 'k1Aa'))
  expect(cache.getQueryData(keys.session)).toMatchObject({ workspace: { id: 'b' } })
  expect(cache.getQueryData(keys.notes.folders)).toBeUndefined()
  expect(cache.getQueryData(keys.endpoints.list)).toBeUndefined()
  expect(cache.getQueryData(keys.deliveries.list({}))).toBeUndefined()
})

test('ignores replies for the previous workspace that arrive after a switch', async () => {
  hub.publish('workspaces.status-changed', session('a', 'k1Aa'))
  const answer = Promise.withResolvers<readonly string[]>()
  const asked = cache.fetchQuery({ queryKey: keys.endpoints.list, queryFn: () => answer.promise })
  hub.publish('deliveries.received', delivery(7))
  hub.publish('workspaces.status-changed', session('b', 'k1Aa'))
  load({}, [])
  hub.publish('deliveries.received', delivery(8))
  paint()
  answer.resolve(['of a'])
  await asked.catch(() => {})
  expect(cache.getQueryData(keys.endpoints.list)).toBeUndefined()
  expect(ids({})).toEqual([])
})

test('clears the cached data of a workspace when its API key changes', () => {
  hub.publish('workspaces.status-changed', session('a', 'k1Aa'))
  cache.setQueryData(keys.notes.folders, { items: [] })
  hub.publish('workspaces.status-changed', session('a', 'k2Bb'))
  expect(cache.getQueryData(keys.notes.folders)).toBeUndefined()
})

test('keeps the cached data when the event for the same session arrives twice', () => {
  hub.publish('workspaces.status-changed', session('a', 'k1Aa'))
  cache.setQueryData(keys.notes.folders, { items: [] })
  hub.publish('workspaces.status-changed', { ...session('a', 'k1Aa'), keychain: 'locked' })
  expect(cache.getQueryData(keys.notes.folders)).toBeDefined()
})

test('refetches the endpoints after an event says that they changed', () => {
  cache.setQueryData(keys.endpoints.list, [])
  hub.publish('endpoints.changed', {})
  expect(stale()).toEqual([keys.endpoints.list])
})

test('updates a list once per frame while many deliveries arrive', () => {
  load({}, [delivery(1)])
  const changed = vi.fn()
  const stop = cache.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') changed()
  })
  for (let id = 2; id <= 500; id += 1) hub.publish('deliveries.received', delivery(id))
  expect(frames).toHaveLength(1)
  expect(changed).not.toHaveBeenCalled()
  paint()
  expect(changed).toHaveBeenCalledTimes(1)
  expect(ids({})).toEqual(Array.from({ length: 500 }, (_, index) => 500 - index))
  stop()
})

test('updates a delivery’s row in place when the delivery is retried', () => {
  load({}, [delivery(3), delivery(2), delivery(1)])
  const retried = { ...delivery(2), attempts: 2 }
  hub.publish('deliveries.received', retried)
  hub.publish('deliveries.received', retried)
  paint()
  hub.publish('deliveries.received', retried)
  paint()
  expect(rows({})).toEqual([delivery(3), retried, delivery(1)])
})

test('does not insert a retried delivery that belongs to a page not loaded yet', () => {
  load({}, [delivery(9), delivery(8)])
  hub.publish('deliveries.received', { ...delivery(2), attempts: 3 })
  paint()
  expect(ids({})).toEqual([9, 8])
})

test('adds a new delivery only to lists that include its endpoint', () => {
  load({}, [])
  load({ endpointId: 'whe_a' }, [])
  load({ endpointId: 'whe_b' }, [])
  hub.publish('deliveries.received', { ...delivery(1), endpointId: 'whe_a' })
  paint()
  expect([ids({}), ids({ endpointId: 'whe_a' }), ids({ endpointId: 'whe_b' })]).toEqual([[1], [1], []])
})

test('queries cache their data under the keys that events update', () => {
  const client = createClient({ call: async () => ({ ok: true, value: null }), subscribe: () => () => {} })
  expect(deliveryList(client, { endpointId: 'whe_a' }).queryKey).toEqual(
    keys.deliveries.list({ endpointId: 'whe_a' }),
  )
  expect(listenerStatus(client).queryKey).toEqual(keys.deliveries.status)
})

function follow(subscribe: Transport['subscribe'] = (listener) => hub.subscribe(listener)): () => void {
  const client = createClient({ call: async () => ({ ok: true, value: null }), subscribe })
  return applyEvents(client, { cache, onFrame: (run) => frames.push(run) })
}

function paint(): void {
  for (const run of frames.splice(0)) run()
}

function stale(): readonly unknown[] {
  return cache
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.isInvalidated && query.queryKey[0] !== 'host-connection')
    .map((query) => query.queryKey)
}

type Filter = { readonly endpointId?: string }

function load(filter: Filter, deliveries: readonly DeliverySummary[]): void {
  cache.setQueryData(keys.deliveries.list(filter), {
    pages: [{ deliveries, hasMore: false }],
    pageParams: [null],
  })
}

function rows(filter: Filter): readonly DeliverySummary[] {
  const data = cache.getQueryData<{ pages: { deliveries: DeliverySummary[] }[] }>(
    keys.deliveries.list(filter),
  )
  return data?.pages.flatMap((page) => page.deliveries) ?? []
}

function ids(filter: Filter): readonly number[] {
  return rows(filter).map(({ id }) => id)
}

function delivery(id: number): DeliverySummary {
  return {
    id,
    workspaceId: 'a',
    endpointId: 'whe_a',
    endpointUrl: null,
    webhookId: `evt_${id}`,
    eventType: 'note.edited',
    noteId: 'not_a',
    occurredAt: null,
    firstReceivedAt: '2026-01-01T00:00:00Z',
    lastReceivedAt: '2026-01-01T00:00:00Z',
    attempts: 1,
    verdict: 'verified',
    status: 204,
    responseMs: 3,
    flags: [],
    starred: false,
    remark: '',
  }
}

function session(id: string, keyHint: string): SessionStatus {
  const workspace = { id, kind: 'service' as const, label: id, baseUrl: `https://${id}.example.com` }
  return { state: 'connected', keychain: 'ready', workspace, keyHint }
}
