import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { readWhole } from '#core/service-api/requests/paging.ts'
import { steppedTime } from '../../../../support/platform/stepped-time.ts'
import { property } from '../../../../support/runs.ts'
import {
  type Fault,
  type FaultyService,
  openFaultyService,
  type SeenRequest,
} from '../../../../support/service/faulty-service.ts'
import { apiOn, failureOf } from '../api-on.ts'

const opened: FaultyService[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((service) => service.close()))
})

async function serving(script: Parameters<typeof openFaultyService>[0]) {
  const service = await openFaultyService(script)
  opened.push(service)
  return service
}

const cursorOf = (request: SeenRequest) => new URL(request.target, 'http://x').searchParams.get('cursor')
const space = (id: string, name = id) => ({ id, object: 'space', name })
const spaces = (count: number) => Array.from({ length: count }, (_, at) => space(`spa_${at}`))

test('reads every page of a list, and keeps the last version of an item listed twice', async () => {
  const odd = 'a/b?c=&d%20+é"'
  const service = await serving((request) => {
    const cursor = cursorOf(request)
    if (cursor === null)
      return { json: { spaces: [space('spa_1', 'old'), space('spa_2')], hasMore: true, cursor: odd } }
    if (cursor === odd)
      return { json: { spaces: [space('spa_1', 'new'), space('spa_3')], hasMore: false, cursor: null } }
    return { status: 400 }
  })
  expect(await apiOn(service.baseUrl).api.spaces()).toEqual({
    items: [
      { id: 'spa_1', name: 'new' },
      { id: 'spa_2', name: 'spa_2' },
      { id: 'spa_3', name: 'spa_3' },
    ],
    incomplete: null,
    unreadable: 0,
  })
  expect(service.seen.every((request) => request.target.includes('page_size=30'))).toBe(true)
})

test.each(['spaces', 'folders', 'notes'] as const)(
  'rejects a page of more than 1,000 %s',
  async (collection) => {
    const items = Array.from({ length: 1_001 }, (_, at) => ({ id: `odd_${at}` }))
    const page = (count: number) => ({
      json: { [collection]: items.slice(0, count), hasMore: false, cursor: null },
    })
    const service = await serving([page(1_001), page(1_000)])
    const { api, differences } = apiOn(service.baseUrl)
    const read = () => (collection === 'notes' ? api.notesPage({}) : api[collection]())
    const failure = await failureOf(read())
    expect(failure.toWire()).toMatchObject({
      code: 'bad-response',
      message: expect.stringContaining(`1,001 ${collection} on one page, more than 1,000`),
    })
    expect(differences).toEqual([expect.objectContaining({ kind: 'answer', where: `list ${collection}` })])
    expect((await read()).items).toHaveLength(1_000)
  },
)

test.each<[string, (request: SeenRequest, index: number) => Fault, string, number]>([
  [
    'more without a cursor',
    () => ({ json: { spaces: [space('spa_1')], hasMore: true, cursor: null } }),
    'no-cursor',
    1,
  ],
  [
    'the same cursor again',
    (_r, n) => ({ json: { spaces: [space(`spa_${n}`)], hasMore: true, cursor: 'c' } }),
    'repeated-cursor',
    2,
  ],
  [
    'cursors in a ring',
    (_r, n) => ({ json: { spaces: [space(`spa_${n}`)], hasMore: true, cursor: n % 2 ? 'b' : 'a' } }),
    'repeated-cursor',
    3,
  ],
  [
    'always the same items',
    (_r, n) => ({ json: { spaces: [space('spa_1')], hasMore: true, cursor: `${n}` } }),
    'nothing-new',
    4,
  ],
  [
    'a full page that does not say whether there is more',
    () => ({ json: { spaces: spaces(30), has_more: true, next_cursor: 'c' } }),
    'no-cursor',
    1,
  ],
  [
    'a page larger than requested that does not say whether there is more',
    () => ({ json: { spaces: spaces(31) } }),
    'no-cursor',
    1,
  ],
  [
    'a cursor that is a number beyond 2^53',
    () => ({ json: { spaces: [space('spa_1')], cursor: 2 ** 53, hasMore: true } }),
    'no-cursor',
    1,
  ],
  ['always nothing', (_r, n) => ({ json: { spaces: [], hasMore: true, cursor: `${n}` } }), 'nothing-new', 3],
])(
  'keeps the items of a list that were read so far and reports bad paging: %s',
  async (_name, script, incomplete, pages) => {
    const service = await serving(script)
    const { api, differences } = apiOn(service.baseUrl)
    expect((await api.spaces()).incomplete).toBe(incomplete)
    expect(service.seen).toHaveLength(pages)
    expect(differences).toContainEqual({ kind: 'paging', where: 'spaces', what: incomplete })
  },
)

test('treats a page of notes with an invalid cursor as the last page', async () => {
  const noCursor = await serving([{ json: { notes: [], hasMore: true } }])
  expect(await apiOn(noCursor.baseUrl).api.notesPage({})).toMatchObject({
    cursor: null,
    incomplete: 'no-cursor',
  })
  const same = await serving([{ json: { notes: [], hasMore: true, cursor: 'c' } }])
  expect(await apiOn(same.baseUrl).api.notesPage({ cursor: 'c' })).toMatchObject({
    cursor: null,
    incomplete: 'repeated-cursor',
  })
})

