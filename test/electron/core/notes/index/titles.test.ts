import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fakeKeychain, type OpenCore, openCore, setPace } from '../../../../support/core/open-core.ts'
import { eventually } from '../../../../support/eventually.ts'
import { openFaultyService } from '../../../../support/service/faulty-service.ts'

const known = 'not_Aaaaaaaaaaaaa1'
const unknown = 'not_Bbbbbbbbbbbbb2'

test('returns the service’s titles of notes that are in the index', async () => {
  const title = '<img src=x onerror=alert(1)> photo\u202Egpj.exe \u{1F600}'
  const opened = await openCore()
  await connect(opened, await serviceWith(title))
  await eventually(async () =>
    expect(await titles(opened, [unknown, known, known])).toEqual([{ id: known, title }]),
  )
  expect(await titles(opened, [])).toEqual([])
  expect(await titles(opened, ["x' OR 1=1 --", ''])).toEqual([])
})

test('publishes an event when the index reads the title of a note', async () => {
  const opened = await openCore()
  expect(await titles(opened, [known]), 'no workspace is open').toEqual([])
  const service = await serviceWith('Weekly sync')
  service.hold()
  await connect(opened, service)
  expect(await titles(opened, [known])).toEqual([{ id: known, title: null }])
  const before = opened.events.length
  service.release()
  await eventually(async () => {
    expect(await titles(opened, [known])).toEqual([{ id: known, title: 'Weekly sync' }])
    expect(opened.events.slice(before).some(({ name }) => name === 'notes.index-changed')).toBe(true)
  })
})

test('reads the titles of notes on screen first, and reads a rejected note only once', async () => {
  const at = '2026-01-01T00:00:00Z'
  const noteOf = (id: string) => ({ id, title: `Note ${id}`, owner: null, created_at: at, updated_at: at })
  let pages = 0
  const { baseUrl, seen, close } = await openFaultyService(({ target }) => {
    const id = noteIn(target)
    if (id !== undefined) return id === known ? { json: noteOf(id) } : { status: 404, json: {} }
    const list = /^\/v1\/(\w+)\?/.exec(target)?.[1] ?? 'spaces'
    if (list !== 'notes') return { json: { [list]: [], hasMore: false, cursor: null } }
    const page = String(++pages)
    return { json: { notes: [noteOf(`not_${page.padStart(14, '0')}`)], hasMore: true, cursor: page } }
  })
  onTestFinished(close)
  const opened = await openCore()
  await connect(opened, { baseUrl })
  const reads = (id: string) => seen.filter(({ target }) => target.startsWith(`/v1/notes/${id}`)).length
  const [first] = await eventually(async () => {
    const found = await titles(opened, [known, unknown])
    expect(found.length).toBeGreaterThan(0)
    return found
  })
  expect(first).toEqual({ id: known, title: null })
  await eventually(async () =>
    expect(await titles(opened, [known, unknown])).toEqual([{ id: known, title: `Note ${known}` }]),
  )
  expect([reads(known), reads(unknown)]).toEqual([1, 1])
  expect(await opened.client.call('notes.index-status')).toMatchObject({ completeAsOf: null })
})

test('reads the titles of notes on screen while an export and the text of notes use the whole pace', async () => {
  const at = '2026-01-01T00:00:00Z'
  const noteOf = (id: string) => ({ id, title: `Note ${id}`, owner: null, created_at: at, updated_at: at })
  const idOf = (n: number) => `not_${String(n).padStart(14, '0')}`
  const { baseUrl, seen, close } = await openFaultyService(({ target }) => {
    const id = noteIn(target)
    if (id !== undefined) return { json: noteOf(id) }
    const list = /^\/v1\/(\w+)\?/.exec(target)?.[1] ?? 'spaces'
    const items = list === 'notes' ? Array.from({ length: 60 }, (_, n) => noteOf(idOf(n))) : []
    return { json: { [list]: items, hasMore: false, cursor: null } }
  })
  onTestFinished(close)
  const opened = await openCore()
  const { client } = opened
  await connect(opened, { baseUrl })
  await setPace(client, { burst: 20, perSecond: 20 })
  await eventually(async () => expect((await client.call('notes.index-status')).notes).toBe(60))
  const switches = { summaries: true, transcripts: false, privateNotes: false }
  await client.call('notes.set-texts', { switches, gentle: false, megabytes: 10 })
  await client.call('exports.start-files', {
    ...{ title: 'All notes', layout: 'flat', transcripts: 'none' },
    source: { from: 'index' },
  })
  const read = () => seen.flatMap(({ target }) => noteIn(target) ?? [])
  await eventually(() => expect(read().length).toBeGreaterThan(25))
  const before = read().length
  const onScreen = [101, 102, 103].map(idOf)
  await titles(opened, onScreen)
  await eventually(() => expect(read()).toEqual(expect.arrayContaining(onScreen)))
  const others = read()
    .slice(before, read().indexOf(idOf(103)))
    .filter((id) => !onScreen.includes(id))
  expect(others.length, 'each waits for the request before it').toBeLessThanOrEqual(6)
})

