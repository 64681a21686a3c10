import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { openReceiver } from './receiver.ts'
import { ask, type Running, running } from './running.ts'

const path = '/v1/webhook-endpoints'
const dayMs = 86_400_000

const asReceiver = ({ baseUrl, receiverKey }: Running, at: string) =>
  ask(baseUrl + at, { headers: { authorization: `Bearer ${receiverKey}` } })

const create = (sandbox: Running, name = 'all') =>
  sandbox.send('POST', path, { url: `${sandbox.tunnelUrl}/${name}`, scopes: ['personal', 'public'] })

test('the switches for faults do not affect the app’s own requests', async () => {
  const sandbox = await running({ notes: 3 })
  sandbox.setSwitches({ failing: true, rateLimited: true })
  expect((await asReceiver(sandbox, '/v1/notes')).status).toBe(500)
  expect((await sandbox.get('/v1/notes')).status).toBe(200)
  sandbox.setSwitches({ failing: false })
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await asReceiver(sandbox, '/v1/notes')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  for (let count = 0; count < 6; count += 1) expect((await sandbox.get('/v1/notes')).status).toBe(200)
  sandbox.setSwitches({ rateLimited: false, slow: true })
  const late = asReceiver(sandbox, '/v1/notes').catch(() => null)
  expect((await sandbox.get('/v1/notes')).status).toBe(200)
  expect(sandbox.receiverRequests().at(-1)).toMatchObject({ status: null, ms: null })
  expect(sandbox.switches()).toMatchObject({ slow: true, rateLimited: false, failing: false })
  void late
})

test('the switch for a lost response affects only the next creation and then turns off', async () => {
  const sandbox = await running({ notes: 3 })
  const { body } = await create(sandbox)
  sandbox.setSwitches({ updatesRefused: true, loseNextCreate: true })
  await expect(create(sandbox, 'lost')).rejects.toThrow()
  expect(sandbox.switches().loseNextCreate).toBe(false)
  expect((await sandbox.send('PATCH', `${path}/${body.id}`, { enabled: false })).status).toBe(405)
  sandbox.setSwitches({ updatesRefused: false })
  expect((await sandbox.send('PATCH', `${path}/${body.id}`, { enabled: false })).status).toBe(200)
})

test('generates events only on request while automatic events are off', async () => {
  const receiver = await openReceiver()
  const sandbox = await running({ listenerOrigin: () => receiver.origin, notes: 10, activityMs: 5 })
  sandbox.setSwitches({ automatic: false })
  sandbox.setWatched(true)
  await create(sandbox)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(receiver.received).toEqual([])
  expect(sandbox.trigger('note.edited', 3)).toEqual({ deliveries: 3 })
  await eventually(() => expect(receiver.received).toHaveLength(3))
  sandbox.setSwitches({ automatic: true })
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(4))
})

test('an event triggered by the user matches even an endpoint with a narrow filter', async () => {
  const sandbox = await running({ notes: 10 })
  const folders = await sandbox.get('/v1/folders?page_size=30')
  const id = folders.body.folders?.find(({ name }) => name === '1:1s')?.id
  await sandbox.send('POST', path, {
    url: sandbox.tunnelUrl,
    scopes: ['personal'],
    events: ['note.edited'],
    folder_ids: [id],
  })
  expect(sandbox.trigger('note.edited', 5)).toEqual({ deliveries: 5 })
  expect(sandbox.trigger('note.access_granted', 1)).toEqual({ deliveries: 0 })
})

test('skipping a day sends each delivery that becomes due once', async () => {
  const receiver = await openReceiver(() => 500)
  const sandbox = await running({ listenerOrigin: () => receiver.origin, notes: 10, speed: 1 })
  const { body } = await create(sandbox)
  sandbox.trigger('note.generated', 1)
  await eventually(() => expect(sandbox.deliveries()[0]?.attempts).toHaveLength(1))
  const next = Date.parse(sandbox.deliveries()[0]?.nextAt ?? '') - Date.now()
  expect(next).toBeGreaterThan(50_000)
  expect(next).toBeLessThanOrEqual(60_000)
  for (const attempts of [2, 3, 4]) {
    sandbox.skip(dayMs)
    await eventually(() => expect(sandbox.deliveries()[0]?.attempts).toHaveLength(attempts))
    expect(sandbox.endpoints()[0]).toMatchObject({ id: body.id, enabled: true })
  }
  sandbox.skip(dayMs)
  await eventually(() => expect(sandbox.endpoints()[0]).toMatchObject({ id: body.id, enabled: false }))
  expect(sandbox.deliveries()[0]).toMatchObject({ state: 'exhausted', nextAt: null })
})

test('the sandbox sends nothing while it is suspended', async () => {
  const receiver = await openReceiver(() => 503)
  const sandbox = await running({ listenerOrigin: () => receiver.origin, notes: 10, speed: 1 })
  await create(sandbox)
  sandbox.trigger('note.generated', 1)
  await eventually(() => expect(sandbox.deliveries()[0]?.attempts).toHaveLength(1))
  sandbox.setSuspended(true)
  expect(sandbox.deliveries()[0]).toMatchObject({ state: 'pending', nextAt: null })
  sandbox.skip(dayMs)
  await new Promise((resolve) => setTimeout(resolve, 40))
  expect(receiver.received).toHaveLength(1)
  sandbox.setSuspended(false)
  await eventually(() => expect(receiver.received).toHaveLength(2))
})

test('the sandbox’s page lists requests with their status and without the API key', async () => {
  const sandbox = await running({ notes: 3 })
  await sandbox.get('/v1/notes')
  await asReceiver(sandbox, '/v1/notes?page_size=2')
  await ask(`${sandbox.baseUrl}/v1/notes/not_Aaaaaaaaaaaaa1`, {
    headers: { authorization: 'Bearer key_of_another' },
  })
  await ask(`${sandbox.baseUrl}/v1/spaces`)
  // The request that Notehook sends to test a key.
  await ask(`${sandbox.baseUrl}/v1/spaces`, { headers: { 'user-agent': 'Notehook' } })
  expect(sandbox.receiverRequests()).toMatchObject([
    { method: 'GET', path: '/v1/notes?page_size=2', status: 200, authorization: 'right', endpointId: null },
    { path: '/v1/notes/not_Aaaaaaaaaaaaa1', status: 401, authorization: 'wrong' },
    { path: '/v1/spaces', status: 401, authorization: 'absent' },
  ])
  expect(sandbox.requests()).toHaveLength(5)
  expect(JSON.stringify(sandbox.receiverRequests())).not.toMatch(/key_/)
})

test('stores a limited number of requests and deliveries', async () => {
  const sandbox = await running({ notes: 3 })
  await create(sandbox)
  for (let count = 0; count < 41; count += 1) sandbox.trigger('note.generated', 50)
  expect(sandbox.deliveries()).toHaveLength(2_000)
  const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.resume().write('GET /v1/spaces HTTP/1.1\r\nhost: sandbox\r\n\r\n'.repeat(2_010))
  await eventually(() => expect(sandbox.receiverRequests().at(-1)?.id).toBe(2_011))
  expect(sandbox.receiverRequests()).toHaveLength(2_000)
})
