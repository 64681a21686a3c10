import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { asAppError } from '#shared/errors.ts'
import { defaultKnobs, type Knobs } from '../../../../../../electron/sandbox/knobs.ts'
import {
  fakeKeychain,
  type OpenCore,
  openCore,
  removeWorkspace,
  separateService,
  setPace,
} from '../../../../../support/core/open-core.ts'
import { eventually } from '../../../../../support/eventually.ts'
import { property } from '../../../../../support/runs.ts'
import { openFaultyService } from '../../../../../support/service/faulty-service.ts'

const fast = { burst: 1000, perSecond: 1000 }

test.each<readonly [string, Partial<Knobs>]>([
  ['plain', {}],
  ['in small pages behind odd cursors', { cursors: 'odd', pageSizeCap: 7 }],
  ['without parents at the top and without spaces', { topParent: 'absent', folderSpace: 'absent' }],
])('finds the folders of every note by listing the notes of each folder: %s', async (_name, knobs) => {
  const service = await separateService({ notes: 150, knobs: { ...defaultKnobs(), ...knobs } })
  const opened = await connect(service.baseUrl, service.apiKey)
  const status = await foldersRead(opened)
  const { folders } = await opened.client.call('notes.known-folders')
  expect(status.folders).toMatchObject({ read: folders.length, total: folders.length, problem: null })

  const { notes } = await opened.client.call('notes.search', { text: '', limit: 200 })
  expect(notes).toHaveLength(150)
  for (const { id, folders: known } of notes.slice(0, 40)) {
    const truth = await opened.client.call('notes.get', { id })
    expect(known).toEqual(truth.folders?.map((folder) => ({ id: folder.id, name: folder.name })))
  }
  const { counts, listedAt, unread } = await opened.client.call('notes.folder-counts')
  expect(unread).toEqual([])
  expect(listedAt, 'the counts are of the tree that is shown').toBe(status.folders.listedAt)
  const filed = notes.filter((note) => (note.folders?.length ?? 0) > 0).length
  expect(counts.reduce((sum, { own }) => sum + own, 0)).toBe(filed)
  const tops = new Set(folders.flatMap(({ id, parentFolderId }) => (parentFolderId === null ? [id] : [])))
  expect(counts.reduce((sum, { id, total }) => sum + (tops.has(id) ? total : 0), 0)).toBe(filed)
})

test('reports how many folders were read, and stops when canceled', async () => {
  const service = await separateService({ notes: 20, knobs: { ...defaultKnobs(), pageSizeCap: 5 } })
  const opened = await connect(service.baseUrl, service.apiKey)
  const { client } = opened
  await foldersRead(opened)
  const before = await client.call('notes.known-folders')
  expect((await status(opened)).folders.reading).toBeUndefined()
  service.knobs.latencyMs = 500
  const heard: number[] = []
  opened.core.subscribe((event) => {
    if (event.name === 'notes.index-changed') heard.push(event.data.folders.reading ?? 0)
  })
  const call = new AbortController()
  const reading = client
    .call('notes.read-folders', {}, { signal: call.signal })
    .catch((error: unknown) => asAppError(error).code)
  await eventually(() => expect(heard.some((folders) => folders > 0)).toBe(true))
  call.abort()
  expect(await reading).toBe('canceled')
  await eventually(async () => expect((await status(opened)).folders.reading).toBeUndefined())
  expect(await client.call('notes.known-folders'), 'what was known stays').toEqual(before)
})

test('updates notes and folders that were moved, renamed or deleted when it reads them again', async () => {
  const world = aWorld(
    { top: null, deep: 'top', other: null, leaving: null },
    { a: ['deep'], b: ['top'], c: ['top', 'deep'], d: ['leaving'], e: [] },
  )
  const opened = await connect((await world.open()).baseUrl)
  await foldersRead(opened)
  // A folder's list includes notes of its subfolders, so only a note's deepest folder is certain.
  expect(await filing(opened)).toEqual({ a: ['deep'], b: ['top'], c: ['deep'], d: ['leaving'], e: [] })
  expect(await found(opened, 'folder:top')).toEqual(['a', 'b', 'c'])

  await opened.client.call('notes.get', { id: noteId('c') })
  expect((await filing(opened)).c, 'a note itself says it exactly').toEqual(['deep', 'top'])
  expect(await countsOf(opened)).toEqual({ top: [2, 3], deep: [2, 2], leaving: [1, 1] })
  expect(await within(opened, 'top')).toEqual(['a', 'b', 'c'])
  expect(await within(opened, 'deep')).toEqual(['a', 'c'])

  world.folders = { top: null, deep: 'other', other: null }
  world.notes = { a: ['other'], b: [], c: ['deep'], d: ['other', 'top'], e: ['top'] }
  world.names.deep = 'Renamed deep'
  await nextDay(opened)
  await eventually(async () =>
    expect(await filing(opened)).toEqual({
      a: ['other'],
      b: [],
      c: ['deep'],
      d: ['other', 'top'],
      e: ['top'],
    }),
  )
  expect(await found(opened, 'folder:other')).toEqual(['a', 'c', 'd'])
  expect(await found(opened, 'folder:renamed')).toEqual(['c'])
  expect(await found(opened, 'folder:leaving')).toEqual([])
  expect(await within(opened, 'other')).toEqual(['a', 'c', 'd'])
  expect(await within(opened, 'leaving')).toEqual([])
  expect(await countsOf(opened)).toEqual({ top: [2, 2], other: [2, 3], deep: [1, 1] })
})

