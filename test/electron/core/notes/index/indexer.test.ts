import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { defaultKnobs, type Knobs } from '../../../../../electron/sandbox/knobs.ts'
import type { Sandbox } from '../../../../../electron/sandbox/sandbox.ts'
import { filesBelow } from '../../../../support/canary.ts'
import {
  fakeKeychain,
  type OpenCore,
  openCore,
  refusalOf,
  removeWorkspace,
  separateService,
  setPace,
} from '../../../../support/core/open-core.ts'
import { eventually } from '../../../../support/eventually.ts'
import { openFaultyService } from '../../../../support/service/faulty-service.ts'

const fast = { burst: 1000, perSecond: 1000 }

test('reads every note and reports that the index is complete as of the start of the run', async () => {
  const before = new Date().toISOString()
  const { opened, service } = await connected({ notes: 95 })
  const status = await completed(opened)
  expect(status).toMatchObject({ state: 'resting', notes: 95, run: null, incomplete: null, problem: null })
  expect((status.completeAsOf ?? '') >= before).toBe(true)
  expect(opened.events.some(({ name }) => name === 'notes.index-changed')).toBe(true)
  expect(pages(service)).toHaveLength(1 + 4)
  const found = await opened.client.call('notes.search', { text: 'a', limit: 100 })
  expect(found).toMatchObject({ asOf: status.completeAsOf, complete: true, next: null })
})

test('reads changed notes immediately on request, even during the pause after a failure', async () => {
  const { opened, service } = await connected({ notes: 40 })
  await completed(opened)
  const asked = () => pages(service).length
  const before = asked()
  await opened.client.call('notes.sync-index')
  await eventually(() => expect(asked()).toBeGreaterThan(before))
  await settled(opened)
  service.knobs.status = 500
  await opened.client.call('notes.sync-index')
  await eventually(async () => expect((await status(opened)).problem).not.toBeNull())
  service.knobs.status = null
  const began = performance.now()
  await opened.client.call('notes.sync-index')
  await eventually(async () =>
    expect(await status(opened)).toMatchObject({ state: 'resting', problem: null }),
  )
  expect(performance.now() - began, 'less than until the next try').toBeLessThan(20_000)
})

test('reads changed notes right after a failed request if the user asked for it during that request', async () => {
  let held: Socket | null = null
  let isHeld = false
  const service = await openFaultyService(({ target }) => {
    const raw = (socket: Socket) => {
      held = socket
    }
    if (isHeld && held === null && target.startsWith('/v1/notes')) return { raw }
    return { json: { notes: [item(0)], hasMore: false, cursor: null } }
  })
  onTestFinished(() => service.close())
  const opened = await connect(service.baseUrl)
  await completed(opened)
  await settled(opened)
  isHeld = true
  await opened.client.call('notes.sync-index')
  const socket = await eventually(() => {
    if (held === null) throw new Error('Nothing was asked yet.')
    return held
  })
  await opened.client.call('notes.sync-index')
  const began = performance.now()
  socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  await eventually(async () =>
    expect(await status(opened)).toMatchObject({ state: 'resting', problem: null }),
  )
  expect(performance.now() - began, 'less than until the next try').toBeLessThan(20_000)
})

test('the index stores the fields of a note in a list, but not its content', async () => {
  const { opened } = await connected({ notes: 30 })
  await completed(opened)
  const [note] = (await opened.client.call('notes.search', { text: '', limit: 1 })).notes
  const whole = await opened.client.call('notes.get', { id: note?.id ?? '' })
  const files = Object.values(filesBelow(opened.dataFolder)).join('')
  expect(files).toContain(note?.id)
  expect(files).not.toContain(whole.summaryText?.slice(0, 60))
})

test.each<readonly [Partial<Knobs>, string | null, number]>([
  [{ cursors: 'odd', pageSizeCap: 7 }, null, 80],
  [{ cursors: 'missing' }, 'no-cursor', 30],
  [{ cursors: 'repeated' }, 'repeated-cursor', 60],
  [{ cursors: 'circling' }, 'nothing-new', 30],
])('reads as many pages of notes as the service’s cursors allow: %o', async (knobs, incomplete, notes) => {
  const { opened } = await connected({ notes: 80, knobs: { ...defaultKnobs(), ...knobs } })
  const status = await settled(opened)
  expect(status).toMatchObject({ incomplete, notes, run: null })
  expect(status.completeAsOf === null).toBe(incomplete !== null)
})

