import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { outcomeOf, retryDelayMs } from '../../../electron/sandbox/delivery/deliveries.ts'
import type { SandboxOptions } from '../../../electron/sandbox/sandbox.ts'
import { eventually } from '../../support/eventually.ts'
import { type Behavior, openReceiver, type Received } from './receiver.ts'
import { type Resource, readAll, running } from './running.ts'

const path = '/v1/webhook-endpoints'
const fourDaysInHalfASecond = 8 * 86_400
const oneToOne = 1

/** Lets four days pass at once. The clock hardly advances before and afterwards, even on a slow machine. */
async function fourDaysPass(sandbox: { setClockSpeed(speed: number): void }): Promise<void> {
  sandbox.setClockSpeed(10 * fourDaysInHalfASecond)
  await wait(100)
  sandbox.setClockSpeed(oneToOne)
}

async function listening(behave?: Behavior, options: Partial<SandboxOptions> = {}, draft: object = {}) {
  const receiver = await openReceiver(behave)
  const sandbox = await running({ listenerOrigin: () => receiver.origin, notes: 200, ...options })
  const create = async (name: string, more: object = {}): Promise<Resource> =>
    (
      await sandbox.send('POST', path, {
        url: `${sandbox.tunnelUrl}/hooks/${name}`,
        scopes: ['personal', 'public'],
        ...more,
      })
    ).body
  const endpoint = await create('one', draft)
  return { receiver, sandbox, create, endpoint, id: String(endpoint.id) }
}

const settled = (sandbox: { deliveries(): readonly { state: string }[] }) =>
  eventually(() => expect(sandbox.deliveries().map(({ state }) => state)).not.toContain('pending'))

const whsec = (endpoint: Resource) => new Webhook(String(endpoint.signing_secret))
const headersOf = ({ headers }: Received) => headers as Record<string, string>

test('an independent library verifies the sandbox’s deliveries', async () => {
  const { receiver, sandbox, endpoint } = await listening()
  const { eventId, noteId } = sandbox.emit('note.generated')
  await settled(sandbox)

  const [one] = receiver.received
  if (!one) throw new Error('No delivery was received.')
  expect([one.method, one.path]).toEqual(['POST', '/hooks/one'])
  expect(one.headers).toMatchObject({ host: 'listener.sandbox.example.com', 'webhook-id': eventId })
  expect(whsec(endpoint).verify(one.body, headersOf(one))).toEqual({
    event_id: eventId,
    event_type: 'note.generated',
    note_id: noteId,
    occurred_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(() => whsec(endpoint).verify(`${one.body} `, headersOf(one))).toThrow()
  expect((await sandbox.get(`/v1/notes/${noteId}`)).status).toBe(200)
})

test('an event about an edited note names the changed fields', async () => {
  const { receiver, sandbox } = await listening()
  const note = (await sandbox.get('/v1/notes')).body.notes?.[3]
  const before = (await sandbox.get(`/v1/notes/${note?.id}`)).body
  sandbox.emit('note.edited', String(note?.id))
  await settled(sandbox)
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
    event_type: 'note.edited',
    note_id: note?.id,
    data: { changed_fields: ['summary'] },
  })
  const after = (await sandbox.get(`/v1/notes/${note?.id}`)).body
  expect(after.summary_markdown).not.toBe(before.summary_markdown)
  expect(Date.parse(String(after.updated_at))).toBeGreaterThan(Date.parse(String(before.updated_at)))
})

