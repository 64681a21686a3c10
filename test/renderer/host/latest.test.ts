import { beforeEach, expect, test } from 'vitest'
import { createEventHub } from '#core/platform/event-bus.ts'
import { type Client, createClient } from '#shared/rpc/client.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import type { Revision } from '#shared/rpc/revision.ts'
import type { Reply } from '#shared/rpc/transport.ts'
import { applyEvents, eventEffects, type StateEvent } from '../../../renderer/app/event-effects.ts'
import { appInfo } from '../../../renderer/frame/app-info.ts'
import { createQueryClient } from '../../../renderer/host/query-cache.ts'
import { delivery, listenerStatus } from '../../../renderer/nouns/deliveries/queries.ts'
import { simulatedResponses } from '../../../renderer/nouns/deliveries/simulate/queries.ts'
import { storageStatus } from '../../../renderer/nouns/deliveries/storage-queries.ts'
import { endpointList } from '../../../renderer/nouns/endpoints/queries.ts'
import { replacementList } from '../../../renderer/nouns/endpoints/replacement/queries.ts'
import { jobList } from '../../../renderer/nouns/jobs/running-jobs.tsx'
import { listenStatus, stopListening } from '../../../renderer/nouns/listening/queries.ts'
import { indexStatus } from '../../../renderer/nouns/notes/index-queries.ts'
import { textStatus } from '../../../renderer/nouns/notes/text-queries.ts'
import { passThrough, receiverList, sendList } from '../../../renderer/nouns/receivers/queries.ts'
import { tunnelStatus } from '../../../renderer/nouns/tunnel/queries.ts'
import { serviceConnection, sessionStatus } from '../../../renderer/nouns/workspaces/session-queries.ts'
import { setStar } from '../../../renderer/places/inspector/detail/annotations/delivery-annotations.tsx'
import { settings } from '../../../renderer/places/settings/queries.ts'
import { aReceiver, aSend, aStatus } from '../../support/renderer/receiver-samples.ts'
import { aDelivery } from '../../support/renderer/samples.ts'

/** The query of every event whose data replaces a query's result. The test values only have to differ. */
type Read = (api: Client) => { readonly queryKey: readonly unknown[] }
const queries: Readonly<Record<StateEvent, Read>> = {
  'app.changed': appInfo,
  'workspaces.status-changed': sessionStatus,
  'workspaces.connection-changed': serviceConnection,
  'listener.changed': listenerStatus,
  'listener.simulated-responses-changed': simulatedResponses,
  'receivers.pass-through-changed': passThrough,
  'notes.index-changed': indexStatus,
  'notes.texts-changed': textStatus,
  'jobs.changed': jobList,
  'tunnel.changed': tunnelStatus,
  'listening.changed': listenStatus,
  'settings.changed': settings,
  'deliveries.storage-changed': storageStatus,
}
const states = Object.keys(queries) as StateEvent[]

let cache: ReturnType<typeof createQueryClient>
let replies: PromiseWithResolvers<Reply>[]
let tell: (event: HostEvent) => void
let api: Client

beforeEach(() => {
  cache = createQueryClient()
  replies = []
  api = createClient({
    call() {
      const reply = Promise.withResolvers<Reply>()
      replies.push(reply)
      return reply.promise
    },
    subscribe(listener) {
      tell = listener
      return () => {}
    },
  })
  applyEvents(api, { cache, onFrame: (run) => run() })
  tell({ name: 'host.opened', data: {}, revision: at(0) })
})

test('the tests cover every event that contains a complete state', () => {
  const told = Object.entries(eventEffects).flatMap(([name, { is }]) => (is === 'state' ? [name] : []))
  expect(told.sort()).toEqual(states.toSorted())
})

test.each(states)('a reply that is older than the event does not overwrite the state of %s', async (name) => {
  const { queryKey, read } = asked(queries[name])
  event(name, sample('told'), at(7))
  answer(sample('read'), at(6))
  await read
  expect(cache.getQueryData(queryKey)).toEqual(sample('told'))
})

test.each(states)('an event %s that is older than the reply does not overwrite it', async (name) => {
  const { queryKey, read } = asked(queries[name])
  answer(sample('read'), at(7))
  await read
  event(name, sample('told'), at(6))
  expect(cache.getQueryData(queryKey)).toEqual(sample('read'))
})

test.each(states)(
  'applies the event %s after a restart of the host even if its revision is lower',
  async (name) => {
    const { queryKey, read } = asked(queries[name])
    answer(sample('read'), at(900))
    await read
    tell({ name: 'host.opened', data: {}, revision: at(0, 'second') })
    event(name, sample('told'), at(1, 'second'))
    expect(cache.getQueryData(queryKey)).toEqual(sample('told'))
  },
)

test('a reply from before the host’s restart does not overwrite newer state', async () => {
  const { queryKey, read } = asked(listenStatus)
  tell({ name: 'host.opened', data: {}, revision: at(0, 'second') })
  event('listening.changed', sample('told'), at(1, 'second'))
  answer(sample('read'), at(900))
  await read
  expect(cache.getQueryData(queryKey)).toEqual(sample('told'))
})

