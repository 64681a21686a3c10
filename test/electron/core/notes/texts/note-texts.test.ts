import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isDamage, problemOf } from '#core/notes/texts/text-file.ts'
import type { SecretStore } from '#core/platform/ports.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import type { Sandbox } from '../../../../../electron/sandbox/sandbox.ts'
import { filesBelow } from '../../../../support/canary.ts'
import { endedJob } from '../../../../support/core/ended-job.ts'
import {
  fakeKeychain,
  type OpenCore,
  type OpenCoreOptions,
  openCore,
  removeWorkspace,
  separateService,
  setPace,
} from '../../../../support/core/open-core.ts'
import { readerScript } from '../../../../support/core/reader-thread.ts'
import { eventually } from '../../../../support/eventually.ts'
import { testNeeding } from '../../../../support/needs.ts'
import { smallDisk } from '../../../../support/platform/disks.ts'
import { fileKeychain } from '../../../../support/platform/file-keychain.ts'
import { kills, patience } from '../../../../support/runs.ts'
import { openFaultyService } from '../../../../support/service/faulty-service.ts'

const readingChild = fileURLToPath(new URL('../../../../support/processes/reading-child.ts', import.meta.url))
const fast = { burst: 1000, perSecond: 1000 }
const all = { summaries: true, transcripts: true, privateNotes: true }
const none = { summaries: false, transcripts: false, privateNotes: false }

test('stores no note text until the user turns it on', async () => {
  const { opened } = await connected()
  await indexed(opened)
  expect(await texts(opened)).toMatchObject({ state: 'off', read: 0, total: 40, bytes: 0 })
  expect(existsSync(folder(opened))).toBe(false)
})

test('reads each note once, finds it by a sentence, and deletes the file when the user turns note text off', async () => {
  const { opened, service } = await connected()
  await indexed(opened)
  await set(opened, { ...none, summaries: true })
  expect(await wholly(opened)).toMatchObject({
    read: 40,
    total: 40,
    refused: 0,
    tooLarge: 0,
    leftSeconds: null,
    problem: null,
  })
  expect(requests(service)).toHaveLength(40)
  expect(new Set(requests(service)).size).toBe(40)
  if (process.platform !== 'win32')
    for (const name of readdirSync(folder(opened)))
      expect(statSync(join(folder(opened), name)).mode & 0o77).toBe(0)

  const [note] = (await opened.client.call('notes.list', { limit: 1 })).notes
  const whole = await opened.client.call('notes.get', { id: note?.id ?? '' })
  const sentence = whole.summaryText?.split('\n').at(-1) ?? ''
  const asked = { text: `"${sentence}"`, limit: 100 }
  expect((await opened.client.call('notes.search', asked)).notes).toEqual([])
  const page = await opened.client.call('notes.search', { ...asked, in: 'everything' })
  expect(page.textsOf).toEqual({ read: 40, total: 40 })
  const hit = (await everywhere(opened, asked.text)).find(({ id }) => id === note?.id)
  expect(hit?.match).toMatchObject({ part: 'summary', speaker: null })
  expect(hit?.match?.marks.length).toBeGreaterThan(0)

  expect(await opened.client.call('notes.delete-texts')).toMatchObject({ state: 'off', read: 0, bytes: 0 })
  expect(readdirSync(folder(opened))).toEqual(['CACHEDIR.TAG'])
  expect(await everywhere(opened, asked.text)).toEqual([])
})

test('requests a changed note once, and unchanged notes not at all, also after a restart', async () => {
  const model = await openModel(30)
  const { opened, secrets } = await open(model)
  await set(opened, all)
  await wholly(opened)
  expect(model.requests()).toHaveLength(30)
  model.edit(3)
  await synced(opened)
  await eventually(async () => expect(await stored(opened, 3)).toBe(model.summary(3)))
  expect(model.requests()).toHaveLength(31)
  await synced(opened)
  await wholly(opened)
  await opened.close()

  const again = await openCore({ secrets, dataFolder: opened.dataFolder, readerThread: readerScript })
  await indexed(again)
  expect(await wholly(again)).toMatchObject({ read: 30 })
  expect(model.requests()).toHaveLength(31)
})