test('sends each endpoint only events within its scopes and folders', async () => {
  const { receiver, sandbox, create } = await listening()
  const folders = await readAll(sandbox, '/v1/folders?page_size=30', 'folders')
  const named = (name: string) => folders.find((folder) => folder.name === name)?.id
  const noteIn = async (name: string, wanted: (note: Resource) => boolean = () => true) => {
    const notes = await readAll(sandbox, `/v1/notes?page_size=30&folder_id=${named(name)}`, 'notes')
    return String(notes.find(wanted)?.id)
  }
  const me = sandbox.endpoints()[0] && 'noor.haddad@example.com'
  await create('edited', { events: ['note.edited'] })
  await create('personal', { scopes: ['personal'] })
  await create('public', { scopes: ['public'] })
  await create('platform', { folder_ids: [named('Platform')] })
  await create('coaching', { folder_ids: [named('Coaching')], scopes: ['personal'] })

  const recipientsOf = async (
    type: 'note.generated' | 'note.edited' | 'note.access_granted',
    noteId: string,
  ) => {
    receiver.received.length = 0
    sandbox.emit(type, noteId)
    await settled(sandbox)
    return receiver.received.map(({ path: at }) => at.replace('/hooks/', '')).sort()
  }
  const deep = await noteIn('Retry policy', ({ owner }) => owner?.email !== me)
  expect(await recipientsOf('note.generated', deep)).toEqual(['one', 'platform', 'public'])
  expect(await recipientsOf('note.edited', deep)).toEqual(['edited', 'one', 'platform', 'public'])
  const mine = await noteIn('Northwind', ({ owner }) => owner?.email === me)
  expect(await recipientsOf('note.access_granted', mine)).toEqual(['one', 'personal', 'public'])
  expect(await recipientsOf('note.generated', await noteIn('Coaching'))).toEqual([
    'coaching',
    'one',
    'personal',
  ])
})

test('signs an event for each endpoint with that endpoint’s secret', async () => {
  const { receiver, sandbox, create, endpoint } = await listening()
  const other = await create('two')
  sandbox.emit('note.generated')
  await settled(sandbox)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  for (const one of receiver.received) {
    const [right, wrong] = one.path === '/hooks/one' ? [endpoint, other] : [other, endpoint]
    expect(() => whsec(right).verify(one.body, headersOf(one))).not.toThrow()
    expect(() => whsec(wrong).verify(one.body, headersOf(one))).toThrow()
  }
})

test.each([
  [200, 'delivered'],
  [202, 'delivered'],
  [299, 'delivered'],
  [301, 'failed'],
  [307, 'failed'],
  [304, 'failed'],
  [400, 'failed'],
  [404, 'failed'],
  [410, 'failed'],
])('a delivery with the response %i counts as %s after one attempt', async (status, state) => {
  const { receiver, sandbox } = await listening(() => status, { speed: fourDaysInHalfASecond })
  sandbox.emit('note.generated')
  await settled(sandbox)
  const [delivery] = sandbox.deliveries()
  expect(delivery).toMatchObject({ state, attempts: [{ status, error: null }] })
  expect(receiver.received.map((one) => one.path)).toEqual(['/hooks/one'])
})

test.each([408, 429, 500, 503, 599, 'reset'] as const)(
  'the sandbox sends the same event again after %s',
  async (answer) => {
    const { receiver, sandbox, endpoint } = await listening((_one, index) => (index < 3 ? answer : 204), {
      speed: 86_400,
    })
    const { eventId } = sandbox.emit('note.generated')
    await settled(sandbox)
    expect(sandbox.deliveries()).toMatchObject([{ eventId, state: 'delivered' }])
    expect(sandbox.deliveries()[0]?.attempts).toHaveLength(4)
    expect(receiver.received).toHaveLength(4)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]))
    for (const one of receiver.received)
      expect(() => whsec(endpoint).verify(one.body, headersOf(one))).not.toThrow()
  },
)

test('retries a delivery if the receiver does not respond in time', async () => {
  const { sandbox } = await listening((_one, index) => (index === 0 ? 'hang' : 204), {
    receiverTimeoutMs: 50,
  })
  sandbox.emit('note.generated')
  await settled(sandbox)
  expect(sandbox.deliveries()[0]?.attempts).toMatchObject([
    { status: null, error: expect.stringContaining('ETIMEDOUT') },
    { status: 204 },
  ])
})