test('the reply to an action does not overwrite the state of a newer event', async () => {
  const stopping = cache
    .getMutationCache()
    .build(cache, stopListening(api, cache))
    .execute(undefined as never)
  await new Promise((resolve) => setTimeout(resolve))
  event('listening.changed', sample('told'), at(7))
  answer(sample('read'), at(6))
  await stopping
  expect(cache.getQueryData(listenStatus(api).queryKey)).toEqual(sample('told'))
})

test('an older list of replacements does not overwrite a newer step', async () => {
  const { queryKey, read } = asked(replacementList)
  event('endpoints.replacing', { id: 1, step: 'proven' }, at(7))
  answer([{ id: 1, step: 'both' }], at(6))
  await read
  expect(cache.getQueryData(queryKey)).toEqual([{ id: 1, step: 'proven' }])
})

test('an older reply does not remove a star that was set later', async () => {
  const { queryKey, read } = asked((client) => delivery(client, 1))
  event('deliveries.annotated', aDelivery(1, { starred: true }), at(7))
  answer({ ...aDelivery(1), starred: false }, at(6))
  await read
  expect(cache.getQueryData(queryKey)).toMatchObject({ starred: true })

  const unstarring = setStar(api, cache)
  const pressed = cache.getMutationCache().build(cache, unstarring).execute({ id: 1, starred: false })
  await new Promise((resolve) => setTimeout(resolve))
  event('deliveries.annotated', aDelivery(1, { starred: false }), at(8))
  event('deliveries.annotated', aDelivery(1, { starred: true }), at(9))
  answer(aDelivery(1, { starred: false }), at(7))
  await pressed
  expect(cache.getQueryData(queryKey)).toMatchObject({ starred: true })
})

test('refetches a list that changes while it is first fetched', async () => {
  const { queryKey, read } = asked(endpointList)
  event('endpoints.changed', {}, at(7))
  answer([], at(6))
  await read
  expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('an older list or status does not overwrite the newer status of a receiver', async () => {
  const id = 'rcv_Aaaaaaaaaaaaa1'
  const { queryKey, read } = asked(receiverList)
  event('receivers.status-changed', aStatus({ sending: 2 }), at(7))
  answer([aReceiver({ id })], at(6))
  await read
  expect(cache.getQueryData(queryKey)).toMatchObject([{ id, status: { sending: 2 } }])

  event('receivers.status-changed', aStatus({ sending: 9 }), at(5))
  expect(cache.getQueryData(queryKey)).toMatchObject([{ status: { sending: 2 } }])
  event('receivers.status-changed', aStatus({ sending: 0 }), at(8))
  expect(cache.getQueryData(queryKey)).toMatchObject([{ status: { sending: 0 } }])
})

test('lists a send only once if it finishes while the list is fetched', async () => {
  const list = cache.fetchInfiniteQuery(sendList(api, { deliveryId: 1 }))
  await new Promise((resolve) => setTimeout(resolve))
  event('receivers.sent', aSend(12, { deliveryId: 1 }), at(7))
  event('receivers.sent', aSend(13, { deliveryId: 2 }), at(7))
  answer({ sends: [aSend(11, { deliveryId: 1 })], hasMore: false, total: 1 }, at(6))
  await list
  event('receivers.sent', aSend(12, { deliveryId: 1 }), at(7))
  await new Promise((resolve) => setTimeout(resolve))
  const { pages } = cache.getQueryData(sendList(api, { deliveryId: 1 }).queryKey) ?? { pages: [] }
  expect(pages).toMatchObject([{ sends: [{ id: 12 }, { id: 11 }], total: 2 }])
})

test('the host numbers the events of each run separately', () => {
  const log = { info() {}, warn() {}, error() {} }
  const [hub, other] = [createEventHub(log), createEventHub(log)]
  const heard: (Revision | undefined)[] = []
  const before = hub.revision()
  hub.publish('workspaces.changed', {})
  hub.subscribe(({ revision }) => heard.push(revision))
  hub.publish('workspaces.changed', {})
  expect(heard.map((one) => one?.at)).toEqual([before.at + 1, before.at + 2])
  expect(hub.revision()).toEqual(heard[1])
  expect(other.revision().run).not.toBe(before.run)
})

function asked(query: Read) {
  const options = query(api)
  return { queryKey: options.queryKey, read: cache.fetchQuery(options as never) }
}

function answer(value: unknown, revision: Revision): void {
  replies.at(-1)?.resolve({ ok: true, value, revision })
}

function event(name: string, data: unknown, revision: Revision): void {
  tell({ name, data, revision } as HostEvent)
}

const at = (count: number, run = 'first'): Revision => ({ run, at: count })

/** Returns any object, because the page doesn't validate the host's data. The session needs these fields. */
const sample = (label: string) => ({
  state: 'connected',
  label,
  workspace: { id: 'a' },
  notes: 1,
  folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: null },
})