test('stores the folders of a note that the user opens before any folder is read', async () => {
  const world = aWorld({ top: null }, { a: ['top'], b: ['top'] })
  world.failing = /folder/
  const opened = await connect((await world.open()).baseUrl)
  await eventually(async () =>
    expect(await status(opened), 'the notes do not wait for the folders').toMatchObject({
      completeAsOf: expect.any(String),
      folders: { asOf: null, problem: expect.any(String) },
    }),
  )
  expect(await filing(opened)).toEqual({ a: null, b: null })
  await opened.client.call('notes.get', { id: noteId('a') })
  expect(await filing(opened)).toEqual({ a: ['top'], b: null })
  expect(await found(opened, 'folder:top')).toEqual(['a'])
})

test('reads each note on screen once to find its folders', async () => {
  const world = aWorld({ top: null }, { a: ['top'], b: ['top'], c: [] })
  world.failing = /folder/
  const opened = await connect((await world.open()).baseUrl)
  await eventually(async () => expect((await status(opened)).completeAsOf).not.toBeNull())
  const view = (...names: string[]) =>
    opened.client.call('notes.folders-in-view', { ids: names.map((name) => noteId(name)) })
  await view('a')
  await eventually(async () => expect(await filing(opened)).toEqual({ a: ['top'], b: null, c: null }))
  await view('a', 'c', 'b')
  await eventually(async () => expect((await filing(opened)).b).toEqual(['top']))
  await view('c', 'a', 'b')
  await opened.client.call('notes.pause-index')
  expect(world.opened, 'also one that is in no folder').toEqual(['a', 'c', 'b'])
})

test('reads the folders of visible notes while the index is still reading notes', async () => {
  const service = await separateService({ notes: 900 })
  const opened = await connect(service.baseUrl, service.apiKey)
  await setPace(opened.client, { burst: 5, perSecond: 5 })
  await eventually(async () => expect((await status(opened)).notes).toBeGreaterThan(0))
  const { notes } = await opened.client.call('notes.search', { text: '', limit: 8 })
  const ids = notes.map(({ id }) => id)
  const began = service.requests().length
  const at = performance.now()
  await opened.client.call('notes.folders-in-view', { ids })
  await eventually(async () => {
    const known = await opened.client.call('notes.folders-of', { ids })
    expect(known.some(({ folders }) => folders !== null && folders.length > 0)).toBe(true)
  })
  expect((await status(opened)).completeAsOf, 'the notes are not read yet').toBeNull()
  const sent = service.requests().length - began
  expect(sent).toBeLessThanOrEqual(5 + ((performance.now() - at) / 1000) * 5 + 1)
})

test('reports a folder that cannot be read and continues with the next folder', async () => {
  const world = aWorld({ top: null, broken: null }, { a: ['top'], b: ['broken'] })
  world.refusing = /folder_id=fol_broken/
  const opened = await connect((await world.open()).baseUrl)
  await foldersRead(opened)
  expect(await filing(opened)).toEqual({ a: ['top'], b: null })
  expect((await opened.client.call('notes.folder-counts')).unread).toEqual([folderId('broken')])
})