test('doubles the delay between retries from one minute to eight hours', () => {
  for (let status = 200; status < 600; status += 1) {
    const retried = status >= 500 || status === 408 || status === 429
    expect(outcomeOf(status)).toBe(status < 300 ? 'delivered' : retried ? 'retried' : 'failed')
  }
  expect(outcomeOf(null)).toBe('retried')
  const minutes = Array.from({ length: 12 }, (_, index) => retryDelayMs(index + 1) / 60_000)
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 480, 480, 480])
})

test('disables an endpoint after four days without a successful delivery', async () => {
  const { receiver, sandbox, id } = await listening(() => 503, { speed: 60_000 })
  sandbox.emit('note.generated')
  await eventually(() => expect(sandbox.deliveries()[0]?.attempts.length).toBeGreaterThan(8))
  sandbox.setClockSpeed(fourDaysInHalfASecond)
  await settled(sandbox)
  expect(sandbox.deliveries()[0]?.state).toBe('exhausted')
  expect((await sandbox.get(path)).body.webhook_endpoints?.[0]).toMatchObject({ id, enabled: false })

  const attempts = receiver.received.length
  sandbox.emit('note.generated')
  await sandbox.send('PATCH', `${path}/${id}`, { enabled: true })
  await wait(50)
  expect(receiver.received).toHaveLength(attempts)
  expect(sandbox.deliveries()).toHaveLength(1)
})

test('a successful delivery restarts the four days until an endpoint is disabled', async () => {
  const answers = [404, 200, 404]
  const { sandbox, id } = await listening((_one, index) => answers[index] ?? 404, { speed: oneToOne })
  for (const _ of answers) {
    sandbox.emit('note.generated')
    await settled(sandbox)
    await fourDaysPass(sandbox)
  }
  expect(sandbox.deliveries().map(({ state }) => state)).toEqual(['failed', 'delivered', 'failed'])
  expect(sandbox.endpoints()).toMatchObject([{ id, enabled: true }])
})

test('disables an endpoint that rejected every delivery for four days', async () => {
  const { sandbox, id } = await listening(() => 404, { speed: oneToOne })
  sandbox.emit('note.generated')
  await settled(sandbox)
  expect(sandbox.endpoints()).toMatchObject([{ enabled: true }])
  await fourDaysPass(sandbox)
  sandbox.emit('note.generated')
  await settled(sandbox)
  expect(sandbox.endpoints()).toMatchObject([{ enabled: false }])

  await sandbox.send('PATCH', `${path}/${id}`, { enabled: true })
  sandbox.emit('note.generated')
  await settled(sandbox)
  expect(sandbox.endpoints()).toMatchObject([{ enabled: true }])
})

const failsAtFirst: Behavior = (_one, index) => (index === 0 ? 500 : 204)

test('waits a minimum time before a retry, however fast the clock runs', async () => {
  const { sandbox } = await listening(failsAtFirst, { speed: 86_400, minRetryMs: 300 })
  sandbox.emit('note.generated')
  await eventually(() => expect(sandbox.deliveries()[0]?.attempts).toHaveLength(1))
  const dueAt = sandbox.deliveries()[0]?.nextAt
  await settled(sandbox)
  const [first, second] = sandbox.deliveries()[0]?.attempts ?? []
  for (const next of [dueAt, second?.at])
    expect(Date.parse(next ?? '') - Date.parse(first?.at ?? '')).toBeGreaterThanOrEqual(299)
})

test('sends due retries at once when the clock is moved ahead', async () => {
  const { sandbox } = await listening(failsAtFirst, { speed: 86_400, minRetryMs: 600_000 })
  sandbox.emit('note.generated')
  await eventually(() => expect(sandbox.deliveries()[0]?.attempts).toHaveLength(1))
  sandbox.skip(3_600_000)
  await settled(sandbox)
  expect(sandbox.deliveries()).toMatchObject([{ state: 'delivered' }])
})

