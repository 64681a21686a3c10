import { afterEach, expect, test } from 'vitest'
import { Note } from '#shared/notes/model.ts'
import { type Fault, type FaultyService, openFaultyService } from '../../../support/service/faulty-service.ts'
import { apiOn, failureOf } from './api-on.ts'

const opened: FaultyService[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((service) => service.close()))
})

async function on(fault: Fault, over: Parameters<typeof apiOn>[1] = {}, ...later: readonly Fault[]) {
  const service = await openFaultyService([fault, ...later])
  opened.push(service)
  return { service, ...apiOn(service.baseUrl, over) }
}

test('rejects a note without a usable ID', async () => {
  const { api, service } = await on({ json: { id: 'not_1 2', title: 'Weekly' } })
  expect((await failureOf(api.note('not_1'))).code).toBe('bad-response')
  expect(service.seen[0]?.target).toBe('/v1/notes/not_1')
})

const full = {
  id: 'not_1',
  title: 'Weekly',
  owner: { name: 'Kim', email: 'kim@example.com' },
  created_at: '2026-01-02T03:04:05Z',
  summary_markdown: '# Hi',
  private_notes_text: 'm',
  attendees: [{ name: 'Ana', email: 'ana@example.com' }, { email: 'b@example.com' }, 'Cy', 7, {}],
  calendar_event: {
    event_title: 'Sync',
    organiser: { name: 'Kim', email: 'kim@example.com' },
    invitees: ['d@example.com', { email: 'e@example.com' }, null],
    scheduled_start_time: '2026-01-02T03:00:00Z',
    scheduled_end_time: 'later',
  },
  folder_membership: [{ id: 'fol_abcdefghijklmn', name: 'F' }, { name: 'no id' }],
  web_url: 'https://notes.example.com/n/1',
  transcript: [{ speaker: 'Ana', text: 'Hello' }],
  mood: 'bright',
  summary_text: 5,
}

test('reads the known fields of a note whatever their types, and keeps unknown fields', async () => {
  const { api } = await on({ json: full })
  const note = await api.note('not_1')
  expect(note).toEqual({
    id: 'not_1',
    title: 'Weekly',
    owner: { name: 'Kim', email: 'kim@example.com' },
    createdAt: '2026-01-02T03:04:05Z',
    updatedAt: null,
    summaryMarkdown: '# Hi',
    summaryText: null,
    privateNotesMarkdown: null,
    privateNotesText: 'm',
    attendees: [
      { name: 'Ana', email: 'ana@example.com' },
      { name: 'b@example.com', email: 'b@example.com' },
      { name: 'Cy', email: '' },
    ],
    calendarEvent: {
      title: 'Sync',
      organiser: 'kim@example.com',
      invitees: ['d@example.com', 'e@example.com'],
      scheduledStart: '2026-01-02T03:00:00Z',
      scheduledEnd: null,
    },
    folders: [{ id: 'fol_abcdefghijklmn', name: 'F', parentFolderId: null, spaceId: null }],
    webUrl: 'https://notes.example.com/n/1',
    unknown: expect.any(String),
  })
  expect(JSON.parse(note.unknown)).toEqual({
    transcript: [{ speaker: 'Ana', text: 'Hello' }],
    mood: 'bright',
    summary_text: 5,
  })
  expect(Note.parse(JSON.parse(JSON.stringify(note)))).toEqual(note)
})

test('keeps unknown fields of a note exactly as received', async () => {
  const fields = String.raw`"10":1.0, "2" : 12345678901234567890,"a\/b":"\u00e9\/","2":[-0, 1E5],"__proto__":{ "x":1e400}`
  const { api } = await on({ body: `{ "id":"not_1", ${fields}, "title": "A" }` })
  expect((await api.note('not_1')).unknown).toBe(`{${fields.replace(', ', ',')}}`)
})

test('a note’s transcript is ignored if it is null, and kept even if it was not requested', async () => {
  const none = await on({ json: { id: 'not_1', transcript: null, mood: null } })
  expect((await none.api.note('not_1')).unknown).toBe('{"mood":null}')
  expect(none.differences).toEqual([{ kind: 'unknown-field', where: 'note.mood', what: 'null' }])
  const some = await on({ json: { id: 'not_1', transcript: [] } })
  expect((await some.api.note('not_1')).unknown).toBe('{"transcript":[]}')
  expect(some.differences).toEqual([])
})

