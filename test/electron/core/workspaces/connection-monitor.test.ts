import { expect, onTestFinished, test } from 'vitest'
import { openCore, refusalOf } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { type Fault, openFaultyService } from '../../../support/service/faulty-service.ts'

const emptyPage = { json: { notes: [], hasMore: false, cursor: null } }

async function connected() {
  const now: { fault: Fault } = { fault: emptyPage }
  const service = await openFaultyService(() => now.fault)
  onTestFinished(() => service.close())
  const core = await openCore()
  await core.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: 'key_0123456789' })
  await core.client.call('notes.pause-index')
  return { ...core, now, service }
}

test('tells a page that opens during a rate limit when the pause ends', async () => {
  const { client, now } = await connected()
  now.fault = { status: 429, headers: { 'retry-after': '30' } }
  // The request is sent again after the wait.
  refusalOf(client.call('endpoints.remove', { id: 'whe_abcdefghijklmn' })).catch(() => {})
  await eventually(async () => {
    const { waitingUntil } = await client.call('workspaces.connection')
    expect(Date.parse(waitingUntil ?? '') - Date.now()).toBeGreaterThan(20_000)
  })
})

test('the user can stop a change that waits for the rate limit before it is sent', async () => {
  const { client, now, service } = await connected()
  now.fault = { status: 429, headers: { 'retry-after': '30' } }
  const before = service.seen.length
  const refused = refusalOf(client.call('endpoints.remove', { id: 'whe_abcdefghijklmn' }))
  await eventually(async () => expect((await client.call('workspaces.connection')).changeWaits).toBe(true))
  await client.call('endpoints.stop-waiting')
  expect((await refused).code).toBe('canceled')
  expect((await client.call('workspaces.connection')).changeWaits).toBe(false)
  expect(service.seen).toHaveLength(before + 1)
})

test('all API keys and workspaces of an origin share its rate limit', async () => {
  const { client, service } = await connected()
  const openId = async () =>
    ({ workspace: { id: '' }, ...(await client.call('workspaces.status')) }).workspace.id
  const slow = { pace: { burst: 1, perSecond: 4 } }
  const first = await openId()
  await client.call('workspaces.update', { id: first, changes: slow })
  const startedAt = performance.now()
  for (const at of [1, 2, 3, 4]) {
    await client.call('workspaces.test-key', {
      baseUrl: `${service.baseUrl}/`,
      apiKey: `key_other123456${at}`,
    })
  }
  expect(performance.now() - startedAt).toBeGreaterThan(3 * 250)

  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: 'key_second0123456' })
  await client.call('notes.pause-index')
  const second = await openId()
  await client.call('workspaces.update', { id: second, changes: slow })
  const switchedAt = performance.now()
  for (const id of [first, second, first, second]) {
    await client.call('workspaces.open', { id })
    await client.call('notes.page', {})
  }
  expect(performance.now() - switchedAt).toBeGreaterThan(3 * 250)
})

test('a pause applies to all API keys until the test of a new key gets a response', async () => {
  const { client, now, service } = await connected()
  now.fault = { status: 429, headers: { 'retry-after': '900' } }
  const notes = client.call('notes.page', {})
  await eventually(async () =>
    expect((await client.call('workspaces.connection')).waitingUntil).not.toBeNull(),
  )
  const key = { baseUrl: service.baseUrl, apiKey: 'key_other1234567' }
  expect((await refusalOf(client.call('workspaces.test-key', key))).toWire()).toMatchObject({
    code: 'rate-limited',
    retryAfterSeconds: 900,
  })
  now.fault = emptyPage
  await client.call('workspaces.test-key', key)
  expect(await notes).toMatchObject({ items: [] })
  expect((await client.call('workspaces.connection')).waitingUntil).toBeNull()
})

test('reports how long the service has not been responding', async () => {
  const { client, events, now } = await connected()
  expect(await client.call('workspaces.connection')).toEqual({
    waitingUntil: null,
    changeWaits: false,
    changeRefused: false,
    trouble: null,
  })
  now.fault = { raw: (socket) => socket.destroy() }
  await client.call('workspaces.retry')
  await refusalOf(client.call('notes.get', { id: 'not_1' }))
  const { trouble } = await client.call('workspaces.connection')
  expect(trouble).toEqual({ code: 'unreachable', since: expect.any(String) })
  now.fault = { status: 404 }
  await refusalOf(client.call('notes.get', { id: 'not_1' }))
  expect((await client.call('workspaces.connection')).trouble).toBeNull()
  const told = events.flatMap((event) =>
    event.name === 'workspaces.connection-changed' ? [event.data.trouble?.code] : [],
  )
  expect(told).toEqual(['unreachable', undefined])
})
