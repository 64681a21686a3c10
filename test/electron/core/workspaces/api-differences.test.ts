import { readdirSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import type { SaveFile } from '#core/platform/ports.ts'
import { createSurpriseStore, mostPlaces } from '#core/workspaces/api-difference-store.ts'
import { secretForms } from '../../../support/canary.ts'
import { eventually } from '../../../support/eventually.ts'
import { type Fault, openFaultyService, type SeenRequest } from '../../../support/faulty-service.ts'
import { openCore, refusalOf, removeWorkspace } from '../../../support/open-core.ts'

const apiKey = 'key_Canary0123456789abcdef'

/** A service whose notes are as `note` says and everything else is empty. */
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

async function connected(answer: (request: SeenRequest) => Fault | null, host: { saveFile?: SaveFile } = {}) {
  const service = await odd(answer)
  const core = await openCore(host)
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

test('keeps each kind at each place once, with how often, when, and what was assumed and done', async () => {
  const { client } = await connected(oddNotes)
  await client.call('surprises.clear')
  await client.call('notes.page', {})
  await client.call('notes.page', {})
  const list = await client.call('surprises.list', {})
  expect(list.map(({ kind, where, samples, times }) => [kind, where, samples, times]).sort()).toEqual([
    ['odd-id', 'note', ['memo-2'], 2],
    ['unknown-field', 'note.mood', ['string'], 4],
    ['unknown-value', 'note.object', ['memo'], 2],
  ])
  const [first] = list
  expect(first?.firstSeenAt && first.lastSeenAt >= first.firstSeenAt).toBe(true)
  for (const { section, assumed, handled } of list) {
    expect([section, assumed, handled].every((words) => words.length > 5)).toBe(true)
  }
})

test('holds nothing of a note and no key, though the service puts them into names', async () => {
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
  const { text } = await core.client.call('surprises.export', { format: 'json' })
  expect(text).toContain('note.field [redacted]')
  for (const form of [...secretForms(apiKey), 'Secret plans']) expect(text).not.toContain(form)
})

test('filters by words and by kind', async () => {
  const { client } = await connected(oddNotes)
  await client.call('notes.page', {})
  const wheres = async (filter: Parameters<typeof client.call<'surprises.list'>>[1]) =>
    (await client.call('surprises.list', filter)).map(({ where }) => where)
  expect(await wheres({ text: 'MOOD string' })).toEqual(['note.mood'])
  expect(await wheres({ kind: 'odd-id' })).toEqual(['note'])
  expect(await wheres({ kind: 'odd-id', text: 'nothing like it' })).toEqual([])
})

test('says when something new appeared, until somebody looked', async () => {
  const { client, events } = await connected(oddNotes)
  await client.call('notes.page', {})
  const last = () => events.filter(({ name }) => name === 'surprises.changed').at(-1)?.data
  await eventually(() => expect(last()).toEqual({ total: 3, fresh: 3 }))
  expect(await client.call('surprises.count')).toEqual({ total: 3, fresh: 3 })
  expect(await client.call('surprises.look')).toEqual({ total: 3, fresh: 0 })
  await client.call('notes.page', {})
  expect((await client.call('surprises.list', {})).map(({ fresh }) => fresh)).toEqual([false, false, false])
  expect(await client.call('surprises.clear')).toEqual({ total: 0, fresh: 0 })
})

test('exports what the filter leaves, as one document or as lines', async () => {
  const { client } = await connected(oddNotes)
  await client.call('notes.page', {})
  const json = await client.call('surprises.export', { format: 'json', kind: 'odd-id' })
  expect(json.fileName).toMatch(/^notehook-surprises-\d{4}-\d{2}-\d{2}\.json$/)
  expect(JSON.parse(json.text)).toMatchObject({
    app: expect.stringContaining('Notehook'),
    surprises: [{ kind: 'odd-id', where: 'note', samples: ['memo-2'], times: expect.any(Number) }],
  })
  const lines = await client.call('surprises.export', { format: 'ndjson' })
  expect(
    lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toHaveLength(4)
})

test('on the desktop the file goes where the user says, or nowhere, and no copy stays behind', async () => {
  const saved: { name: string; text: string }[] = []
  let answer = true
  const saveFile: SaveFile = async ({ name, from }) => {
    saved.push({ name, text: readFileSync(from, 'utf8') })
    return answer
  }
  const { client, dataFolder } = await connected(oddNotes, { saveFile })
  await client.call('notes.page', {})
  const exported = await client.call('surprises.export', { format: 'json', kind: 'odd-id' })
  expect(await client.call('surprises.save', { format: 'json', kind: 'odd-id' })).toBe(true)
  expect(saved[0]?.name).toBe(exported.fileName)
  expect(JSON.parse(saved[0]?.text ?? '')).toMatchObject({ surprises: [{ kind: 'odd-id', where: 'note' }] })
  answer = false
  expect(await client.call('surprises.save', { format: 'ndjson' })).toBe(false)
  expect(readdirSync(`${dataFolder}/exports`)).toEqual([])
})

test('survives a restart, and goes with its workspace', async () => {
  const { client, close, dataFolder } = await connected(oddNotes)
  await client.call('notes.page', {})
  await close()
  const database = openDatabase(`${dataFolder}/notehook.db`)
  const rows = () => Number(database.sql.prepare('SELECT count(*) AS n FROM api_differences').get()?.n)
  expect(rows()).toBe(3)
  const again = await openCore({ dataFolder })
  await removeWorkspace(again.client)
  expect(rows()).toBe(0)
  expect((await refusalOf(again.client.call('surprises.list', {}))).code).toBe('not-connected')
  database.close()
})

test('keeps 2,000 places, the last seen ones, and five samples of each', async () => {
  const { dataFolder, close } = await openCore()
  await close()
  const database = openDatabase(`${dataFolder}/notehook.db`)
  onTestFinished(() => database.close())
  const store = createSurpriseStore(database.sql)
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
  expect([kept.length, kept[0]?.where, store.count('other').total]).toEqual([2000, 'note.f5019', 1])
  expect(kept.find(({ where }) => where === 'note.f0')?.times).toBe(2)
  for (let n = 0; n < 9; n += 1) store.add('w', [{ ...place(0), samples: [`s${n}`] }], at(4))
  expect(store.list('w')[0]).toMatchObject({ samples: ['0', 's0', 's1', 's2', 's3'], times: 11 })
})
