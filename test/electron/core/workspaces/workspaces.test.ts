import { readdirSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import type { Sandbox } from '../../../../electron/sandbox/sandbox.ts'
import {
  fakeKeychain,
  type OpenCore,
  openCore,
  refusalOf,
  separateService,
} from '../../../support/core/open-core.ts'
import { signDelivery } from '../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../support/eventually.ts'
import { openFaultyService } from '../../../support/service/faulty-service.ts'

test('each of two workspaces has its own notes, endpoints, deliveries and index', async () => {
  const { opened, a, b } = await two()
  const { client } = opened
  const [inB, inA] = [await everything(opened), await enter(opened, a).then(() => everything(opened))]
  expect(inA.endpoints).toEqual([a.endpointId])
  expect(inB.endpoints).toEqual([b.endpointId])
  expect(inA.notes).not.toEqual(inB.notes)

  // The listener receives for both workspaces, whichever is open.
  expect(await deliver(opened, a, 'evt_a')).toBe(200)
  expect(await deliver(opened, b, 'evt_b')).toBe(200)
  const [mine, ...others] = (await client.call('deliveries.list', {})).deliveries
  expect(mine).toMatchObject({ webhookId: 'evt_a', workspaceId: a.id })
  expect(others).toEqual([])
  await enter(opened, b)
  const [theirs] = (await client.call('deliveries.list', {})).deliveries
  expect(theirs).toMatchObject({ webhookId: 'evt_b', workspaceId: b.id })
  for (const name of ['deliveries.get', 'deliveries.diagnose'] as const) {
    expect((await refusalOf(client.call(name, { id: mine?.id ?? 0 }))).code).toBe('not-found')
  }
  expect(await client.call('deliveries.list', { endpointId: a.endpointId })).toMatchObject({
    deliveries: [],
  })
})

test('opens the last of several workspaces that are requested at once', async () => {
  const { opened, a, b, secrets } = await two()
  const answers = [a, b, a, b, a].map(({ id }) => opened.client.call('workspaces.open', { id }))
  await Promise.all(answers)
  expect(idOf(await opened.client.call('workspaces.status'))).toBe(a.id)
  await opened.close()
  const again = await openCore({ secrets, dataFolder: opened.dataFolder })
  await eventually(async () => expect(idOf(await again.client.call('workspaces.status'))).toBe(a.id))
})

test('cancels the creation of an endpoint when the user opens another workspace', async () => {
  const { opened, a, b } = await two()
  b.service.knobs.latencyMs = 1_500
  const creating = refusalOf(opened.client.call('endpoints.create', draft))
  await enter(opened, a)
  expect((await creating).code).toBe('canceled')
  expect(a.service.endpoints()).toHaveLength(1)
  expect(b.service.endpoints()).toHaveLength(1)
})

test('disconnecting a workspace deletes only its API key', async () => {
  const { opened, b, secrets } = await two()
  const { client } = opened
  const before = await client.call('workspaces.contents', { id: b.id })
  expect(await client.call('workspaces.disconnect', { id: b.id })).toMatchObject({ state: 'key-missing' })
  expect([...secrets.entries.keys()].filter((account) => account.startsWith(`apikey:${b.id}`))).toEqual([])
  expect(await deliver(opened, b, 'evt_meanwhile')).toBe(200)
  const { baseUrl, apiKey } = b.service
  await client.call('workspaces.connect', { baseUrl, apiKey, workspaceId: b.id })
  expect(await client.call('workspaces.contents', { id: b.id })).toMatchObject({
    secrets: before.secrets,
    deliveries: before.deliveries + 1,
  })
  expect((await everything(opened)).endpoints).toEqual([b.endpointId])
})

test('removes a workspace only after the user types its name, and leaves others unchanged', async () => {
  const { opened, a, b, secrets } = await two()
  const { client } = opened
  await deliver(opened, a, 'evt_a')
  await deliver(opened, b, 'evt_b')
  expect(await client.call('workspaces.contents', { id: b.id })).toMatchObject({ secrets: 1, deliveries: 1 })
  const wrong = await refusalOf(client.call('workspaces.remove', { id: b.id, label: 'Alpha' }))
  expect(wrong).toMatchObject({ code: 'invalid-input', details: { fields: { label: expect.any(String) } } })

  secrets.mode = 'locked'
  const locked = await refusalOf(client.call('workspaces.remove', { id: b.id, label: 'Beta' }))
  expect(locked.code).toBe('keychain-locked')
  secrets.mode = 'ready'

  expect(idOf(await client.call('workspaces.remove', { id: b.id, label: 'Beta' }))).toBe(a.id)
  expect([...secrets.entries.keys()].every((account) => account.includes(a.id))).toBe(true)
  expect(await deliver(opened, b, 'evt_later')).toBe(404)
  expect(await client.call('workspaces.contents', { id: a.id })).toMatchObject({ secrets: 1, deliveries: 1 })
  expect((await refusalOf(client.call('workspaces.open', { id: b.id }))).code).toBe('not-found')
  expect((await client.call('workspaces.list')).map(({ label }) => label)).toEqual(['Alpha'])
})

test('deletes all rows of a removed workspace and no rows of others', async () => {
  const { opened, a, b } = await two()
  const { client } = opened
  for (const one of [a, b]) {
    await enter(opened, one)
    await deliver(opened, one, `evt_gone_${one.id}`)
    const [gone] = (await client.call('deliveries.list', {})).deliveries
    await client.call('deliveries.remove', { ids: [gone?.id ?? 0], starredToo: true })
    await deliver(opened, one, `evt_${one.id}`)
    await eventually(async () => {
      const { completeAsOf, folders } = await client.call('notes.index-status')
      expect(completeAsOf !== null && folders.read > 0).toBe(true)
    })
    one.service.disable(one.endpointId)
    await client.call('endpoints.list')
    await client.call('endpoints.set-label', { id: one.endpointId, label: 'Crm' })
    one.service.knobs.status = 418
    await refusalOf(client.call('notes.get', { id: `not_${one.id}` }))
    one.service.knobs.status = null
    await client.call('workspaces.update', { id: one.id, changes: { pace: { burst: 9, perSecond: 9 } } })
    await client.call('deliveries.save-view', { name: one.id, q: 'attempt:>1' })
  }
  const marks = (one: One) => [one.id, one.endpointId, new URL(one.url).pathname.split('/').at(-1) ?? '']
  await eventually(() =>
    expect([...traces(opened, marks(b)).keys()], 'they are looked for where they are').toEqual(
      expect.arrayContaining([
        'deliveries',
        'deleted_events',
        'note_folders',
        'endpoint_status',
        'endpoint_health',
        'endpoint_labels',
        'api_differences',
        'delivery_views',
      ]),
    ),
  )
  const others = traces(opened, marks(a))

  await client.call('workspaces.remove', { id: b.id, label: 'Beta' })
  await enter(opened, a)
  expect(traces(opened, marks(b))).toEqual(new Map())
  for (const [table, rows] of others) expect(traces(opened, marks(a)).get(table), table).toBe(rows)
})

test('stores a separate name and separate service options for each workspace', async () => {
  const { opened, a, b } = await two()
  const pace = { burst: 7, perSecond: 3 }
  await opened.client.call('workspaces.update', {
    id: a.id,
    changes: { label: 'Gamma', notePath: '/v2/{note_id}', pace },
  })
  const list = await opened.client.call('workspaces.list')
  expect(list).toMatchObject([
    { id: b.id, label: 'Beta', notePath: '/v1/notes/{note_id}', isOpen: true },
    { id: a.id, label: 'Gamma', notePath: '/v2/{note_id}', pace, updateMethod: 'auto', isOpen: false },
  ])
})

test('tests an API key without storing it', async () => {
  const service = await separateService()
  const secrets = fakeKeychain()
  const { client } = await openCore({ secrets })
  const { baseUrl, apiKey } = service
  expect(await client.call('workspaces.test-key', { baseUrl, apiKey })).toEqual({ seesNotes: true })
  const refused = await refusalOf(
    client.call('workspaces.test-key', { baseUrl, apiKey: 'key_wrong_0123456789' }),
  )
  expect(refused.code).toBe('key-rejected')
  expect(service.requests().map(({ path }) => path)).toEqual(Array(2).fill('/v1/notes?page_size=1'))
  expect(await client.call('workspaces.list')).toEqual([])
  expect(secrets.entries.size).toBe(0)
})

test.each(['workspaces.test-key', 'workspaces.connect'] as const)(
  'the user can cancel %s while the service hangs',
  async (name) => {
    const sockets = new Set<Socket>()
    const service = await openFaultyService(() => ({ raw: (socket) => void sockets.add(socket) }))
    onTestFinished(() => service.close())
    const secrets = fakeKeychain()
    const { client } = await openCore({ secrets })
    const call = new AbortController()
    const key = { baseUrl: service.baseUrl, apiKey: 'key_0123456789' }
    const trying = refusalOf(client.call(name, key, { signal: call.signal }))
    await eventually(() => expect(sockets.size).toBe(1))
    call.abort()
    expect((await trying).code).toBe('canceled')
    await eventually(() => expect([...sockets].every(({ destroyed }) => destroyed)).toBe(true))
    expect(await client.call('workspaces.status')).toMatchObject({ state: 'welcome' })
    expect(secrets.entries.size).toBe(0)
  },
)

test('rejects a second workspace with the same base URL and API key', async () => {
  const service = await separateService()
  const { client } = await openCore()
  const { baseUrl, apiKey } = service
  await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Alpha' })
  const [alpha] = await client.call('workspaces.list')
  const duplicate = await refusalOf(
    client.call('workspaces.connect', { baseUrl: `${baseUrl}/`, apiKey, label: 'Beta' }),
  )
  expect(duplicate).toMatchObject({ code: 'already-connected', details: { workspaceId: alpha?.id } })
  expect(duplicate.message).toContain('Alpha')
  expect(await client.call('workspaces.list')).toHaveLength(1)
  // Entering the same key again for its workspace and using another key at the address are both allowed.
  await client.call('workspaces.connect', { baseUrl, apiKey, workspaceId: alpha?.id ?? '' })
  const other = await refusalOf(
    client.call('workspaces.connect', { baseUrl, apiKey: 'key_other_0123456789' }),
  )
  expect(other.code).toBe('key-rejected')
})

test('offers a disconnected workspace if the user enters its base URL again', async () => {
  const { opened, b } = await two()
  const { client } = opened
  const { baseUrl, apiKey } = b.service
  await client.call('workspaces.disconnect', { id: b.id })
  const refused = await refusalOf(client.call('workspaces.connect', { baseUrl: `${baseUrl}/`, apiKey }))
  expect(refused).toMatchObject({ code: 'was-connected', details: { workspaceId: b.id } })
  expect(refused.message).toContain('Beta')
  await client.call('workspaces.connect', { baseUrl, apiKey, workspaceId: b.id })
  expect((await everything(opened)).endpoints).toEqual([b.endpointId])
  expect(await client.call('workspaces.list')).toHaveLength(2)

  await client.call('workspaces.disconnect', { id: b.id })
  await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Gamma', another: true })
  expect((await client.call('workspaces.list')).map(({ label }) => label)).toEqual(['Alpha', 'Beta', 'Gamma'])
})

test.each<[string, RegExp, (path: string) => void]>([
  [
    'a damaged store',
    /\.bad-/,
    (path) => writeFileSync(path, 'once a store, with what was received in it'.repeat(200)),
  ],
  [
    'a store of an earlier version',
    /\.old-/,
    (path) => {
      using store = new DatabaseSync(path)
      store.exec('PRAGMA user_version = 21')
    },
  ],
])('removing a workspace deletes %s that was moved aside', async (_, name, leave) => {
  const secrets = fakeKeychain()
  const first = await openCore({ secrets })
  await first.close()
  leave(join(first.dataFolder, 'notehook.db'))
  const { client, dataFolder } = await openCore({ secrets, dataFolder: first.dataFolder })
  const aside = () => readdirSync(dataFolder).filter((file) => name.test(file))
  expect(aside()).not.toEqual([])
  const { baseUrl, apiKey } = await separateService()
  await client.call('workspaces.connect', { baseUrl, apiKey, label: 'Alpha' })
  const [alpha] = await client.call('workspaces.list')
  const id = alpha?.id ?? ''
  expect(await client.call('workspaces.contents', { id })).toMatchObject({ movedAside: 1 })
  await client.call('workspaces.remove', { id, label: 'Alpha' })
  expect(aside()).toEqual([])
})

test('suspends the sandbox when another workspace opens', async () => {
  const { opened, a } = await two()
  await opened.client.call('sandbox.start', { notes: 10 })
  expect((await opened.client.call('workspaces.list')).at(-1)).toMatchObject({
    kind: 'sandbox',
    isOpen: true,
  })
  await enter(opened, a)
  expect((await opened.client.call('workspaces.list')).map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
    ['service', true],
    ['service', false],
    ['sandbox', false],
  ])
})