test('stores an opened note without another request', async () => {
  const model = await openModel(5)
  const { opened } = await open(model)
  await set(opened, { ...none, summaries: true })
  await opened.client.call('notes.pause-texts')
  await wholly(opened, 'paused')
  const before = model.requests().length
  for (let at = 0; at < 5; at += 1) await opened.client.call('notes.get', { id: model.id(at) })
  await opened.client.call('notes.resume-texts')
  expect(await wholly(opened)).toMatchObject({ read: 5 })
  expect(model.requests().length).toBeLessThanOrEqual(before + 5)
})

test('an opened note waits for at most one request of the pass', async () => {
  const model = await openModel(300)
  const { opened } = await open(model)
  await setPace(opened.client, { burst: 10, perSecond: 50 })
  await set(opened, { ...none, summaries: true })
  for (let at = 0; at < 20; at += 1) {
    const before = model.requests().length
    await eventually(() => expect(model.requests().length).toBeGreaterThan(before))
    const from = model.requests().length
    // The pass begins with the newest notes, so that it doesn't reach these.
    await opened.client.call('notes.get', { id: model.id(at) })
    const since = model.requests().slice(from)
    expect(since.indexOf(model.id(at))).toBeLessThanOrEqual(1)
    expect(since).toContain(model.id(at))
  }
  expect(await texts(opened)).toMatchObject({ state: 'reading' })
})

test.each([1, 2, 3])('stores what the service shows, whatever it responded before (%i)', async () => {
  const model = await openModel(40)
  const random = (most: number) => Math.floor(Math.random() * most)
  const refused = new Set([random(40), random(40), random(40)])
  for (let at = 0; at < 40; at += 1)
    if (random(4) === 0) model.fail(at, [[404], [403], [410], [413]][random(4)] ?? [])
  model.fail(random(40), [500])
  model.fail(random(40), [429])
  const { opened } = await open(model)
  await set(opened, all)
  const first = await wholly(opened)
  expect(first.read + first.refused + first.tooLarge).toBe(40)

  for (let at = 0; at < 40; at += 1) if (random(3) === 0) model.edit(at)
  for (const at of refused) {
    model.edit(at)
    model.fail(at, Array<number>(9).fill([403, 404, 410][random(3)] ?? 404))
  }
  // Notes that failed before are read again once they change.
  for (let at = 0; at < 40; at += 1) if ((await stored(opened, at)) === null) model.edit(at)
  await synced(opened)
  for (let at = 0; at < 40; at += 1) {
    const expected = refused.has(at) ? null : model.summary(at)
    await eventually(async () => expect(await stored(opened, at)).toBe(expected))
  }
  await eventually(() => {
    const files = Object.values(filesBelow(folder(opened))).join('')
    for (let at = 0; at < 40; at += 1)
      expect(files.includes(model.canary(at).slice(8))).toBe(!refused.has(at))
  })
})

test('opens a stored note with its age after one failed request, and none for a refused note', async () => {
  const model = await openModel(6)
  model.fail(2, Array<number>(9).fill(403))
  const { opened } = await open(model)
  await set(opened, { ...none, summaries: true })
  await wholly(opened)
  model.fail(1, [lost, lost])
  const before = model.requests().length
  await expect(opened.client.call('notes.get', { id: model.id(1) })).rejects.toMatchObject({
    code: 'unreachable',
  })
  expect(model.requests()).toHaveLength(before + 1)
  await model.close()
  expect(await opened.client.call('notes.stored', { id: model.id(1) })).toEqual({
    note: expect.objectContaining({ summaryText: model.summary(1) }),
    readAt: expect.stringMatching(/^2\d{3}-/),
  })
  expect(await opened.client.call('notes.stored', { id: model.id(2) })).toBeNull()
})