test.each([
  ['a page that is not full', { spaces: spaces(29) }],
  ['a full page with a cursor that is null', { spaces: spaces(30), cursor: null }],
  ['a full page without more', { spaces: spaces(30), hasMore: false }],
])('%s is the last page of a list', async (_name, json) => {
  const service = await serving([{ json }])
  expect((await apiOn(service.baseUrl).api.spaces()).incomplete).toBe(null)
})

test('accepts a cursor that is a number if the field hasMore is missing', async () => {
  const service = await serving([{ json: { notes: [], cursor: 41 } }])
  expect(await apiOn(service.baseUrl).api.notesPage({})).toMatchObject({ cursor: '41', incomplete: null })
})

test('stops reading a list after 10,000 pages or five minutes', async () => {
  const time = steppedTime()
  let pages = 0
  const endless = async (ms: number) => {
    pages += 1
    time.advance(ms)
    return { items: [{ id: `${pages}` }], unreadable: 0, hasMore: true, cursor: `${pages}` }
  }
  const many = await readWhole(() => endless(0), time.clock)
  expect([many.incomplete, many.items.length]).toEqual(['too-many-pages', 10_000])
  pages = 0
  const slow = await readWhole(() => endless(60_000), time.clock)
  expect([slow.incomplete, pages]).toEqual(['took-too-long', 5])
})

test('whatever pages the service sends, reading a list ends and returns each id once', async () => {
  const page = fc.record({
    ids: fc.array(fc.nat({ max: 12 }), { maxLength: 6 }),
    hasMore: fc.boolean(),
    next: fc.option(fc.nat({ max: 14 }), { nil: null }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 15 }), async (graph) => {
      let requests = 0
      const result = await readWhole(async (cursor) => {
        requests += 1
        const at = graph[Number(cursor ?? 0) % graph.length]
        return {
          items: (at?.ids ?? []).map((id) => ({ id: String(id) })),
          unreadable: 0,
          hasMore: at?.hasMore ?? false,
          cursor: at?.next === null || at === undefined ? null : String(at.next),
        }
      }, steppedTime().clock)
      const ids = result.items.map((item) => item.id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(requests).toBeLessThanOrEqual(16)
    }),
    property(200_000),
  )
})

test('counts the unreadable items of a list and reports each difference', async () => {
  const service = await serving([
    {
      json: {
        notes: [
          null,
          7,
          'text',
          [],
          {},
          { id: 5 },
          { id: '' },
          { id: '../x' },
          {
            id: 'odd_1',
            object: 'memo',
            title: 7,
            owner: 'Kim',
            created_at: 'yesterday',
            extra: { deep: [1] },
          },
          {
            id: 'not_1',
            object: 'note',
            title: 'A',
            owner: { email: 'kim@example.com' },
            created_at: '2026-01-02T03:04:05Z',
            updated_at: null,
          },
          { id: 'not_2', object: 'note', owner: { name: 'Kim' }, extra: 1 },
        ],
        hasMore: false,
        cursor: null,
        total: 3,
      },
    },
  ])
  const { api, differences } = apiOn(service.baseUrl)
  expect(await api.notesPage({})).toEqual({
    items: [
      { id: 'odd_1', title: '', owner: null, createdAt: null, updatedAt: null },
      {
        id: 'not_1',
        title: 'A',
        owner: { name: 'kim@example.com', email: 'kim@example.com' },
        createdAt: '2026-01-02T03:04:05Z',
        updatedAt: null,
      },
      { id: 'not_2', title: '', owner: { name: 'Kim', email: '' }, createdAt: null, updatedAt: null },
    ],
    cursor: null,
    unreadable: 8,
    incomplete: null,
  })
  const told = differences.map(({ kind, where, what }) => `${kind} ${where} ${what}`)
  expect(told).toEqual(
    expect.arrayContaining([
      'odd-id note odd_1',
      'unknown-value note.object memo',
      'wrong-type note.title number',
      'wrong-type note.owner string',
      'wrong-type note.created_at names no time',
      'unknown-field note.extra object',
      'unknown-field notes list.total number',
      'unreadable-item notes left out',
    ]),
  )
})

test('reads a folder as top-level if its parent is null or missing', async () => {
  const service = await serving([
    {
      json: {
        folders: [
          { id: 'fol_abcdefghijklm1', object: 'folder', name: 'A', parent_folder_id: null },
          { id: 'fol_abcdefghijklm2', object: 'folder', name: 'B', space_id: 'anything' },
          {
            id: 'fol_abcdefghijklm3',
            object: 'folder',
            name: 'C',
            parent_folder_id: 'fol_abcdefghijklm1',
            space_id: 4,
          },
        ],
      },
    },
  ])
  expect((await apiOn(service.baseUrl).api.folders()).items).toEqual([
    { id: 'fol_abcdefghijklm1', name: 'A', parentFolderId: null, spaceId: null },
    { id: 'fol_abcdefghijklm2', name: 'B', parentFolderId: null, spaceId: 'anything' },
    { id: 'fol_abcdefghijklm3', name: 'C', parentFolderId: 'fol_abcdefghijklm1', spaceId: null },
  ])
})