test('continues indexing from its stored cursor after a restart', async () => {
  const secrets = fakeKeychain()
  const { opened, service } = await connected(
    { notes: 1200 },
    { secrets, pace: { burst: 1000, perSecond: 12 } },
  )
  await eventually(async () => expect((await status(opened)).run?.read).toBeGreaterThanOrEqual(60))
  await opened.client.call('notes.pause-index')
  await opened.close()
  const asked = pages(service).length

  const again = await openCore({ secrets, dataFolder: opened.dataFolder })
  await eventually(async () => expect((await again.client.call('workspaces.status')).state).toBe('connected'))
  const { state, notes: read } = await status(again)
  expect(state, 'paused stays paused').toBe('paused')
  expect(read).toBeGreaterThanOrEqual(60)
  await setPace(again.client, fast)
  await again.client.call('notes.resume-index')
  await completed(again)
  expect(pages(service)[asked]).toContain('cursor=')
  // A request that was in flight when the app quit may arrive late, so its page may be requested twice.
  expect(new Set(pages(service).slice(asked)).size).toBe(Math.ceil((1200 - read) / 30))
})

test('indexes from the beginning if the service rejects the stored cursor', async () => {
  let refusing = false
  const list = (from: number) => Array.from({ length: 30 }, (_, index) => item(from + index))
  const service = await openFaultyService(({ target }) => {
    const cursor = new URL(target, 'http://x').searchParams.get('cursor')
    if (cursor === 'two' && !refusing) return { json: { notes: list(30), hasMore: true, cursor: 'three' } }
    if (cursor === 'four') return { json: { notes: list(30), hasMore: false, cursor: null } }
    if (cursor !== null) {
      refusing = true
      return { status: 400, json: { error: 'bad_cursor' } }
    }
    return { json: { notes: list(0), hasMore: true, cursor: refusing ? 'four' : 'two' } }
  })
  onTestFinished(() => service.close())
  const opened = await connect(service.baseUrl)
  expect(await completed(opened)).toMatchObject({ notes: 60 })
})

test('keeps notes that were read before a page of the list failed', async () => {
  const service = await openFaultyService(({ target }) => {
    const at = Number(new URL(target, 'http://x').searchParams.get('cursor') ?? 0)
    if (at === 150) return { status: 403, json: { error: 'forbidden' } }
    const notes = Array.from({ length: 30 }, (_, index) => item(at + index))
    return { json: { notes, hasMore: true, cursor: String(at + 30) } }
  })
  onTestFinished(() => service.close())
  const opened = await connect(service.baseUrl)
  await eventually(async () => expect(await status(opened)).toMatchObject({ state: 'stopped', notes: 150 }))
  expect((await status(opened)).run?.read).toBe(150)
})

test('removes deleted notes from the index only after it has read every page', async () => {
  let left = Array.from({ length: 90 }, (_, index) => index)
  let broken = false
  const service = await openFaultyService(({ target }) => {
    const at = Number(new URL(target, 'http://x').searchParams.get('cursor') ?? 0)
    const notes = left.slice(at, at + 30).map(item)
    const more = at + 30 < left.length
    return { json: { notes, hasMore: more, cursor: more && !broken ? String(at + 30) : null } }
  })
  onTestFinished(() => service.close())
  const opened = await connect(service.baseUrl)
  await completed(opened)

  left = left.filter((index) => index % 3 > 0)
  broken = true
  opened.ahead += 25 * 3_600_000
  await nudge(opened)
  await eventually(async () => expect((await status(opened)).incomplete).toBe('no-cursor'))
  expect((await status(opened)).notes).toBe(90)

  broken = false
  opened.ahead += 2 * 3_600_000
  await nudge(opened)
  await eventually(async () => expect(await status(opened)).toMatchObject({ incomplete: null, notes: 60 }))
})

test('reports an incomplete index if the service omits the fields for paging', async () => {
  let isSilent = false
  const service = await openFaultyService(({ target }) => {
    const at = Number(new URL(target, 'http://x').searchParams.get('cursor') ?? 0)
    const notes = Array.from({ length: 75 }, (_, index) => index)
      .slice(at, at + 30)
      .map(item)
    const [more, cursor] = [at + 30 < 75, String(at + 30)]
    return {
      json: isSilent ? { notes, has_more: more, next_cursor: cursor } : { notes, hasMore: more, cursor },
    }
  })
  onTestFinished(() => service.close())
  const opened = await connect(service.baseUrl)
  await completed(opened)

  isSilent = true
  opened.ahead += 25 * 3_600_000
  await nudge(opened)
  await eventually(async () =>
    expect(await status(opened)).toMatchObject({ incomplete: 'no-cursor', notes: 75 }),
  )
})

test('reads only notes changed since a day before the last run', async () => {
  const { opened, service } = await connected({ notes: 120 })
  await completed(opened)
  const asked = pages(service).length
  const [note] = (await opened.client.call('notes.search', { text: 'a', limit: 1 })).notes
  service.emit('note.edited', note?.id)
  opened.ahead += 10 * 60_000
  const before = (await status(opened)).completeAsOf
  await nudge(opened)
  await eventually(async () => expect((await status(opened)).completeAsOf).not.toBe(before))
  const [changes = ''] = pages(service).slice(asked)
  const day = new URL(changes, 'http://x').searchParams.get('updated_after') ?? ''
  const age = Date.now() - Date.parse(day)
  expect(age).toBeGreaterThan(2 * 86_400_000)
  expect(age).toBeLessThan(6 * 86_400_000)
  expect((await status(opened)).notes).toBe(120)
})

