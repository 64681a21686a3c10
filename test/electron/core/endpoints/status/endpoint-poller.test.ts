import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { EndpointDraft } from '#shared/endpoints/model.ts'
import {
  fakeKeychain,
  type OpenCore,
  type OpenCoreOptions,
  openCore,
  refusalOf,
  separateService,
} from '../../../../support/core/open-core.ts'
import { eventually } from '../../../../support/eventually.ts'

const draft: EndpointDraft = {
  receiver: { kind: 'url', url: 'https://hooks.example.com/in' },
  scopes: ['personal', 'public'],
  events: [],
  folderIds: [],
}

async function connected(options: Pick<OpenCoreOptions, 'showsNotices'> = {}) {
  const service = await separateService()
  const secrets = fakeKeychain()
  const opened = await openCore({ secrets, ...options })
  await opened.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  const endpoint = await opened.client.call('endpoints.create', draft)
  await opened.client.call('endpoints.list')
  return Object.assign(opened, { service, secrets, endpoint })
}

const told = ({ events }: OpenCore) =>
  events.flatMap((event) => (event.name === 'endpoints.disabled' ? [event.data.endpoints] : []))

async function only({ client }: OpenCore) {
  const [one] = await client.call('endpoints.list')
  if (!one) throw new Error('There is no endpoint.')
  return one
}

test('notifies the user once about an endpoint that another client disabled', async () => {
  const opened = await connected()
  const { service, endpoint, secrets, dataFolder } = opened
  const beforeMs = Date.now()
  service.disable(endpoint.id)
  expect(await only(opened)).toMatchObject({ enabled: false, disabledState: { by: 'elsewhere' } })
  await only(opened)
  expect(told(opened)).toEqual([[{ id: endpoint.id, url: endpoint.url, label: null, by: 'elsewhere' }]])
  expect(opened.notices).toEqual([
    {
      title: expect.stringContaining('hooks.example.com'),
      body: expect.stringContaining('Events are missed'),
      place: expect.stringContaining('#/attention?workspace='),
    },
  ])
  const { disabledState } = await only(opened)
  expect(Date.parse(disabledState?.lastEnabledAt ?? '')).toBeLessThanOrEqual(
    Date.parse(disabledState?.noticedAt ?? ''),
  )
  expect(Date.parse(disabledState?.noticedAt ?? '')).toBeGreaterThanOrEqual(beforeMs)
  await opened.close()

  const again = await openCore({ secrets, dataFolder })
  await eventually(async () => expect((await again.client.call('workspaces.status')).state).toBe('connected'))
  expect(await only(again)).toMatchObject({ disabledState })
  expect(told(again)).toEqual([])
  expect(again.notices).toEqual([])
})

test.each<[string, (opened: Awaited<ReturnType<typeof connected>>) => Promise<unknown>]>([
  ['endpoints.create', ({ client }) => client.call('endpoints.create', draft)],
  [
    'endpoints.update',
    ({ client, endpoint }) =>
      client.call('endpoints.update', { id: endpoint.id, changes: { scopes: ['public'] } }),
  ],
  [
    'endpoints.replace',
    ({ client, endpoint }) =>
      client.call('endpoints.replace', { id: endpoint.id, why: 'rotate', changes: {} }),
  ],
  [
    'endpoints.import-secret',
    async ({ client }) =>
      refusalOf(
        client.call('endpoints.import-secret', {
          id: 'whe_Aaaaaaaaaaaaa9',
          secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
        }),
      ),
  ],
  ['missed.look', ({ client }) => client.call('missed.look')],
])('detects a disabled endpoint in the list that %s reads', async (_procedure, read) => {
  const opened = await connected()
  const { service, endpoint } = opened
  service.disable(endpoint.id)
  await read(opened)
  expect(told(opened)).toMatchObject([[{ id: endpoint.id, by: 'elsewhere' }]])
})