test('continues reading folders after a restart, and deletes them with their workspace', async () => {
  const secrets = fakeKeychain()
  const service = await separateService({ notes: 120 })
  const opened = await connect(service.baseUrl, service.apiKey, secrets)
  await eventually(async () => expect((await status(opened)).folders.read).toBeGreaterThan(3))
  await opened.client.call('notes.pause-index')
  const { read } = (await status(opened)).folders
  await opened.close()
  const asked = service.requests().length

  const again = await openCore({ secrets, dataFolder: opened.dataFolder })
  await eventually(async () => expect((await again.client.call('workspaces.status')).state).toBe('connected'))
  expect((await status(again)).folders.read).toBe(read)
  expect((await again.client.call('notes.known-folders')).folders.length).toBeGreaterThan(40)
  await setPace(again.client, fast)
  await again.client.call('notes.resume-index')
  const { folders } = await foldersRead(again)
  const listed = service
    .requests()
    .slice(asked)
    .flatMap(({ path }) => path.match(/folder_id=(\w+)/)?.[1] ?? [])
  expect(new Set(listed).size).toBe(folders.total - read)

  await removeWorkspace(again.client)
  await again.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  expect((await status(again)).folders.read).toBeLessThan(folders.total)
})

test('reads folders again when the user requests it, and keeps them while offline', async () => {
  const world = aWorld({ top: null }, { a: ['top'] })
  const service = await world.open()
  const opened = await connect(service.baseUrl)
  const before = await foldersRead(opened)
  world.folders = { top: null, fresh: 'top' }
  world.notes = { a: ['fresh'] }
  const tree = await opened.client.call('notes.read-folders')
  expect(tree.folders.map(({ id }) => id)).toEqual([folderId('top'), folderId('fresh')])
  await eventually(async () => expect(await filing(opened)).toEqual({ a: ['fresh'] }))
  expect((await status(opened)).folders.asOf).toBe(before.folders.asOf)
  await service.close()
  expect(await opened.client.call('notes.known-folders')).toEqual(tree)
})

test('“folder:” finds notes by the names of their folder and its parents, other words do not', async () => {
  const world = aWorld(
    { north: null, calls: 'north', other: null, 'calls-b': 'other' },
    { a: ['calls'], b: ['calls-b'], c: ['north'], d: [] },
  )
  Object.assign(world.names, {
    north: 'Café Fjord 会议',
    calls: 'Calls',
    'calls-b': 'Calls',
    other: 'Talk 🎤',
  })
  const opened = await connect((await world.open()).baseUrl)
  await foldersRead(opened)
  for (const [text, expected] of [
    ['folder:calls', ['a', 'b']],
    ['folder:cal', ['a', 'b']],
    ['folder:alls', ['a', 'b']],
    ['folder:"cafe fjord"', ['a', 'c']],
    ['folder:fjord folder:calls', ['a']],
    ['folder:fjord note', ['a', 'c']],
    ['folder:fjord title:calls', []],
    ['folder:会', ['a', 'c']],
    ['folder:🎤', []],
    ['folder:talk', ['b']],
    ['calls', []],
    ['folder:', ['a', 'b', 'c', 'd']],
    ['folder:owner', []],
  ] as const) {
    expect(await found(opened, text), text).toEqual(expected)
  }
  const offered = await opened.client.call('notes.suggest', { text: 'plan folder:ca note', caret: 14 })
  expect(offered).toMatchObject({ from: 5, to: 14 })
  expect(offered.suggestions).toEqual([
    { kind: 'folder', insert: 'folder:"Café Fjord 会议" ', label: 'Café Fjord 会议', detail: '', notes: 2 },
    { kind: 'folder', insert: 'folder:Calls ', label: 'Calls', detail: '2 folders', notes: 2 },
  ])
  const { suggestions } = await opened.client.call('notes.suggest', { text: 'owner:', caret: 6 })
  expect(suggestions).toMatchObject([{ insert: 'owner:Mara ', detail: 'mara@example.com', notes: 4 }])
})

test('reports that a note has no folder only if all folders were read after its last change', async () => {
  const world = aWorld({ top: null }, { a: [], b: [] })
  const opened = await connect((await world.open()).baseUrl)
  await foldersRead(opened)
  expect(await filing(opened)).toEqual({ a: [], b: [] })

  world.notes = { a: ['top'], b: [] }
  world.changed.a = '2026-02-01T00:00:00Z'
  await opened.client.call('notes.page', {})
  expect(await filing(opened), 'the list of the service shows a change').toEqual({ a: null, b: [] })
  expect(await certainty(opened)).toEqual({ a: 'old', b: 'whole' })
  await nextDay(opened)
  await eventually(async () => expect(await filing(opened)).toEqual({ a: ['top'], b: [] }))
  expect(await certainty(opened)).toEqual({ a: 'whole', b: 'whole' })
})