test('accepts a note with only an ID', async () => {
  const { api } = await on({ json: { id: 'not_1' } })
  const note = await api.note('not_1')
  expect(Note.parse(note)).toEqual(note)
})

test.each(['http://notes.example.com', 'javascript:alert(1)', 'nonsense'])(
  'ignores %s as the URL of a note',
  async (web_url) => {
    const { api } = await on({ json: { id: 'not_1', web_url } })
    expect((await api.note('not_1')).webUrl).toBeNull()
  },
)

test('reads a note with fields like __proto__ and with deep nesting safely', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const { api } = await on({
    body: `{"id":"not_1","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"a":{"__proto__":{"x":1},"ok":1},"deep":${deep}}`,
  })
  const note = await api.note('not_1')
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  expect(() => structuredClone(note)).not.toThrow()
  expect(JSON.parse(JSON.stringify(note))).toEqual(note)
})

test('percent-encodes a note’s ID in the configured path', async () => {
  const { api, service } = await on({ json: { id: 'x' } }, { notePath: () => '/v2/note/{note_id}/full' })
  await api.note('not_ü?#%')
  expect(service.seen[0]?.target).toBe('/v2/note/not_%C3%BC%3F%23%25/full')
})

test('names three possible causes if the service returns 404 for a note', async () => {
  const { api, differences } = await on({ status: 404, json: { message: 'no such note' } })
  const failure = await failureOf(api.note('not_1'))
  expect(failure.code).toBe('not-found')
  expect(differences, 'it is foreseen').toEqual([])
  expect(failure.message).toMatch(/summarized yet.*no access.*deleted/)
})

test('distinguishes a note whose folders are unknown from a note in no folder', async () => {
  const { api } = await on({ json: { id: 'not_1' } })
  expect((await api.note('not_1')).folders).toBeNull()
  const none = await on({ json: { id: 'not_1', folder_membership: [] } })
  expect((await none.api.note('not_1')).folders).toEqual([])
})

test('reads transcript lines with any format of times and speakers', async () => {
  const { api, service } = await on({
    json: {
      id: 'not_1',
      transcript: [
        { speaker: 'Ana', text: 'Hello', start_time: '2026-01-02T03:04:05Z', end_time: null },
        { speaker: { name: 'Kim', email: 'kim@example.com' }, text: 'Hi', start_time: 3.5, end_time: 5 },
        { text: '', start_time: { odd: true } },
        { speaker: 'Ana' },
        'Hello?',
      ],
    },
  })
  expect(await api.transcript('not_1')).toEqual({
    lines: [
      { speaker: 'Ana', text: 'Hello', start: '2026-01-02T03:04:05Z', end: null },
      { speaker: 'Kim', text: 'Hi', start: 3.5, end: 5 },
      { speaker: null, text: '', start: null, end: null },
    ],
    unreadable: 2,
  })
  expect(service.seen.map(({ target }) => target)).toEqual(['/v1/notes/not_1?include=transcript'])
})

test.each([{ id: 'not_1' }, { id: 'not_1', transcript: 'none' }, { id: 'not_1', transcript: null }])(
  'distinguishes a missing transcript from an empty one: %j',
  async (json) => {
    const { api } = await on({ json })
    expect(await api.transcript('not_1')).toEqual({ lines: null, unreadable: 0 })
  },
)

