import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { type OpenCore, openCore, refusalOf, separateService } from '../../support/open-core.ts'

// The practice workspace while another one is open: nothing of it is lost, and nothing of it is heard.

const draft = { receiver: { kind: 'inspector' } as const, scopes: ['personal'], events: [], folderIds: [] }

async function withPractice() {
  const app = await openCore({ practice: { activityMs: 30 } })
  await app.client.call('practice.start', { notes: 20 })
  await app.client.call('endpoints.create', draft)
  await eventually(() => expect(attempts(app)).toBeGreaterThan(3))
  return app
}

const practiceOf = ({ practices }: OpenCore) => {
  const [practice] = practices
  if (!practice) throw new Error('It was never opened.')
  return practice
}
const attempts = (app: OpenCore) =>
  practiceOf(app)
    .deliveries()
    .reduce((sum, one) => sum + one.attempts.length, 0)

async function connect(app: OpenCore) {
  const { baseUrl, apiKey } = await separateService({ notes: 8 })
  await app.client.call('session.connect', { baseUrl, apiKey, label: 'Acme' })
}

test('connecting a workspace keeps the endpoints of practice, and coming back finds them receiving', async () => {
  const app = await withPractice()
  const before = (await app.client.call('endpoints.list')).map(({ id }) => id)
  expect(before).toHaveLength(2)
  await connect(app)
  expect(practiceOf(app).endpoints()).toHaveLength(2)
  expect(await app.client.call('endpoints.list')).toEqual([])

  await app.client.call('practice.start', {})
  expect(app.practices).toHaveLength(1)
  const after = await app.client.call('endpoints.list')
  expect(after.map(({ id }) => id)).toEqual(before)
  expect(after.map(({ secret }) => secret)).not.toContain('missing')
  const was = attempts(app)
  await eventually(() => expect(attempts(app)).toBeGreaterThan(was + 3))
})

test('while it is suspended nothing is sent, retries wait, and its clock stands still', async () => {
  const app = await withPractice()
  const [endpoint] = await app.client.call('endpoints.list')
  await app.client.call('inspector.set-response', {
    endpointId: endpoint?.id ?? '',
    rule: { status: 503, delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 },
  })
  const isWaiting = () =>
    practiceOf(app)
      .deliveries()
      .some(({ state }) => state === 'pending')
  await eventually(() => expect(isWaiting()).toBe(true))
  await connect(app)
  // What was on its way has arrived.
  await sleep(200)
  const was = attempts(app)
  const notes = practiceOf(app).requests().length
  await sleep(600)
  expect(attempts(app)).toBe(was)
  expect(practiceOf(app).requests()).toHaveLength(notes)
})

test('it is listed as a workspace that is not open, opened like one, and ended only when that is asked for', async () => {
  const app = await withPractice()
  await connect(app)
  const listed = async () =>
    (await app.client.call('profiles.list')).map(({ kind, isOpen }) => [kind, isOpen] as const)
  expect(await listed()).toEqual([
    ['service', true],
    ['practice', false],
  ])
  expect((await app.client.call('tunnel.status')).source).toBe('none')
  expect(await app.client.call('profiles.open', { id: 'practice' })).toMatchObject({
    workspace: { kind: 'practice' },
  })
  expect((await app.client.call('tunnel.status')).source).toBe('practice')
  const [acme] = await app.client.call('profiles.list')
  await app.client.call('profiles.open', { id: acme?.id ?? '' })
  expect(await app.client.call('practice.stop')).toMatchObject({ workspace: { label: 'Acme' } })
  expect(await listed()).toEqual([['service', true]])
  expect((await refusalOf(app.client.call('profiles.open', { id: 'none' }))).code).toBe('not-found')
})

test('listening in practice is told of in practice only, and is live again on return', async () => {
  const app = await withPractice()
  const { client } = app
  const listen = { scopes: ['personal', 'public'], events: [], folderIds: [], temporary: true }
  await client.call('listen.start', listen)
  await eventually(async () => expect((await client.call('listen.status')).state).toBe('live'))
  const live = await client.call('listen.status')
  await connect(app)
  const told = app.events.length
  expect(await client.call('listen.status')).toEqual({ state: 'idle' })
  await sleep(300)
  expect(app.events.slice(told).filter(({ name }) => name === 'listen.changed')).toEqual([])
  expect(await client.call('listen.leftovers')).toEqual([])
  await client.call('practice.start', {})
  expect(await client.call('listen.status')).toEqual(live)
  expect(await client.call('listen.stop')).toEqual({ state: 'idle' })
  expect(practiceOf(app).endpoints()).toHaveLength(2)
})

test('quitting ends a practice that is suspended', async () => {
  const app = await withPractice()
  await connect(app)
  await app.close()
  await expect(fetch(practiceOf(app).baseUrl)).rejects.toThrow()
})