test('the folders of a note become unknown when an event of the note arrives', async () => {
  const opened = await openCore({ listening: false })
  await opened.client.call('sandbox.start', { notes: 60 })
  await setPace(opened.client, fast)
  await foldersRead(opened)
  const { notes } = await opened.client.call('notes.search', { text: '', limit: 200 })
  const unfiled = notes.find(({ folders }) => folders?.length === 0)
  const filed = notes.find(({ folders }) => (folders?.length ?? 0) > 0)
  for (const note of [unfiled, filed]) opened.sandboxes.at(-1)?.emit('note.access_granted', note?.id)
  await eventually(async () => {
    const { deliveries } = await opened.client.call('deliveries.list')
    const told = deliveries.flatMap(({ noteId }) => noteId ?? [])
    expect(told).toEqual(expect.arrayContaining([unfiled?.id, filed?.id]))
  })
  const ids = [unfiled?.id ?? '', filed?.id ?? '']
  expect(await opened.client.call('notes.folders-of', { ids })).toEqual([
    { id: unfiled?.id, folders: null, certainty: 'old' },
    { id: filed?.id, folders: filed?.folders, certainty: 'old' },
  ])
  await nextDay(opened)
  await eventually(async () =>
    expect(await opened.client.call('notes.folders-of', { ids })).toEqual([
      { id: unfiled?.id, folders: [], certainty: 'whole' },
      { id: filed?.id, folders: filed?.folders, certainty: 'whole' },
    ]),
  )
})

test('reads folders again after many new notes, but not after a few', async () => {
  const world = aWorld({ top: null }, { a: ['top'] })
  const opened = await connect((await world.open()).baseUrl)
  await foldersRead(opened)
  expect(await countsOf(opened)).toEqual({ top: [1, 1] })
  const add = (many: number) => {
    for (let n = 0; n < many; n += 1) world.notes[`n${Object.keys(world.notes).length}x`] = ['top']
  }
  const known = async () => (await opened.client.call('notes.index-status')).notes
  opened.ahead = 11 * 60_000
  add(3)
  await opened.client.call('notes.sync-index')
  await eventually(async () => expect(await known()).toBe(4))
  await eventually(async () =>
    expect(await opened.client.call('notes.index-status')).toMatchObject({ state: 'resting' }),
  )
  expect(await countsOf(opened)).toEqual({ top: [1, 1] })
  add(25)
  await opened.client.call('notes.sync-index')
  await eventually(async () => expect(await countsOf(opened)).toEqual({ top: [29, 29] }))
})

test('updates the folders of notes from a list that the user opens or exports', async () => {
  const world = aWorld({ top: null, deep: 'top', other: null }, { a: [], b: ['deep'], c: [] })
  const opened = await connect((await world.open()).baseUrl)
  await foldersRead(opened)
  world.notes = { a: ['top'], b: ['deep'], c: ['other'] }
  await opened.client.call('notes.page', { folderId: folderId('top') })
  expect(await filing(opened)).toEqual({ a: ['top'], b: ['deep'], c: [] })
  await opened.client.call('exports.start', {
    format: 'csv',
    bom: false,
    title: 'Other',
    source: { from: 'service', folderId: folderId('other') },
  })
  await eventually(async () => expect((await filing(opened)).c).toEqual(['other']))
  expect(await found(opened, 'folder:top')).toEqual(['a', 'b'])
})

test('lists and exports the notes directly in a folder, without its subfolders', async () => {
  const world = aWorld(
    { top: null, deep: 'top', other: null },
    { a: ['top'], b: ['deep'], c: ['top', 'other'], d: [] },
  )
  const opened = await connect((await world.open()).baseUrl)
  await foldersRead(opened)
  const direct = async (folder: string) => {
    const listed = await opened.client.call('notes.list', { folderId: folderId(folder), direct: true })
    expect(listed.total).toBe(listed.notes.length)
    return listed.notes.map(({ id }) => nameOf(id)).sort()
  }
  expect(await within(opened, 'top')).toEqual(['a', 'b', 'c'])
  expect(await direct('top')).toEqual(['a', 'c'])
  expect(await direct('deep')).toEqual(['b'])
  expect((await countsOf(opened)).top).toEqual([2, 3])
  const { jobId } = await opened.client.call('exports.start', {
    format: 'csv',
    bom: false,
    title: 'Top',
    source: { from: 'index', folderId: folderId('top'), direct: true },
  })
  await eventually(async () =>
    expect(await opened.client.call('jobs.list')).toContainEqual(
      expect.objectContaining({ id: jobId, result: expect.objectContaining({ rows: 2 }) }),
    ),
  )
  world.folders = { deep: null, other: null }
  world.notes = { a: [], b: ['deep'], c: ['other'], d: [] }
  await opened.client.call('notes.read-folders')
  await eventually(async () => expect(await direct('top'), 'a folder that is gone holds nothing').toEqual([]))
})