test('does not show the title of a note with the same ID in another workspace', async () => {
  const opened = await openCore({ secrets: fakeKeychain() })
  await connect(opened, await serviceWith('Board, confidential'))
  const first = await opened.client.call('workspaces.status')
  await eventually(async () => expect((await titles(opened, [known]))[0]?.title).toBe('Board, confidential'))

  const other = await serviceWith('Hello')
  other.hold()
  await connect(opened, other)
  expect(await titles(opened, [known]), 'the index of this one has not read anything').toEqual([
    { id: known, title: null },
  ])
  other.release()
  await eventually(async () => expect(await titles(opened, [known])).toEqual([{ id: known, title: 'Hello' }]))
  await opened.client.call('workspaces.open', { id: 'workspace' in first ? first.workspace.id : '' })
  expect(await titles(opened, [known])).toEqual([{ id: known, title: 'Board, confidential' }])
})

test('reads the title of a note soon after an event about the note arrives', async () => {
  const opened = await openCore()
  const { client } = opened
  await client.call('sandbox.start', { notes: 10 })
  await setPace(client, { burst: 1000, perSecond: 1000 })
  await eventually(async () =>
    expect(await client.call('notes.index-status')).toMatchObject({ state: 'resting', run: null }),
  )
  const named = async (type: string) => {
    const { deliveries } = await client.call('deliveries.list', { limit: 200, q: `type:${type}` })
    return deliveries.flatMap(({ noteId }) => noteId ?? [])
  }
  const types = ['note.generated', 'note.access_granted'] as const
  const before = (await Promise.all(types.map(named))).flat()
  for (const type of types) {
    await eventually(async () => {
      const ids = (await named(type)).filter((id) => !before.includes(id))
      expect(ids).not.toEqual([])
      const found = await Promise.all(ids.map((id) => client.call('notes.find', { id })))
      expect(
        found.filter(({ note }) => note !== null),
        type,
      ).not.toEqual([])
    })
  }
})

test('indexes 300 notes that change together 30 s after the last of them changed', async () => {
  const opened = await openCore()
  const { client } = opened
  await client.call('sandbox.start', { notes: 10 })
  await setPace(client, { burst: 1000, perSecond: 1000 })
  const index = () => client.call('notes.index-status')
  await eventually(async () => expect(await index()).toMatchObject({ state: 'resting', run: null }))
  const { completeAsOf } = await index()
  for (let n = 0; n < 6; n++) await client.call('sandbox.trigger', { type: 'note.generated', count: 50 })
  opened.ahead = 31_000
  await eventually(async () => {
    const now = await index()
    expect(now.notes).toBeGreaterThanOrEqual(10 + 300)
    expect(now.completeAsOf).not.toBe(completeAsOf)
  })
})

test('requests no notes of an earlier sandbox', async () => {
  const opened = await openCore()
  const { client } = opened
  await client.call('sandbox.start', { notes: 10 })
  await client.call('sandbox.set-switches', { automatic: false })
  await eventually(async () =>
    expect(await client.call('notes.index-status')).toMatchObject({ state: 'resting', run: null }),
  )
  const requests = () => opened.sandboxes[0]?.requests().filter(({ path }) => path.includes(unknown)).length
  expect(await titles(opened, [unknown])).toEqual([])
  await client.call('notes.list', { limit: 1 })
  expect(requests()).toBe(0)
})

const noteIn = (target: string) => /^\/v1\/notes\/(\w+)/.exec(target)?.[1]

const titles = ({ client }: OpenCore, ids: readonly string[]) =>
  client.call('notes.titles', { ids: [...ids] })

/** A service with one note. While `isHeld`, the index waits for the list of notes. */
async function serviceWith(title: string) {
  let isHeld = false
  let asked = 0
  const note = {
    id: known,
    title,
    owner: null,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  }
  const waiting: Socket[] = []
  const service = await openFaultyService(({ target }) => {
    const list = /^\/v1\/(\w+)\?/.exec(target)?.[1] ?? 'spaces'
    if (list !== 'notes') return { json: { [list]: [], hasMore: false, cursor: null } }
    asked += 1
    if (isHeld && asked > 1) return { raw: (socket) => void waiting.push(socket) }
    return { json: listOf(note) }
  })
  onTestFinished(() => service.close())
  return {
    baseUrl: service.baseUrl,
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      const body = JSON.stringify(listOf(note))
      for (const socket of waiting.splice(0)) {
        socket.end(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }
    },
  }
}

const listOf = (note: object) => ({ notes: [note], hasMore: false, cursor: null })

async function connect({ client }: OpenCore, { baseUrl }: { readonly baseUrl: string }) {
  await client.call('workspaces.connect', { baseUrl, apiKey: 'key_0123456789abcdef' })
}
