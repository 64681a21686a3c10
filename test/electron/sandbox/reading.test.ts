import { expect, test } from 'vitest'
import { ask, readAll, running } from './running.ts'

const lists = [
  '/v1/spaces',
  '/v1/folders',
  '/v1/notes',
  '/v1/webhook-endpoints',
  '/v1/notes/not_00000000000000',
]

test('the sandbox API returns 401 without a valid API key', async () => {
  const sandbox = await running({ notes: 1 })
  const wrong = [undefined, 'Bearer wrong', `Bearer ${sandbox.apiKey}x`, 'Bearer ', `Basic ${sandbox.apiKey}`]
  for (const path of lists) {
    for (const authorization of wrong) {
      const { status } = await ask(sandbox.baseUrl + path, {
        headers: authorization ? { authorization } : {},
      })
      expect([path, authorization, status]).toEqual([path, authorization, 401])
    }
  }
})

test('creates a new API key at every start unless one is given', async () => {
  const [first, second, given] = [await running(), await running(), await running({ apiKey: 'key_mine' })]
  expect(first.apiKey).toMatch(/^key_sandbox_[a-zA-Z0-9]{14}$/)
  expect(second.apiKey).not.toBe(first.apiKey)
  expect(given.apiKey).toBe('key_mine')
  expect((await given.get('/v1/spaces')).status).toBe(200)
})

test('lists the spaces in the format of the specification', async () => {
  const sandbox = await running()
  const { status, body } = await sandbox.get('/v1/spaces')
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual(['cursor', 'hasMore', 'spaces'])
  expect([body.spaces?.length, body.hasMore, body.cursor]).toEqual([4, false, null])
  expect(body.spaces?.[0]).toEqual({
    id: expect.stringMatching(/^spa_[a-zA-Z0-9]{14}$/),
    object: 'space',
    name: 'Company',
  })
})

test('the pages of a list have the requested size and contain each item once', async () => {
  const sandbox = await running({ notes: 95 })
  expect((await sandbox.get('/v1/notes')).body.notes).toHaveLength(10)
  for (const size of [1, 7, 30]) {
    const notes = await readAll(sandbox, `/v1/notes?page_size=${size}`, 'notes')
    expect(new Set(notes.map(({ id }) => id)).size).toBe(95)
    expect(notes).toHaveLength(95)
  }
  expect(await readAll(sandbox, '/v1/folders', 'folders')).toHaveLength(60)
  expect(await readAll(sandbox, '/v1/spaces?page_size=3', 'spaces')).toHaveLength(4)
})

test('returns no empty page after a last page that is full', async () => {
  const sandbox = await running({ notes: 20 })
  const first = await sandbox.get('/v1/notes')
  const second = await sandbox.get(`/v1/notes?cursor=${first.body.cursor}`)
  expect([second.body.notes?.length, second.body.hasMore, second.body.cursor]).toEqual([10, false, null])
})

test('returns an empty list of notes if there are none', async () => {
  const sandbox = await running({ notes: 0 })
  expect((await sandbox.get('/v1/notes')).body).toEqual({ notes: [], hasMore: false, cursor: null })
})

test.each(['0', '31', '-1', '1.5', 'ten', '', '1e1', ' 5'])(
  'the sandbox API rejects a page size of "%s"',
  async (size) => {
    const sandbox = await running({ notes: 1 })
    for (const list of ['spaces', 'folders', 'notes']) {
      const { status, body } = await sandbox.get(`/v1/${list}?page_size=${encodeURIComponent(size)}`)
      expect(status).toBe(400)
      expect(body.message).toContain('page_size')
    }
  },
)

test('rejects a cursor that belongs to another list or filter', async () => {
  const sandbox = await running()
  const { cursor } = (await sandbox.get('/v1/notes')).body
  const statusOf = async (path: string) => (await sandbox.get(path)).status
  expect(await statusOf(`/v1/notes?cursor=${cursor}`)).toBe(200)
  expect(await statusOf('/v1/notes?cursor=')).toBe(400)
  expect(await statusOf('/v1/notes?cursor=abc')).toBe(400)
  expect(await statusOf(`/v1/folders?cursor=${cursor}`)).toBe(400)
  expect(await statusOf(`/v1/notes?cursor=${cursor}&created_after=2020-01-01`)).toBe(400)
  expect((await (await running()).get(`/v1/notes?cursor=${cursor}`)).status).toBe(400)
})