test('deletes the text of a note as soon as the service no longer lists it', async () => {
  const model = await openModel(6)
  const { opened } = await open(model)
  await set(opened, all)
  await wholly(opened)
  model.remove(4)
  opened.ahead = 25 * 60 * 60_000
  await opened.client.call('notes.pause-index')
  await opened.client.call('notes.resume-index')
  await eventually(async () => expect(await texts(opened)).toMatchObject({ read: 5 }))
  expect(await opened.client.call('notes.stored', { id: model.id(4) })).toBeNull()
  await eventually(() => {
    const files = Object.values(filesBelow(folder(opened))).join('')
    expect(files).toContain(model.canary(3).slice(8))
    expect(files).not.toContain(model.canary(4).slice(8))
  })
})

test.each([
  ['damaged', (file: string) => writeFileSync(file, randomBytes(8192))],
  ['outdated', (file: string) => setVersion(file, 1)],
])('reads everything again if the file is %s, and says so', async (kind, change) => {
  const model = await openModel(10)
  const { opened, secrets } = await open(model)
  await set(opened, all)
  await wholly(opened)
  await opened.close()
  const [file = ''] = readdirSync(folder(opened)).filter((name) => name.endsWith('.db'))
  change(join(folder(opened), file))

  const again = await openCore({ secrets, dataFolder: opened.dataFolder, readerThread: readerScript })
  expect(await texts(again)).toMatchObject({ problem: { kind } })
  await indexed(again)
  expect(await wholly(again)).toMatchObject({ read: 10, problem: null })
  expect(model.requests()).toHaveLength(20)
  expect(await stored(again, 7)).toBe(model.summary(7))
})

test.each([403, 404, 410, 413])(
  'counts a note that gets status %i as refused or too large',
  async (status) => {
    const model = await openModel(4)
    model.fail(1, [status, status, status])
    const { opened } = await open(model)
    await set(opened, all)
    const isTooLarge = status === 413
    expect(await wholly(opened)).toMatchObject({
      read: 3,
      refused: isTooLarge ? 0 : 1,
      tooLarge: isTooLarge ? 1 : 0,
      problem: null,
    })
    model.edit(1)
    model.fail(1, [])
    await synced(opened)
    await eventually(async () =>
      expect(await texts(opened)).toMatchObject({ read: 4, refused: 0, tooLarge: 0 }),
    )
  },
)

test('keeps a file that cannot be used, and continues when it can', async () => {
  const model = await openModel(4)
  let aheadMs = 0
  const time = { monotonicMs: () => performance.now() + aheadMs }
  const { opened } = await open(model, fakeKeychain(), { time })
  const { id = '' } = (await opened.client.call('workspaces.list')).find(({ isOpen }) => isOpen) ?? {}
  const path = join(folder(opened), `${id}.db`)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'kept'), '')
  expect(await set(opened, all)).toMatchObject({ state: 'stopped', problem: { kind: 'file-failed' } })
  expect((await opened.client.call('workspaces.contents', { id })).texts).toBeNull()
  expect(existsSync(join(path, 'kept'))).toBe(true)
  rmSync(path, { recursive: true })
  aheadMs = 60_000
  await opened.client.call('notes.sync-index')
  await eventually(async () =>
    expect(await texts(opened)).toMatchObject({ state: 'resting', read: 4, problem: null }),
  )
})

test.each<readonly [object, ReturnType<typeof problemOf>]>([
  [{ code: 'ENOSPC' }, 'disk-full'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'disk-full'],
  [{ code: 'EACCES' }, 'no-permission'],
  [{ code: 'EROFS' }, 'no-permission'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 8 }, 'no-permission'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 14 }, 'file-failed'],
  [{ code: 'EMFILE' }, 'file-failed'],
])('explains the error %o as %s', (parts, expected) => {
  const error = Object.assign(new Error('failed'), parts)
  expect(problemOf(error)).toBe(expected)
  expect(isDamage(error)).toBe(false)
})

test('stops at a rejected key and keeps the text', async () => {
  const model = await openModel(10)
  const { opened } = await open(model)
  await set(opened, { ...none, summaries: true })
  await wholly(opened)
  model.edit(1)
  model.fail(1, [401])
  await opened.client.call('notes.sync-index')
  await eventually(async () =>
    expect(await texts(opened)).toMatchObject({
      state: 'stopped',
      problem: { kind: 'key-rejected' },
      read: 10,
    }),
  )
})