test('sends retries sooner when the clock runs faster', async () => {
  const { receiver, sandbox } = await listening((_one, index) => (index === 0 ? 500 : 204), {
    speed: oneToOne,
  })
  sandbox.emit('note.generated')
  await eventually(() => expect(sandbox.deliveries()[0]?.attempts).toHaveLength(1))
  await wait(100)
  expect(receiver.received).toHaveLength(1)
  sandbox.setClockSpeed(100_000)
  await settled(sandbox)
  expect(receiver.received).toHaveLength(2)
})

test.each(['DELETE', 'PATCH'])('aborts a running delivery on %s', async (method) => {
  const { receiver, sandbox, id } = await listening(() => 'hang', { speed: fourDaysInHalfASecond })
  sandbox.emit('note.generated')
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await sandbox.send(method, `${path}/${id}`, method === 'PATCH' ? { enabled: false } : undefined)
  expect(sandbox.deliveries()).toMatchObject([{ state: 'dropped', attempts: [] }])
  await eventually(() => expect(receiver.aborted).toEqual(['/hooks/one']))
  sandbox.emit('note.generated')
  expect(sandbox.deliveries()).toHaveLength(1)
})

test('sends retries to the new URL of an endpoint that was updated', async () => {
  const { receiver, sandbox, id } = await listening(({ path: at }) => (at === '/hooks/one' ? 500 : 204), {
    speed: oneToOne,
  })
  const { eventId } = sandbox.emit('note.generated')
  await eventually(() => expect(sandbox.deliveries()[0]?.attempts).toHaveLength(1))
  await sandbox.send('PATCH', `${path}/${id}`, { url: `${sandbox.tunnelUrl}/hooks/moved?to=here` })
  sandbox.setClockSpeed(100_000)
  await settled(sandbox)
  const last = receiver.received.at(-1)
  expect([last?.path, last?.headers['webhook-id']]).toEqual(['/hooks/moved?to=here', eventId])
})

test('sends no delivery to hosts other than loopback', async () => {
  const receiver = await openReceiver()
  let listener: string | null = receiver.origin
  const sandbox = await running({ notes: 10, listenerOrigin: () => listener })
  const deliverTo = async (url: string) => {
    const { body } = await sandbox.send('POST', path, { url, scopes: ['personal', 'public'] })
    sandbox.emit('note.generated')
    await eventually(() => expect(sandbox.deliveries().at(-1)?.attempts.length).toBeGreaterThan(0))
    await sandbox.send('DELETE', `${path}/${body.id}`)
    return sandbox.deliveries().at(-1)?.attempts[0]
  }
  for (const url of ['https://hooks.example.com/', 'https://8.8.8.8/', `${sandbox.tunnelUrl}:8443/`]) {
    expect(await deliverTo(url)).toMatchObject({ status: null, error: expect.stringContaining('ENOTFOUND') })
  }
  listener = 'http://192.0.2.1'
  expect(await deliverTo(sandbox.tunnelUrl)).toMatchObject({
    error: expect.stringContaining('EHOSTUNREACH'),
  })
  listener = null
  expect(await deliverTo(sandbox.tunnelUrl)).toMatchObject({
    error: expect.stringContaining('ECONNREFUSED'),
  })
  expect(receiver.received).toEqual([])
})

test('delivers to the listener after it restarted on another port', async () => {
  let origin: string | null = null
  const { sandbox } = await listening(undefined, { listenerOrigin: () => origin })
  sandbox.emit('note.generated')
  await eventually(() => expect(sandbox.deliveries()[0]?.attempts.length).toBeGreaterThan(0))
  const receiver = await openReceiver()
  origin = receiver.origin
  await settled(sandbox)
  expect(receiver.received).toHaveLength(1)
})
