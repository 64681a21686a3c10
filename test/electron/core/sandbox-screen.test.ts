import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openCore, refusalOf, separateService } from '../../support/core/open-core.ts'
import { eventually } from '../../support/eventually.ts'

async function withSandbox() {
  const app = await openCore()
  await app.client.call('sandbox.start', { notes: 20 })
  await app.client.call('sandbox.set-switches', { automatic: false })
  return app
}

test('shows the base URL of the sandbox, and only the end of the receiver’s API key', async () => {
  const { client, sandboxes, log } = await withSandbox()
  const status = await client.call('sandbox.status')
  const { apiKey } = await client.call('sandbox.receiver-key')
  expect(status).toMatchObject({
    baseUrl: sandboxes[0]?.baseUrl,
    speed: 1_440,
    keyHint: apiKey.slice(-4),
    switches: { automatic: false, failing: false },
  })
  expect(JSON.stringify(status)).not.toContain(apiKey)
  expect(apiKey).not.toBe(sandboxes[0]?.apiKey)
  const response = await fetch(`${status.baseUrl}/v1/notes`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  expect(response.status).toBe(200)
  expect(await client.call('sandbox.activity')).toMatchObject({
    requests: [{ method: 'GET', path: '/v1/notes', status: 200, authorization: 'right' }],
  })
  expect(log.join()).not.toContain(apiKey)
})

test('triggers events and changes the speed and switches of the sandbox, and updates the page', async () => {
  const { client, events } = await withSandbox()
  expect(await client.call('sandbox.trigger', { type: 'note.generated', count: 50 })).toEqual({
    deliveries: 50,
  })
  await eventually(async () => {
    const { deliveries } = await client.call('sandbox.activity')
    expect(deliveries.filter(({ state }) => state === 'delivered').length).toBeGreaterThanOrEqual(50)
    expect(deliveries[0]?.id).toBeGreaterThan(deliveries[1]?.id ?? 0)
  })
  expect(await client.call('sandbox.set-speed', { speed: 60 })).toMatchObject({ speed: 60 })
  expect(await client.call('sandbox.skip-day')).toMatchObject({ speed: 60 })
  expect(await client.call('sandbox.set-switches', { notesNotReady: true })).toMatchObject({
    switches: { notesNotReady: true, failing: false },
  })
  await eventually(() => expect(events.map(({ name }) => name)).toContain('sandbox.changed'))
  for (const speed of [0.5, 1_441, Number.NaN])
    expect((await refusalOf(client.call('sandbox.set-speed', { speed }))).code).toBe('invalid-input')
  expect((await refusalOf(client.call('sandbox.trigger', { type: 'note.edited', count: 51 }))).code).toBe(
    'invalid-input',
  )
})

test('reports how long an endpoint has failed on the sandbox clock, until it is disabled', async () => {
  const { client } = await withSandbox()
  await client.call('sandbox.set-speed', { speed: 1 })
  const failingDays = async () => {
    const { failing } = await client.call('sandbox.status')
    return failing && Math.floor(failing.forMs / 86_400_000)
  }
  await client.call('sandbox.set-switches', { outage: true })
  expect(await failingDays()).toBeNull()
  await client.call('sandbox.trigger', { type: 'note.generated', count: 1 })
  for (const days of [0, 1, 2, 3, null]) {
    await eventually(async () => expect(await failingDays()).toBe(days))
    await client.call('sandbox.skip-day')
  }
  expect(await client.call('endpoints.list')).toMatchObject([{ enabled: false }])
})

test('sends a test event only to the selected endpoint and marks it as a test', async () => {
  const { client } = await withSandbox()
  const { id } = await client.call('endpoints.create', {
    receiver: { kind: 'inspector' },
    scopes: ['personal', 'public'],
    events: [],
    folderIds: [],
  })
  const event = { type: 'note.edited', count: 1 } as const
  const startedAt = new Date().toISOString()
  expect(await client.call('sandbox.trigger', { ...event, endpointId: id })).toEqual({ deliveries: 1 })
  const logged = async () => (await client.call('sandbox.activity')).deliveries
  const [{ noteId } = { noteId: '' }] = (await logged()).filter(({ isTest }) => isTest)
  const note = await client.call('notes.get', { id: noteId })
  expect((note.updatedAt ?? '') < startedAt, 'other endpoints would miss a change').toBe(true)
  await client.call('sandbox.trigger', event)
  const deliveries = await logged()
  expect(deliveries.length).toBeGreaterThan(1)
  expect(deliveries.filter(({ isTest }) => isTest)).toMatchObject([
    { endpointId: id, eventType: 'note.edited' },
  ])
  const unknown = { ...event, endpointId: 'whe_00000000000000' }
  expect(await client.call('sandbox.trigger', unknown)).toEqual({ deliveries: 0 })
})

test('rejects calls that control the sandbox while another workspace is open', async () => {
  const { client } = await withSandbox()
  const { baseUrl, apiKey } = await separateService({ notes: 3 })
  await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Acme' })
  for (const call of [
    () => client.call('sandbox.status'),
    () => client.call('sandbox.receiver-key'),
    () => client.call('sandbox.activity'),
    () => client.call('sandbox.trigger', { type: 'note.edited', count: 1 }),
    () => client.call('sandbox.set-switches', { failing: true }),
  ])
    expect((await refusalOf(call())).code).toBe('not-connected')
})

test('stores simulated faults of the sandbox with a diagnosis, but does not warn about them', async () => {
  const { client, dataFolder, notices } = await openCore({
    sandbox: { activityMs: 60_000, producedEveryMs: 20 },
  })
  await client.call('sandbox.start', { notes: 20 })
  await client.call('sandbox.set-switches', { automatic: false })
  await client.call('sandbox.trigger', { type: 'note.generated', count: 1 })
  await eventually(async () =>
    expect((await client.call('sandbox.activity')).deliveries.map(({ state }) => state)).toContain(
      'delivered',
    ),
  )
  await client.call('sandbox.set-switches', { producesFailures: true })
  const refused = await eventually(async () => {
    const { deliveries } = await client.call('deliveries.list', { limit: 100 })
    const found = deliveries.filter(({ verdict }) => verdict !== 'verified')
    expect(found.length).toBeGreaterThan(5)
    return found
  })
  await client.call('sandbox.set-switches', { producesFailures: false })
  expect(new Set(refused.map(({ verdict }) => verdict))).toEqual(new Set(['signature-mismatch', 'stale']))
  const whole = await client.call('deliveries.get', { id: refused[0]?.id ?? 0 })
  expect(whole.headers.map(([name]) => name.toLowerCase())).toContain('sandbox-produced')
  const [endpoint] = await client.call('endpoints.list')
  expect(endpoint).toMatchObject({
    enabled: true,
    secret: expect.not.stringMatching('wrong'),
    fourDays: { failingSince: null, failures: 0, mismatches: null },
  })
  // The deliberate failures leave no record of a period in which events failed.
  const store = new DatabaseSync(join(dataFolder, 'notehook.db'), { readOnly: true })
  expect(
    store.prepare("SELECT reason FROM missed_gaps WHERE reason IN ('failing', 'refused')").all(),
  ).toEqual([])
  store.close()
  expect(notices).toEqual([])
})