test.each(['turned off', 'switched off', 'removed'] as const)(
  'leaves no word in any file when it is %s',
  async (way) => {
    const model = await openModel(12)
    const { opened } = await open(model)
    await set(opened, all)
    await wholly(opened)
    const canaries = Array.from({ length: 12 }, (_, at) => model.canary(at).slice(8))
    const leaks = () => {
      const files = Object.values(filesBelow(opened.dataFolder)).join('')
      return canaries.filter((canary) => files.includes(canary))
    }
    expect(leaks()).toHaveLength(12)
    await opened.client.call('exports.start', {
      format: 'csv',
      bom: false,
      title: 'Notes',
      source: { from: 'index' },
    })
    await endedJob('export-notes', () => opened.client.call('jobs.list'))
    if (way === 'turned off') await opened.client.call('notes.delete-texts')
    else if (way === 'switched off') await set(opened, none)
    else await removeWorkspace(opened.client)
    expect(leaks()).toEqual([])
    expect(readdirSync(folder(opened))).toEqual(['CACHEDIR.TAG'])
    expect(canaries.filter((canary) => opened.log.join('').includes(canary))).toEqual([])
  },
)

test('drops the private notes and transcripts that are switched off, without a request', async () => {
  const model = await openModel(8)
  const { opened } = await open(model)
  await set(opened, all)
  await wholly(opened)
  const everything = async (text: string) => (await everywhere(opened, text)).map(({ match }) => match?.part)
  expect(await everything('ownword5')).toEqual(['private'])
  expect(await everything('spokenword5')).toEqual(['transcript'])
  await set(opened, { ...none, summaries: true })
  await eventually(async () => {
    expect(await everything('ownword5')).toEqual([])
    expect(await everything('spokenword5')).toEqual([])
  })
  await wholly(opened)
  expect(await everything(model.canary(5))).toEqual(['summary'])
  expect(model.requests()).toHaveLength(8)
})

test('keeps the newest texts when the limit is reached, and reads the rest when it is raised', async () => {
  const model = await openModel(80, 150_000)
  const { opened } = await open(model)
  await set(opened, { ...none, summaries: true }, { megabytes: 10 })
  const full = await wholly(opened)
  expect(full.read).toBeGreaterThan(20)
  expect(full.read).toBeLessThan(80)
  expect(full.bytes).toBeLessThan(15_000_000)
  expect(full.problem).toMatchObject({ kind: 'limit-reached' })
  expect(await stored(opened, 79)).toBe(model.summary(79))
  expect(await stored(opened, 0)).toBeNull()
  expect(model.requests().length).toBe(full.read)
  model.edit(0)
  await synced(opened)
  await eventually(async () => expect(await stored(opened, 0)).toBe(model.summary(0)))
  expect((await texts(opened)).read).toBeLessThanOrEqual(full.read)
  await set(opened, { ...none, summaries: true }, { megabytes: 100 })
  await eventually(async () => expect(await texts(opened)).toMatchObject({ read: 80, problem: null }))
})

test('reads the sandbox’s notes from the start, and finds one by a sentence', async () => {
  const opened = await openCore({ readerThread: readerScript, sandbox: { activityMs: 60_000 } })
  await opened.client.call('sandbox.start', { notes: 50 })
  await eventually(async () => {
    const { read, total } = await texts(opened)
    expect(total).toBeGreaterThanOrEqual(50)
    expect(read).toBe(total)
  })
  const [note] = (await opened.client.call('notes.list', { limit: 1 })).notes
  const copy = await opened.client.call('notes.stored', { id: note?.id ?? '' })
  const sentence = copy?.note.summaryText?.split('\n')[1] ?? ''
  const notes = await everywhere(opened, sentence)
  expect(notes.map(({ id }) => id)).toContain(note?.id)
  expect(notes.length).toBeLessThan(5)
})

