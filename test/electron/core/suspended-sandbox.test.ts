import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type OpenCore, openCore, refusalOf, separateService } from '../../support/core/open-core.ts'
import { eventually } from '../../support/eventually.ts'

// The sandbox workspace loses and publishes nothing while another workspace is open.

const draft = { receiver: { kind: 'inspector' } as const, scopes: ['personal'], events: [], folderIds: [] }

async function withSandbox() {
  const app = await openCore({ sandbox: { activityMs: 30 } })
  await app.client.call('sandbox.start', { notes: 20 })
  await app.client.call('endpoints.create', draft)
  await eventually(() => expect(attempts(app)).toBeGreaterThan(3))
  return app
}

const sandboxOf = ({ sandboxes }: OpenCore) => {
  const [sandbox] = sandboxes
  if (!sandbox) throw new Error('It was never opened.')
  return sandbox
}
const attempts = (app: OpenCore) =>
  sandboxOf(app)
    .deliveries()
    .reduce((sum, one) => sum + one.attempts.length, 0)

async function connect(app: OpenCore) {
  const { baseUrl, apiKey } = await separateService({ notes: 8 })
  await app.client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
}

test('keeps the sandbox’s endpoints while another workspace is open, and resumes deliveries later', async () => {
  const app = await withSandbox()
  const before = (await app.client.call('endpoints.list')).map(({ id }) => id)
  expect(before).toHaveLength(2)
  await connect(app)
  expect(sandboxOf(app).endpoints()).toHaveLength(2)
  expect(await app.client.call('endpoints.list')).toEqual([])

  await app.client.call('sandbox.start', {})
  expect(app.sandboxes).toHaveLength(1)
  const after = await app.client.call('endpoints.list')
  expect(after.map(({ id }) => id)).toEqual(before)
  expect(after.map(({ secret }) => secret)).not.toContain('missing')
  const was = attempts(app)
  await eventually(() => expect(attempts(app)).toBeGreaterThan(was + 3))
})

test('the sandbox sends nothing while it is suspended', async () => {
  const app = await withSandbox()
  const [endpoint] = await app.client.call('endpoints.list')
  await app.client.call('listener.set-simulated-response', {
    endpointId: endpoint?.id ?? '',
    rule: { status: 503, delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 },
  })
  const isWaiting = () =>
    sandboxOf(app)
      .deliveries()
      .some(({ state }) => state === 'pending')
  await eventually(() => expect(isWaiting()).toBe(true))
  await connect(app)
  // Waits until all deliveries in progress have arrived.
  let was = attempts(app)
  for (await sleep(300); was !== attempts(app); await sleep(300)) was = attempts(app)
  const notes = sandboxOf(app).requests().length
  await sleep(600)
  expect(attempts(app)).toBe(was)
  expect(sandboxOf(app).requests()).toHaveLength(notes)
})

test('lists a suspended sandbox as a closed workspace until the sandbox is stopped', async () => {
  const app = await withSandbox()
  await connect(app)
  const listed = async () =>
    (await app.client.call('workspaces.list')).map(({ kind, isOpen }) => [kind, isOpen] as const)
  expect(await listed()).toEqual([
    ['service', true],
    ['sandbox', false],
  ])
  expect((await app.client.call('tunnel.status')).source).toBe('none')
  expect(await app.client.call('workspaces.open', { id: 'sandbox' })).toMatchObject({
    workspace: { kind: 'sandbox' },
  })
  expect((await app.client.call('tunnel.status')).source).toBe('sandbox')
  const [acme] = await app.client.call('workspaces.list')
  await app.client.call('workspaces.open', { id: acme?.id ?? '' })
  expect(await app.client.call('sandbox.stop')).toMatchObject({ workspace: { label: 'Acme' } })
  expect(await listed()).toEqual([['service', true]])
  expect((await refusalOf(app.client.call('workspaces.open', { id: 'none' }))).code).toBe('not-found')
})

test('reports that the sandbox is listening only while the sandbox is open', async () => {
  const app = await withSandbox()
  const { client } = app
  const listen = { scopes: ['personal', 'public'], events: [], folderIds: [], temporary: true }
  await client.call('listening.start', listen)
  await eventually(async () => expect((await client.call('listening.status')).state).toBe('live'))
  const live = await client.call('listening.status')
  await connect(app)
  const told = app.events.length
  expect(await client.call('listening.status')).toEqual({ state: 'idle' })
  await sleep(300)
  expect(app.events.slice(told).filter(({ name }) => name === 'listening.changed')).toEqual([])
  expect(await client.call('listening.leftovers')).toEqual([])
  await client.call('sandbox.start', {})
  expect(await client.call('listening.status')).toEqual(live)
  expect(await client.call('listening.stop')).toEqual({ state: 'idle' })
  expect(sandboxOf(app).endpoints()).toHaveLength(2)
})

test('ends a suspended sandbox when the app quits', async () => {
  const app = await withSandbox()
  await connect(app)
  await app.close()
  await expect(fetch(sandboxOf(app).baseUrl)).rejects.toThrow()
})