test('pages of a list do not shift when notes are added between requests', async () => {
  const sandbox = await running({ notes: 25 })
  const first = await sandbox.get('/v1/notes')
  sandbox.emit('note.generated')
  const second = await sandbox.get(`/v1/notes?cursor=${first.body.cursor}`)
  const ids = [...(first.body.notes ?? []), ...(second.body.notes ?? [])].map(({ id }) => id)
  expect(new Set(ids).size).toBe(20)
})

test('sorts folders alphabetically', async () => {
  const sandbox = await running({ notes: 1 })
  const folders = await readAll(sandbox, '/v1/folders?page_size=30', 'folders')
  const names = folders.map(({ name }) => String(name))
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare))

  const parentOf = new Map(folders.map(({ id, parent_folder_id }) => [String(id), parent_folder_id]))
  const depth = (id: string): number => {
    const parent = parentOf.get(id)
    return parent ? 1 + depth(parent) : 1
  }
  for (const { id, object } of folders) {
    expect(id).toMatch(/^fol_[a-zA-Z0-9]{14}$/)
    expect(object).toBe('folder')
  }
  expect(Math.max(...folders.map(({ id }) => depth(String(id))))).toBe(4)
})

test('returns the notes of a folder and all its subfolders', async () => {
  const sandbox = await running({ notes: 600 })
  const folders = await readAll(sandbox, '/v1/folders?page_size=30', 'folders')
  const top = folders.find(({ name }) => name === 'Platform')
  const family = new Set<string | null | undefined>([top?.id])
  for (let grown = 0; grown !== family.size; ) {
    grown = family.size
    for (const { id, parent_folder_id } of folders) if (family.has(parent_folder_id)) family.add(id)
  }
  expect(family.size).toBe(6)

  const found = await readAll(sandbox, `/v1/notes?page_size=30&folder_id=${top?.id}`, 'notes')
  const homes = await Promise.all(
    found.map(async ({ id }) => (await sandbox.get(`/v1/notes/${id}`)).body.folder_membership?.[0]?.id),
  )
  expect(homes.every((home) => family.has(home))).toBe(true)
  expect(new Set(homes).size).toBeGreaterThan(1)
  expect((await sandbox.get('/v1/notes?folder_id=fol_00000000000000')).status).toBe(400)
  expect((await sandbox.get('/v1/notes?folder_id=nonsense')).status).toBe(400)
})

test('filters for notes before or after a date exclude that day', async () => {
  const sandbox = await running({ notes: 400 })
  const all = await readAll(sandbox, '/v1/notes?page_size=30', 'notes')
  const day = String(all[200]?.created_at).slice(0, 10)
  const on = (field: 'created_at' | 'updated_at') => (note: (typeof all)[number]) =>
    note[field]?.slice(0, 10) ?? ''
  const ids = (notes: typeof all) => notes.map(({ id }) => id)

  const after = await readAll(sandbox, `/v1/notes?page_size=30&created_after=${day}`, 'notes')
  expect(ids(after)).toEqual(ids(all.filter((note) => on('created_at')(note) > day)))
  const before = await readAll(sandbox, `/v1/notes?page_size=30&created_before=${day}`, 'notes')
  expect(ids(before)).toEqual(ids(all.filter((note) => on('created_at')(note) < day)))
  const updated = await readAll(sandbox, `/v1/notes?page_size=30&updated_after=${day}`, 'notes')
  expect(ids(updated)).toEqual(ids(all.filter((note) => on('updated_at')(note) > day)))
  expect(after.length * before.length).toBeGreaterThan(0)
})