test('tells the user in the window if the system blocked a notification', async () => {
  const opened = await connected({ showsNotices: false })
  const { service, endpoint, client } = opened
  expect((await client.call('app.info')).notices).toEqual([])
  service.disable(endpoint.id)
  await only(opened)
  const said = {
    id: 'notification-1',
    tone: 'warning',
    title: 'Your system blocked a notification from Notehook.',
    message: 'Allow notifications in your system settings.',
  }
  await eventually(async () => expect((await client.call('app.info')).notices).toEqual([said]))
  expect(opened.events).toContainEqual(
    expect.objectContaining({ name: 'app.changed', data: expect.objectContaining({ notices: [said] }) }),
  )
})

test('detects an endpoint that was disabled while the app was closed', async () => {
  const opened = await connected()
  await opened.close()
  opened.service.disable(opened.endpoint.id)
  const again = await openCore({ secrets: opened.secrets, dataFolder: opened.dataFolder })
  await eventually(async () => expect((await again.client.call('workspaces.status')).state).toBe('connected'))
  await only(again)
  expect(again.notices).toHaveLength(1)
})

test('reports no endpoint that this app disabled or that the first list shows as disabled', async () => {
  const opened = await connected()
  const { client, service, endpoint } = opened
  await client.call('endpoints.update', { id: endpoint.id, changes: { enabled: false } })
  expect(await only(opened)).toMatchObject({ disabledState: { by: 'here' } })
  await opened.close()

  const stranger = await openCore({ secrets: fakeKeychain() })
  const { baseUrl, apiKey } = service
  await stranger.client.call('workspaces.connect', { baseUrl, apiKey })
  expect(await only(stranger)).toMatchObject({ disabledState: { by: 'unknown' } })
  for (const { notices } of [opened, stranger]) expect(notices).toEqual([])
  for (const one of [opened, stranger]) expect(told(one)).toEqual([])
})

test('reports a new endpoint that was disabled before the list was read again', async () => {
  const opened = await connected()
  const { client, service } = opened
  const { id } = await client.call('endpoints.create', draft)
  service.disable(id)
  const list = await client.call('endpoints.list')
  expect(list.find((one) => one.id === id)).toMatchObject({ disabledState: { by: 'elsewhere' } })
  expect(told(opened).flat()).toMatchObject([{ id, by: 'elsewhere' }])
  expect(opened.notices).toHaveLength(1)
})

test('reports that another client disabled an endpoint after this app failed to disable it', async () => {
  const opened = await connected()
  const { client, service, endpoint } = opened
  service.knobs.enabledIgnored = true
  const switched = client.call('endpoints.update', { id: endpoint.id, changes: { enabled: false } })
  expect((await refusalOf(switched)).code).toBe('enabled-unchanged')
  // Simulates another client that disables the endpoint later.
  service.disable(endpoint.id)
  expect(await only(opened)).toMatchObject({ disabledState: { by: 'elsewhere' } })
  expect(opened.notices).toHaveLength(1)
})

test('shows how long an endpoint was disabled, and which notes changed during that time', async () => {
  const opened = await connected()
  const { client, service, endpoint } = opened
  await eventually(async () => expect((await client.call('missed.status')).asOf).not.toBeNull())
  const gaps = async () => {
    const from = new Date().toISOString()
    await client.call('missed.look')
    return eventually(async () => {
      const { asOf, endpoints } = await client.call('missed.status')
      expect((asOf ?? '') >= from).toBe(true)
      expect(endpoints).toMatchObject([{ isKnown: false, behind: 0 }])
      return endpoints[0]?.gaps
    })
  }
  const changedIn = async () =>
    (await client.call('missed.notes', { endpointId: endpoint.id })).notes.map(({ id }) => id)
  expect(await gaps()).toEqual([])
  expect((await only(opened)).downtime).toBeNull()
  service.disable(endpoint.id)
  await only(opened)
  const { noteId } = service.emit('note.edited')
  expect(await gaps()).toMatchObject([{ reason: 'disabled', to: null, unknown: 1 }])
  expect(await changedIn()).toEqual([noteId])

  await client.call('endpoints.update', { id: endpoint.id, changes: { enabled: true } })
  service.emit('note.generated')
  expect(await gaps()).toMatchObject([{ reason: 'disabled', to: expect.any(String) }])
  expect(await changedIn()).toEqual([noteId])
})