test('stops indexing when the API key is rejected, and continues with a new one', async () => {
  const { opened, service } = await connected({ notes: 200 }, { pace: { burst: 1000, perSecond: 12 } })
  await eventually(async () => expect((await status(opened)).run?.read).toBeGreaterThanOrEqual(30))
  service.knobs.status = 401
  await eventually(async () => expect((await status(opened)).state).toBe('stopped'))
  expect((await opened.client.call('notes.search', { text: 'a' })).notes.length).toBeGreaterThan(0)
  service.knobs.status = null
  await setPace(opened.client, fast)
  const { workspace } = { workspace: null, ...(await opened.client.call('workspaces.status')) }
  const key = { baseUrl: service.baseUrl, apiKey: service.apiKey, workspaceId: workspace?.id ?? '' }
  await opened.client.call('workspaces.connect', key)
  expect(await completed(opened)).toMatchObject({ notes: 200 })
})

test('searches stored notes offline, and deletes them with their workspace', async () => {
  const { opened, service } = await connected({ notes: 40 })
  const { completeAsOf } = await completed(opened)
  await service.close()
  const [note] = (await opened.client.call('notes.search', { text: '' })).notes
  const found = await opened.client.call('notes.search', { text: note?.id ?? '' })
  expect(found).toMatchObject({ notes: [{ id: note?.id }], asOf: completeAsOf })

  await removeWorkspace(opened.client)
  expect((await refusalOf(opened.client.call('notes.search', { text: '' }))).code).toBe('not-connected')
  expect(await status(opened)).toMatchObject({ state: 'off', notes: 0 })
})

test('sends no request for the index while a request of the user is in progress', async () => {
  const { opened, service } = await connected({ notes: 300 }, { pace: { burst: 1000, perSecond: 40 } })
  await eventually(async () => expect((await status(opened)).run?.read).toBeGreaterThan(0))
  Object.assign(service.knobs, { latencyMs: 60, pageSizeCap: 5 })
  // Counts requests from here on, because the index has already read the list of folders.
  const before = service.requests().length
  await opened.client.call('notes.folders')
  const paths = service
    .requests()
    .slice(before)
    .map(({ path }) => path)
  const first = paths.findIndex((path) => path.includes('/v1/folders'))
  const last = paths.findLastIndex((path) => path.includes('/v1/folders'))
  // Earlier requests may still be pending. Without taking turns, there would be one for each page of folders.
  expect(paths.slice(first, last).filter((path) => path.includes('/v1/notes')).length).toBeLessThanOrEqual(2)
})

test('indexes the sandbox workspace and deletes its index when the sandbox stops', async () => {
  const opened = await openCore()
  await setPace(opened.client, fast)
  await opened.client.call('sandbox.start', { notes: 50 })
  // Events may have added notes.
  expect((await completed(opened)).notes).toBeGreaterThanOrEqual(50)
  await opened.client.call('sandbox.stop')
  await opened.client.call('sandbox.start', { notes: 20 })
  const { notes } = await completed(opened)
  expect(notes).toBeGreaterThanOrEqual(20)
  expect(notes).toBeLessThan(50)
})

const status = ({ client }: OpenCore) => client.call('notes.index-status')

const pages = (service: Sandbox) =>
  service.requests().flatMap(({ path }) => (/^\/v1\/notes\?(?!.*folder_id)/.test(path) ? [path] : []))

const completed = (opened: OpenCore) =>
  eventually(async () => {
    const now = await status(opened)
    expect(now).toMatchObject({ state: 'resting', completeAsOf: expect.any(String) })
    return now
  })

const settled = (opened: OpenCore) =>
  eventually(async () => {
    const now = await status(opened)
    expect(now.state).toBe('resting')
    return now
  })

/** Pauses and resumes the index to make it check for due work, as after sleep. */
async function nudge({ client }: OpenCore) {
  await client.call('notes.pause-index')
  await client.call('notes.resume-index')
}

async function connected(
  options: Parameters<typeof separateService>[0],
  { secrets = fakeKeychain(), pace = fast } = {},
) {
  const service = await separateService(options)
  const opened = await connect(service.baseUrl, service.apiKey, secrets, pace)
  return { opened, service }
}

async function connect(
  baseUrl: string,
  apiKey = 'key_0123456789abcdef',
  secrets = fakeKeychain(),
  pace = fast,
) {
  const opened = await openCore({ secrets })
  await opened.client.call('workspaces.connect', { baseUrl, apiKey })
  await setPace(opened.client, pace)
  return opened
}

const item = (index: number) => ({
  id: `not_${String(index).padStart(14, '0')}`,
  title: `Note ${index}`,
  owner: { name: 'Mara', email: 'mara@example.com' },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
})