test('does not assign notes to a folder until its subfolders have been read', async () => {
  const world = aWorld({ top: null, deep: 'top' }, { a: ['deep'] })
  world.failing = /folder_id=/
  const opened = await connect((await world.open()).baseUrl)
  await foldersRead(opened)
  world.failing = null
  await opened.client.call('notes.page', { folderId: folderId('top') })
  expect(await filing(opened)).toEqual({ a: null })
  await opened.client.call('notes.page', { folderId: folderId('deep') })
  expect(await filing(opened)).toEqual({ a: ['deep'] })
})

test('when all folders have been read again, notes of a deleted folder have no folder', async () => {
  const world = aWorld({ top: null, leaving: null }, { a: ['leaving'], b: ['leaving'], c: [] })
  const opened = await connect((await world.open()).baseUrl)
  await foldersRead(opened)
  world.folders = { top: null }
  world.notes = { a: ['top'], b: [], c: [] }
  await opened.client.call('notes.read-folders')
  await eventually(async () => {
    const known = await filing(opened)
    expect([['top'], null], 'never none').toContainEqual(known.a ?? null)
    expect(known).toEqual({ a: ['top'], b: [], c: [] })
  })
})

test('reads folders again after a clock that was ahead has been corrected', async () => {
  const world = aWorld({ top: null }, { a: [] })
  const opened = await connect((await world.open()).baseUrl, undefined, undefined, 40 * 24 * 3_600_000)
  await foldersRead(opened)
  expect(await filing(opened)).toEqual({ a: [] })
  await opened.client.call('notes.pause-index')
  opened.ahead = 0
  expect(await filing(opened)).toEqual({ a: null })
  world.notes = { a: ['top'] }
  await opened.client.call('notes.resume-index')
  await eventually(async () => expect(await filing(opened)).toEqual({ a: ['top'] }))
})

test('reads each folder of any hierarchy once, and assigns every note to the right folders', async () => {
  const names = ['p', 'q', 'r', 's', 't', 'u']
  const graphs = fc.record({
    folders: fc
      .array(fc.option(fc.constantFrom(...names, 'gone'), { nil: null }), { minLength: 6, maxLength: 6 })
      .map((parents) => Object.fromEntries(names.map((name, at) => [name, parents[at] ?? null]))),
    notes: fc
      .array(fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }), { minLength: 1, maxLength: 6 })
      .map((filed) => Object.fromEntries(filed.map((some, at) => [`note${'abcdef'[at]}`, some.toSorted()]))),
  })
  const world = aWorld({}, {})
  const service = await world.open()
  await fc.assert(
    fc.asyncProperty(graphs, async ({ folders, notes }) => {
      Object.assign(world, { folders, notes })
      const opened = await connect(service.baseUrl)
      world.asked.length = 0
      await foldersRead(opened)
      expect([...world.asked].sort()).toEqual(Object.keys(folders).sort())
      for (const [note, known] of Object.entries(await filing(opened))) {
        const truth = notes[note] ?? []
        expect(known?.length === 0, note).toBe(truth.length === 0)
        // In a cycle of parents, every folder is below every other, so any of them is a correct result.
        for (const folder of known ?? [])
          expect(
            truth.some((of) => world.isWithin(of, folder)),
            note,
          ).toBe(true)
      }
      await opened.close()
    }),
    property(1_200),
  )
})