test('stops the sandbox without waiting until its index of notes is deleted', async () => {
  const { opened, a } = await two()
  const { client, dataFolder } = opened
  await client.call('workspaces.update', {
    id: 'sandbox',
    changes: { pace: { burst: 1000, perSecond: 1000 } },
  })
  await client.call('sandbox.start', { notes: 1200 })
  await eventually(async () => expect((await client.call('notes.index-status')).completeAsOf).not.toBeNull())
  using database = new DatabaseSync(join(dataFolder, 'notehook.db'), { readOnly: true })
  const left = () => database.prepare('SELECT count(*) AS rows FROM indexed_notes').get()?.rows
  await enter(opened, a)
  await client.call('sandbox.stop')
  expect(left()).toBeGreaterThan(600)
  await eventually(() => expect(left()).toBeLessThan(100))
  await client.call('sandbox.start', { notes: 10 })
  await eventually(async () => expect(await client.call('notes.index-status')).toMatchObject({ notes: 10 }))
})

interface One {
  readonly service: Sandbox
  readonly id: string
  readonly endpointId: string
  readonly url: string
  readonly secret: string
}

const draft = { receiver: { kind: 'inspector' as const }, scopes: ['public'], events: [], folderIds: [] }

/** Opens the workspaces Alpha and Beta, each with an endpoint that delivers to this listener. Beta is open. */
async function two() {
  const secrets = fakeKeychain()
  const opened = await openCore({ secrets })
  const connect = async (label: string, notes: number): Promise<One> => {
    const service = await separateService({ notes })
    const { baseUrl, apiKey } = service
    const status = await opened.client.call('workspaces.connect', { baseUrl, apiKey, label })
    await opened.client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com' })
    const { id, url } = await opened.client.call('endpoints.create', draft)
    const secret = service.endpoints().find((endpoint) => endpoint.id === id)?.signingSecret ?? ''
    return { service, id: idOf(status) ?? '', endpointId: id, url, secret }
  }
  return { opened, secrets, a: await connect('Alpha', 12), b: await connect('Beta', 9) }
}