test('counts down four days of failures until the service disables the endpoint', async () => {
  const opened = await openCore({ sandbox: { speed: 43_200 } })
  const { client } = opened
  await client.call('sandbox.start', { notes: 20 })
  const [proven] = await eventually(async () => {
    const list = await client.call('endpoints.list')
    expect(list[0]?.fourDays).toMatchObject({
      lastSuccessAt: expect.any(String),
      failures: 0,
      disablesAt: null,
    })
    return list
  })
  // From now on every delivery is answered with 503, because this machine's clock is wrong.
  opened.ahead = 600_000
  const failing = await eventually(async () => {
    const { fourDays } = await only(opened)
    expect(fourDays?.failingSince).not.toBeNull()
    return fourDays
  })
  // At this speed, four days last eight seconds.
  const span = Date.parse(failing?.disablesAt ?? '') - Date.parse(failing?.failingSince ?? '')
  expect(span).toBe(8_000)
  expect(failing?.lastSuccessAt).not.toBeNull()
  await eventually(async () => expect(await only(opened)).toMatchObject({ enabled: false }))
  expect(await only(opened)).toMatchObject({ disabledState: { by: 'service' } })
  expect(told(opened)).toEqual([[{ id: proven?.id, url: proven?.url, label: proven?.label, by: 'service' }]])

  opened.ahead = 0
  await client.call('endpoints.update', { id: proven?.id ?? '', changes: { enabled: true } })
  expect((await only(opened)).fourDays).toMatchObject({ failingSince: null, disablesAt: null })
})

test.each([
  ['three days', 3, 'elsewhere'],
  ['five days', 5, 'service'],
] as const)(
  'reports whether the service disabled an endpoint while the listener was off for %s',
  async (_, days, by) => {
    const opened = await connected()
    const { client, service } = opened
    await client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://tunnel.example.com' })
    const { id } = await client.call('endpoints.create', { ...draft, receiver: { kind: 'inspector' } })
    await client.call('endpoints.list')
    await client.call('listener.stop')
    opened.ahead = days * 86_400_000
    for (const one of [id, opened.endpoint.id]) service.disable(one)
    const listed = await client.call('endpoints.list')
    expect(listed.find((one) => one.id === id)).toMatchObject({ disabledState: { by } })
    // Deliveries to other receivers don't depend on this computer.
    expect(listed.find((one) => one.id !== id)).toMatchObject({ disabledState: { by: 'elsewhere' } })
  },
)

test('polls the list of endpoints as long as the app runs', async () => {
  const opened = await openCore()
  const { client, sandboxes } = opened
  await client.call('sandbox.start', { notes: 10 })
  const first = await only(opened)
  sandboxes.at(-1)?.disable(first.id)
  await eventually(() => expect(opened.notices).toHaveLength(1))
})

test('lists endpoints while another program locks the store, and records changes afterwards', async () => {
  const opened = await connected()
  const holder = new DatabaseSync(join(opened.dataFolder, 'notehook.db'))
  holder.exec('BEGIN IMMEDIATE')
  opened.service.disable(opened.endpoint.id)
  expect(await only(opened)).toMatchObject({ id: opened.endpoint.id, enabled: false })
  expect(opened.notices).toEqual([])
  holder.close()
  expect(await only(opened)).toMatchObject({ disabledState: { by: 'elsewhere' } })
  expect(opened.notices).toHaveLength(1)
})