test.each(['2026-13-01', '2026-02-30', '26-01-01', '2026-01-01T00:00:00Z', 'yesterday', ''])(
  'rejects the date "%s"',
  async (date) => {
    const sandbox = await running({ notes: 1 })
    for (const name of ['created_before', 'created_after', 'updated_after']) {
      const { status, body } = await sandbox.get(`/v1/notes?${name}=${encodeURIComponent(date)}`)
      expect(status).toBe(400)
      expect(body.message).toContain(name)
    }
  },
)

test('can return transcripts in pages of at most 100 lines', async () => {
  const sandbox = await running({ notes: 3 })
  const { notes } = (await sandbox.get('/v1/notes')).body
  const path = `/v1/notes/${notes?.[0]?.id}/transcript`
  expect((await sandbox.get(path)).status, 'not shown in the specification').toBe(404)
  Object.assign(sandbox.knobs, { transcriptPages: true, speakers: 'object', transcriptLines: 130 })
  const first = (await sandbox.get(`${path}?page_size=100`)).body
  expect(first).toMatchObject({ hasMore: true, cursor: expect.any(String) })
  expect(first.transcript).toHaveLength(100)
  expect(first.transcript?.[0]).toMatchObject({
    speaker: {
      source: expect.stringMatching(/^(microphone|system)$/),
      attribution: expect.stringMatching(/^(me|them)$/),
      diarization_label: expect.anything(),
    },
    text: expect.any(String),
  })
  const next = await sandbox.get(`${path}?page_size=100&cursor=${encodeURIComponent(first.cursor ?? '')}`)
  expect(next.body).toMatchObject({ hasMore: false, cursor: null })
  expect(next.body.transcript).toHaveLength(30)
  expect((await sandbox.get(`${path}?page_size=101`)).status).toBe(400)
  expect((await sandbox.get('/v1/notes/not_none/transcript')).status).toBe(404)
})

test('returns the transcript of a note only if the client requests it', async () => {
  const sandbox = await running({ notes: 40 })
  const item = (await sandbox.get('/v1/notes')).body.notes?.[0]
  expect(Object.keys(item ?? {})).toEqual(['id', 'object', 'title', 'owner', 'created_at', 'updated_at'])
  expect(item?.id).toMatch(/^not_[a-zA-Z0-9]{14}$/)

  const { body } = await sandbox.get(`/v1/notes/${item?.id}`)
  expect(body).toMatchObject({ ...item })
  expect(body.summary_markdown).toContain('### Next steps')
  expect(body.web_url).toBe(`https://notes.example.com/n/${item?.id}`)
  expect(body.attendees?.[0]).toEqual(item?.owner)
  expect(body.calendar_event).toMatchObject({ event_title: item?.title, organiser: item?.owner?.email })
  expect(body.transcript).toBeUndefined()
  const { transcript } = (await sandbox.get(`/v1/notes/${item?.id}?include=transcript`)).body
  expect(transcript?.[0]).toEqual({
    speaker: expect.any(String),
    text: expect.any(String),
    start_time: expect.any(String),
    end_time: expect.any(String),
  })
})

test('returns 404 for a note or path that does not exist', async () => {
  const sandbox = await running({ notes: 1 })
  expect((await sandbox.get('/v1/notes/not_00000000000000')).status).toBe(404)
  expect((await sandbox.get('/v2/notes')).status).toBe(404)
  expect((await sandbox.send('POST', '/v1/notes', {})).status).toBe(404)
})

test('the sandbox logs requests, but never the API key', async () => {
  const sandbox = await running({ notes: 1 })
  await sandbox.get('/v1/notes?page_size=5')
  await ask(`${sandbox.baseUrl}/v1/spaces`)
  await ask(`${sandbox.baseUrl}/v1/spaces`, { headers: { authorization: 'Bearer wrong' } })
  expect(sandbox.requests().map(({ method, path, authorization }) => [method, path, authorization])).toEqual([
    ['GET', '/v1/notes?page_size=5', 'right'],
    ['GET', '/v1/spaces', 'absent'],
    ['GET', '/v1/spaces', 'wrong'],
  ])
  expect(JSON.stringify(sandbox.requests())).not.toContain(sandbox.apiKey)
})