test(
  'keeps every text when it is killed repeatedly, and reads at most one note again each time',
  async () => {
    const times = kills()
    const folder = mkdtempSync(join(tmpdir(), 'notehook-reading-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const dataFolder = join(folder, 'data')
    const keychain = join(folder, 'keychain.json')
    const model = await openModel(10 * times + 40)
    const { opened } = await open(model, fileKeychain(keychain), { dataFolder })
    await opened.client.call('notes.pause-index')
    await setPace(opened.client, { burst: 100, perSecond: 40 })
    await set(opened, all)
    await opened.close()
    const first = await openCore({ dataFolder, secrets: fileKeychain(keychain) })
    await first.client.call('notes.resume-index')
    await first.close()

    for (let kill = 0; kill < times; kill += 1) {
      const before = model.requests().length
      const enough = before + 1 + Math.floor(Math.random() * 10)
      const child = spawn(process.execPath, [readingChild, dataFolder, keychain], { stdio: 'inherit' })
      const ended = once(child, 'exit')
      onTestFinished(() => void child.kill('SIGKILL'))
      await eventually(() => expect(model.requests().length).toBeGreaterThanOrEqual(enough))
      child.kill('SIGKILL')
      await ended
    }
    const last = await openCore({ dataFolder, secrets: fileKeychain(keychain) })
    await indexed(last)
    const total = 10 * times + 40
    expect(await wholly(last)).toMatchObject({ read: total, problem: null })
    expect(new Set(model.requests()).size).toBe(total)
    expect(model.requests().length).toBeLessThanOrEqual(total + times + 2)
  },
  patience(120_000),
)

testNeeding(['loop-mount'], 'stops on a full disk, and continues when there is space', async () => {
  const disk = smallDisk(120)
  onTestFinished(() => disk.remove())
  const model = await openModel(20)
  const { opened } = await open(model, fakeKeychain(), { dataFolder: join(disk.folder, 'data') })
  disk.resize(60)
  await set(opened, all)
  await eventually(async () =>
    expect(await texts(opened)).toMatchObject({ state: 'stopped', read: 0, problem: { kind: 'disk-full' } }),
  )
  expect(model.requests()).toHaveLength(0)
  disk.resize(200)
  await set(opened, all)
  expect(await wholly(opened)).toMatchObject({ read: 20, problem: null })
  await opened.close()
})

const pageSize = 100

/** A service whose notes a test edits, and whose responses it scripts. */
/** Stands for a lost connection among the statuses of failures. */
const lost = 0

async function openModel(count: number, length = 0) {
  const notes = Array.from({ length: count }, () => ({
    canary: randomBytes(16).toString('hex'),
    filler: randomBytes(length / 2).toString('hex'),
    version: 0,
    isListed: true,
    failures: [] as number[],
  }))
  const id = (at: number) => `not_${String(at).padStart(14, '0')}`
  const summary = (at: number) => `Version ${notes[at]?.version} of ${notes[at]?.canary} ${notes[at]?.filler}`
  const itemOf = (at: number) => ({
    id: id(at),
    title: `Note ${at}`,
    owner: { name: 'Mara Lind', email: 'mara@example.com' },
    created_at: '2026-01-01T00:00:00Z',
    updated_at: new Date(
      Date.UTC(2026, 0, 1) + at * 60_000 + (notes[at]?.version ?? 0) * 86_400_000,
    ).toISOString(),
  })
  const asked: string[] = []
  const service = await openFaultyService(({ target }) => {
    const [path = ''] = target.split('?')
    const one = /^\/v1\/notes\/([^/]+)$/.exec(path)?.[1]
    if (one === undefined) {
      const name = path.split('/').at(-1) ?? ''
      const listed = notes.flatMap(({ isListed }, at) => (isListed ? [itemOf(at)] : []))
      const from = Number(/[?&]cursor=(\d+)/.exec(target)?.[1] ?? 0)
      const hasMore = name === 'notes' && from + pageSize < listed.length
      return {
        json: {
          [name]: name === 'notes' ? listed.slice(from, from + pageSize) : [],
          hasMore,
          cursor: hasMore ? String(from + pageSize) : null,
        },
      }
    }
    asked.push(one)
    const at = Number(one.slice(4))
    const status = notes[at]?.failures.shift()
    if (status === lost) return { raw: (socket) => void socket.destroy() }
    if (status !== undefined) return { status, headers: { 'retry-after': '1' }, json: { error: 'scripted' } }
    return {
      json: {
        ...itemOf(at),
        summary_text: summary(at),
        private_notes_text: `ownword${at}`,
        ...(target.includes('include=transcript')
          ? { transcript: [{ speaker: 'Jo', text: `spokenword${at}`, start_time: 1, end_time: 2 }] }
          : {}),
      },
    }
  })
  onTestFinished(() => service.close())
  return {
    ...service,
    id,
    summary,
    canary: (at: number) => notes[at]?.canary ?? '',
    requests: () => asked,
    edit: (at: number) => Object.assign(notes[at] ?? {}, { version: (notes[at]?.version ?? 0) + 1 }),
    remove: (at: number) => Object.assign(notes[at] ?? {}, { isListed: false }),
    fail: (at: number, statuses: readonly number[]) =>
      Object.assign(notes[at] ?? {}, { failures: [...statuses] }),
  }
}

type Model = Awaited<ReturnType<typeof openModel>>

async function open(model: Model, secrets: SecretStore = fakeKeychain(), options: OpenCoreOptions = {}) {
  const opened = await openCore({ secrets, readerThread: readerScript, ...options })
  await opened.client.call('workspaces.connect', { baseUrl: model.baseUrl, apiKey: 'key_0123456789abcdef' })
  await setPace(opened.client, fast)
  await indexed(opened)
  return { opened, secrets }
}

const stored = async ({ client }: OpenCore, at: number) =>
  (await client.call('notes.stored', { id: `not_${String(at).padStart(14, '0')}` }))?.note.summaryText ?? null

/** Searches everything to the last page, because a page ends early on a slow machine. */
async function everywhere({ client }: OpenCore, text: string) {
  const found: OutputOf<'notes.search'>['notes'] = []
  for (let from: number | null = 0; from !== null; ) {
    const page: OutputOf<'notes.search'> = await client.call('notes.search', {
      text,
      in: 'everything',
      ...(from === 0 ? {} : { from }),
    })
    found.push(...page.notes)
    from = page.next
  }
  return found
}

/** Reads the changes in the service's list. */
async function synced(opened: OpenCore) {
  const before = opened.events.filter(({ name }) => name === 'notes.index-changed').length
  await opened.client.call('notes.sync-index')
  await eventually(() =>
    expect(opened.events.filter(({ name }) => name === 'notes.index-changed').length).toBeGreaterThan(before),
  )
  await indexed(opened)
}

async function connected(
  options: Parameters<typeof separateService>[0] = {},
  { secrets = fakeKeychain(), pace = fast } = {},
) {
  const service = await separateService(options)
  const opened = await openCore({ secrets, readerThread: readerScript })
  const { baseUrl, apiKey } = service
  await opened.client.call('workspaces.connect', { baseUrl, apiKey })
  await setPace(opened.client, pace)
  return { opened, service, secrets }
}

const folder = ({ dataFolder }: OpenCore) => join(dataFolder, 'texts')
function setVersion(file: string, version: number) {
  const sql = new DatabaseSync(file)
  sql.exec(`PRAGMA user_version = ${version}`)
  sql.close()
}

const texts = ({ client }: OpenCore) => client.call('notes.text-status')
const set = (
  { client }: OpenCore,
  switches: typeof all,
  how: { gentle?: boolean; megabytes?: number } = {},
) => client.call('notes.set-texts', { switches, gentle: false, megabytes: 500, ...how })

const indexed = (opened: OpenCore) =>
  eventually(async () =>
    expect(await opened.client.call('notes.index-status')).toMatchObject({
      state: 'resting',
      completeAsOf: expect.any(String),
    }),
  )

const wholly = (opened: OpenCore, state = 'resting') =>
  eventually(async () => {
    const status = await texts(opened)
    expect(status.state).toBe(state)
    return status
  })

/** The ids of the notes that were requested one by one. */
const requests = (service: Sandbox) =>
  service.requests().flatMap(({ path }) => /^\/v1\/notes\/([^/?]+)/.exec(path)?.[1] ?? [])