/** Creates a service with these folders, parents and notes. A test may change them at any time. */
function aWorld(folders: Record<string, string | null>, notes: Record<string, readonly string[]>) {
  const world = {
    folders,
    notes,
    names: {} as Record<string, string>,
    /** Time of each note's last change, if it was not its creation. */
    changed: {} as Record<string, string>,
    failing: null as RegExp | null,
    refusing: null as RegExp | null,
    asked: [] as string[],
    /** Notes that were read with their content. */
    opened: [] as string[],
    isWithin(folder: string, above: string): boolean {
      const met = new Set<string>()
      for (let at: string | null | undefined = folder; at && !met.has(at); at = world.folders[at]) {
        if (at === above) return true
        met.add(at)
      }
      return false
    },
    async open() {
      const service = await openFaultyService(({ target }) => world.answer(target))
      onTestFinished(() => service.close())
      return service
    },
    answer(target: string) {
      const url = new URL(target, 'http://x')
      if (world.failing?.test(target)) return { status: 403, json: { error: 'no' } }
      if (world.refusing?.test(target)) return { status: 404, json: { error: 'gone' } }
      const end = { hasMore: false, cursor: null }
      if (url.pathname === '/v1/spaces') return { json: { spaces: [], ...end } }
      if (url.pathname === '/v1/folders')
        return { json: { folders: Object.keys(world.folders).map(folder), ...end } }
      if (url.pathname === '/v1/notes') {
        const within = url.searchParams.get('folder_id')?.slice(4).replace(/0+$/, '')
        if (within !== undefined) world.asked.push(within)
        const listed = Object.keys(world.notes).filter(
          (note) =>
            within === undefined ||
            (world.notes[note] ?? []).some((folder) => world.isWithin(folder, within)),
        )
        return { json: { notes: listed.map(noteItem), ...end } }
      }
      const note = url.pathname.slice('/v1/notes/not_'.length).replace(/0+$/, '')
      if (url.pathname.startsWith('/v1/notes/not_')) world.opened.push(note)
      return { json: { ...noteItem(note), folder_membership: (world.notes[note] ?? []).map(folder) } }
    },
  }
  const noteItem = (name: string) => ({ ...item(name), updated_at: world.changed[name] ?? madeAt })
  const folder = (name: string) => {
    const parent = world.folders[name]
    return {
      id: folderId(name),
      name: world.names[name] ?? name,
      parent_folder_id: parent ? folderId(parent) : null,
    }
  }
  return world
}

const folderId = (name: string) => `fol_${name.padEnd(14, '0')}`
const noteId = (name: string) => `not_${name.padEnd(14, '0')}`
const nameOf = (id: string) => id.slice(4).replace(/0+$/, '')

const madeAt = '2026-01-01T00:00:00Z'
const item = (name: string) => ({
  id: noteId(name),
  title: `Note ${name}`,
  owner: { name: 'Mara', email: 'mara@example.com' },
  created_at: madeAt,
})

const status = ({ client }: OpenCore) => client.call('notes.index-status')

const foldersRead = (opened: OpenCore) =>
  eventually(async () => {
    const now = await status(opened)
    expect(now).toMatchObject({ state: 'resting', folders: { asOf: expect.any(String) } })
    return now
  })

async function filing({ client }: OpenCore) {
  const { notes } = await client.call('notes.search', { text: '' })
  const known = await client.call('notes.folders-of', { ids: notes.map(({ id }) => id) })
  expect(known.map(({ folders }) => folders)).toEqual(notes.map(({ folders }) => folders))
  const named = known.map(({ id, folders }) => [
    nameOf(id),
    folders?.map((of) => nameOf(of.id)).sort() ?? null,
  ])
  return Object.fromEntries(named.sort()) as Record<string, string[] | null>
}

async function certainty({ client }: OpenCore) {
  const { notes } = await client.call('notes.search', { text: '' })
  const known = await client.call('notes.folders-of', { ids: notes.map(({ id }) => id) })
  return Object.fromEntries(known.map((sortKey) => [nameOf(sortKey.id), sortKey.certainty]))
}

async function found({ client }: OpenCore, text: string) {
  const { notes } = await client.call('notes.search', { text })
  return notes.map(({ id }) => nameOf(id)).sort()
}

async function within({ client }: OpenCore, folder: string) {
  const { notes } = await client.call('notes.list', { folderId: folderId(folder) })
  return notes.map(({ id }) => nameOf(id)).sort()
}

async function countsOf({ client }: OpenCore) {
  const { counts } = await client.call('notes.folder-counts')
  return Object.fromEntries(counts.map(({ id, own, total }) => [nameOf(id), [own, total]]))
}

async function nextDay(opened: OpenCore) {
  opened.ahead += 25 * 3_600_000
  await opened.client.call('notes.pause-index')
  await opened.client.call('notes.resume-index')
}

async function connect(
  baseUrl: string,
  apiKey = 'key_0123456789abcdef',
  secrets = fakeKeychain(),
  ahead = 0,
) {
  const opened = await openCore({ secrets })
  opened.ahead = ahead
  await opened.client.call('workspaces.connect', { baseUrl, apiKey })
  await setPace(opened.client, fast)
  return opened
}