test.each([
  [{ name: 'Mara Lindqvist' }, 'Mara Lindqvist'],
  [{ name: 'Mara Lindqvist', attribution: 'me', source: 'microphone' }, 'Mara Lindqvist (me)'],
  [{ name: null, attribution: 'me', source: 'microphone' }, 'Me'],
  [{ source: 'system', attribution: 'them', diarization_label: null, name: null }, 'Them'],
  [{ source: 'system', attribution: 'them', diarization_label: 'B', name: '' }, 'Speaker B'],
  [{ diarization_label: 2, attribution: 'me' }, 'Speaker 2 (me)'],
  [{ diarization_label: 'SPEAKER_07' }, 'SPEAKER_07'],
  [{ source: 'phone line' }, 'phone line'],
  [{ attribution: 'guest' }, 'guest'],
  [{ name: { odd: true }, attribution: 7 }, null],
  [{}, null],
  [null, null],
])('reads the name of a transcript’s speaker from %j', async (speaker, name) => {
  const { api, differences } = await on({
    json: { id: 'not_1', transcript: [{ speaker, text: 'Hello', start_time: 1, end_time: 2 }] },
  })
  expect((await api.transcript('not_1')).lines?.[0]?.speaker).toBe(name)
  const unknown = differences.filter(({ kind }) => kind === 'unknown-field')
  expect(unknown, 'each of these fields has been seen').toEqual([])
})

test('reads a large transcript in parts, each with the cursor of the previous part', async () => {
  const { api, service } = await on(
    { status: 413 },
    {},
    { json: { transcript: [{ text: 'One' }, { no: 'text' }], hasMore: true, cursor: 'a/b c' } },
    { json: { lines: [{ text: 'Two' }], hasMore: true, cursor: 'd' } },
    { json: { items: [{ text: 'Three' }], hasMore: true, cursor: 'd' } },
    { json: { transcript: [], hasMore: false, cursor: null } },
  )
  const first = await api.transcript('not_1')
  expect(first).toMatchObject({ unreadable: 1, part: { cursor: 'a/b c', incomplete: null } })
  expect(first.lines?.map(({ text }) => text)).toEqual(['One'])
  expect(await api.transcript('not_1', undefined, 'a/b c')).toMatchObject({
    lines: [{ text: 'Two' }],
    part: { cursor: 'd', incomplete: null },
  })
  expect((await api.transcript('not_1', undefined, 'd')).part).toEqual({
    cursor: null,
    incomplete: 'repeated-cursor',
  })
  expect(await api.transcript('not_1', undefined, 'e')).toEqual({
    lines: [],
    unreadable: 0,
    part: { cursor: null, incomplete: null },
  })
  expect(service.seen.map(({ target }) => target)).toEqual([
    '/v1/notes/not_1?include=transcript',
    '/v1/notes/not_1/transcript?page_size=100',
    '/v1/notes/not_1/transcript?page_size=100&cursor=a%2Fb+c',
    '/v1/notes/not_1/transcript?page_size=100&cursor=d',
    '/v1/notes/not_1/transcript?page_size=100&cursor=e',
  ])
})

test.each([{ status: 404 }, { status: 400 }, { status: 413 }, { status: 501 }, { json: { no: 'lines' } }])(
  'reports a transcript as too large if the service does not return it in parts: %j',
  async (answer) => {
    const { api, differences } = await on({ status: 413 }, {}, answer)
    const failure = await failureOf(api.transcript('not_1'))
    expect([failure.code, failure.details.status]).toEqual(['too-large', 413])
    expect(failure.message).toMatch(/transcript is too large/)
    expect(differences.filter(({ kind }) => kind === 'status')).toEqual([])
  },
)

test('requests the parts of a transcript at paths below the note’s configured path', async () => {
  const { api, service } = await on(
    { status: 413 },
    { notePath: () => '/v2/note/{note_id}/full' },
    { json: { transcript: [], hasMore: false } },
  )
  await api.transcript('not_1')
  expect(service.seen[1]?.target).toBe('/v2/note/not_1/full/transcript?page_size=100')
})

test('explains the service’s 413 and 404 responses to a request for a transcript', async () => {
  const large = await failureOf((await on({ status: 413 })).api.transcript('not_1'))
  expect(large.code).toBe('too-large')
  expect(large.message).toMatch(/transcript is too large/)
  expect(large.details.status).toBe(413)
  expect((await failureOf((await on({ status: 404 })).api.transcript('not_1'))).message).toMatch(/no access/)
})

test('stops reading a transcript when the request is canceled', async () => {
  const { api } = await on({ raw: () => {} })
  const waiting = new AbortController()
  const reading = failureOf(api.transcript('not_1', waiting.signal))
  waiting.abort()
  expect((await reading).code).toBe('canceled')
})
