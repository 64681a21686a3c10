import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { createApiDifferenceStore, mostPlaces } from '#core/workspaces/api-difference-store.ts'
import { secretForms } from '../../../support/canary.ts'
import { openCore, refusalOf, removeWorkspace, separateService } from '../../../support/core/open-core.ts'
import { notePayload, otherSecret, signDelivery } from '../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../support/eventually.ts'
import { type Fault, openFaultyService, type SeenRequest } from '../../../support/service/faulty-service.ts'

const apiKey = 'key_Canary0123456789abcdef'

async function odd(answer: (request: SeenRequest) => Fault | null) {
  const service = await openFaultyService((request) => {
    const collection = /\/v1\/(notes|folders|spaces)\?/.exec(request.target)?.[1]
    return (
      answer(request) ?? {
        json: collection ? { [collection]: [], hasMore: false, cursor: null } : { webhook_endpoints: [] },
      }
    )
  })
  onTestFinished(() => service.close())
  return service
}

async function connected(answer: (request: SeenRequest) => Fault | null) {
  const service = await odd(answer)
  const core = await openCore()
  await core.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey })
  await core.client.call('notes.pause-index')
  return core
}

const oddNotes = (request: SeenRequest): Fault | null =>
  request.target.startsWith('/v1/notes?')
    ? {
        json: {
          notes: [
            { id: 'not_1', object: 'note', title: 'Secret plans', mood: `happy ${apiKey}`, owner: null },
            { id: 'memo-2', object: 'memo', title: 'More', mood: 'sad', owner: null },
          ],
          hasMore: false,
          cursor: null,
        },
      }
    : null

test('stores each difference from the specification once, with a count and times', async () => {
  const { client } = await connected(oddNotes)
  await client.call('workspaces.clear-api-differences')
  await client.call('notes.page', {})
  await client.call('notes.page', {})
  const list = await client.call('workspaces.api-differences')
  expect(list.map(({ kind, where, samples, times }) => [kind, where, samples, times]).sort()).toEqual([
    ['odd-id', 'note', ['memo-2'], 2],
    ['unknown-field', 'note.mood', ['string'], 4],
    ['unknown-value', 'note.object', ['memo'], 2],
  ])
  const [first] = list
  expect(first?.firstSeenAt && first.lastSeenAt >= first.firstSeenAt).toBe(true)
  for (const { section, expected, handled } of list) {
    expect([section, expected, handled].every((words) => words.length > 5)).toBe(true)
  }
})

test('a stored difference from the specification contains no note text and no API key', async () => {
  const core = await connected((request) =>
    request.target.startsWith('/v1/notes?')
      ? {
          json: {
            notes: [{ id: 'not_1', object: 'note', [`field ${apiKey}`]: 'Secret plans', title: 7 }],
            hasMore: false,
            cursor: null,
          },
        }
      : null,
  )
  await core.client.call('notes.page', {})
  const text = JSON.stringify(await core.client.call('workspaces.api-differences'))
  expect(text).toContain('note.field [redacted]')
  for (const form of [...secretForms(apiKey), 'Secret plans']) expect(text).not.toContain(form)
})

test('updates the page when the list of differences from the specification changes', async () => {
  const { client, events } = await connected(oddNotes)
  const changes = () => events.filter(({ name }) => name === 'workspaces.api-differences-changed').length
  await client.call('notes.page', {})
  await eventually(() => expect(changes()).toBeGreaterThan(0))
  expect(await client.call('workspaces.api-differences')).toHaveLength(3)
  const before = changes()
  await client.call('workspaces.clear-api-differences')
  expect(changes()).toBe(before + 1)
  expect(await client.call('workspaces.api-differences')).toEqual([])
})

test('keeps differences from the specification after a restart, until the workspace is deleted', async () => {
  const { client, close, dataFolder } = await connected(oddNotes)
  await client.call('notes.page', {})
  await close()
  const database = openDatabase(`${dataFolder}/notehook.db`)
  const rows = () => Number(database.sql.prepare('SELECT count(*) AS n FROM api_differences').get()?.n)
  expect(rows()).toBe(3)
  const again = await openCore({ dataFolder })
  await removeWorkspace(again.client)
  expect(rows()).toBe(0)
  expect((await refusalOf(again.client.call('workspaces.api-differences'))).code).toBe('not-connected')
  database.close()
})

test('stores the 2,000 most recent differences from the specification, with five samples each', async () => {
  const { dataFolder, close } = await openCore()
  await close()
  const database = openDatabase(`${dataFolder}/notehook.db`)
  onTestFinished(() => database.close())
  const store = createApiDifferenceStore(database.sql)
  const at = (n: number) => new Date(n * 1000).toISOString()
  const place = (n: number) =>
    ({ kind: 'unknown-field', where: `note.f${n}`, samples: [`${n}`], times: 1 }) as const
  store.add(
    'w',
    Array.from({ length: mostPlaces }, (_, n) => place(n)),
    at(1),
  )
  store.add('w', [place(0)], at(2))
  store.add(
    'w',
    Array.from({ length: 20 }, (_, n) => place(5000 + n)),
    at(3),
  )
  store.add('other', [place(1)], at(3))
  const kept = store.list('w')
  expect([kept.length, kept[0]?.where, store.list('other').length]).toEqual([2000, 'note.f5019', 1])
  expect(kept.find(({ where }) => where === 'note.f0')?.times).toBe(2)
  for (let n = 0; n < 9; n += 1) store.add('w', [{ ...place(0), samples: [`s${n}`] }], at(4))
  expect(store.list('w')[0]).toMatchObject({ samples: ['0', 's0', 's1', 's2', 's3'], times: 11 })
})

test('records unknown fields and event types of verified deliveries only', async () => {
  const service = await separateService()
  const { client } = await openCore()
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com' })
  const { url } = await client.call('endpoints.create', {
    receiver: { kind: 'inspector' },
    scopes: ['personal'],
    events: [],
    folderIds: [],
  })
  const [made] = service.endpoints()
  const status = await client.call('listener.status')
  const origin = status.state === 'listening' ? status.origin : ''
  const post = (secret: string | undefined, changes: Record<string, unknown>) => {
    const { id, timestamp, signature, body } = signDelivery({ secret, body: notePayload('evt_1', changes) })
    return fetch(origin + new URL(url).pathname, {
      method: 'POST',
      headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
      body: new Uint8Array(body),
    })
  }
  await post(otherSecret, { forged: true })
  for (let n = 0; n < 2; n += 1)
    await post(made?.signingSecret, {
      event_type: 'note.archived',
      actor: 'per_1',
      data: { changed_fields: ['summary', 'title'], by: 1 },
    })
  await eventually(async () => {
    const list = await client.call('workspaces.api-differences')
    const ofEvents = list.filter(({ where }) => where.startsWith('event.'))
    expect(ofEvents.map(({ kind, where, samples, times }) => [kind, where, samples, times]).sort()).toEqual([
      ['unknown-field', 'event.actor', ['in a delivery'], 2],
      ['unknown-field', 'event.data.by', ['in a delivery'], 2],
      ['unknown-value', 'event.data.changed_fields', ['title'], 2],
      ['unknown-value', 'event.event_type', ['note.archived'], 2],
    ])
  })
})