const enter = ({ client }: OpenCore, { id }: One) => client.call('workspaces.open', { id })

async function everything({ client }: OpenCore) {
  const [notes, endpoints] = [await client.call('notes.page', {}), await client.call('endpoints.list')]
  return { notes: notes.items.map(({ id }) => id), endpoints: endpoints.map(({ id }) => id) }
}

async function deliver({ client }: OpenCore, { url, secret }: One, id: string): Promise<number> {
  const status = await client.call('listener.status')
  const delivery = signDelivery({ id, secret })
  const answer = await fetch((status.state === 'listening' ? status.origin : '') + new URL(url).pathname, {
    method: 'POST',
    body: new Uint8Array(delivery.body),
    headers: {
      'webhook-id': delivery.id,
      'webhook-timestamp': delivery.timestamp,
      'webhook-signature': delivery.signature,
    },
  })
  return answer.status
}

/** The tables that contain one of these texts, with the number of rows. Read from the schema, so that no table is missed. */
function traces({ dataFolder }: OpenCore, texts: readonly string[]): Map<string, number> {
  const database = new DatabaseSync(join(dataFolder, 'notehook.db'), { readOnly: true })
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    return new Map(
      tables.flatMap(({ name }) => {
        const all = database.prepare(`SELECT * FROM "${name}"`)
        all.setReadBigInts(true)
        const held = all.all().filter((row) => {
          const values = Object.values(row).map((value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
          )
          return values.some((value) => texts.some((text) => value.includes(text)))
        })
        return held.length === 0 ? [] : [[String(name), held.length] as const]
      }),
    )
  } finally {
    database.close()
  }
}

const idOf = (status: SessionStatus) => (status.state === 'welcome' ? null : status.workspace.id)
