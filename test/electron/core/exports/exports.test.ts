import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { fileName } from '#core/exports/index.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { endedJob } from '../../../support/core/ended-job.ts'
import {
  type OpenCore,
  type OpenCoreOptions,
  openCore,
  refusalOf,
  separateService,
  setPace,
} from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { property } from '../../../support/runs.ts'
import { openFaultyService } from '../../../support/service/faulty-service.ts'

const fast = { burst: 1000, perSecond: 1000 }

test('exports the notes of every page that the service lists', async () => {
  const opened = await withSandbox(95)
  const { text, name } = await exported(opened, { format: 'csv', bom: true, title: 'All notes' })
  expect(name).toMatch(/^All notes \d{4}-\d\d-\d\d\.csv$/)
  expect(
    text.startsWith(
      '\ufeffid,title,owner_name,owner_email,folders,created_at,updated_at,events_received\r\n',
    ),
  ).toBe(true)
  expect(text.match(/^not_/gm)).toHaveLength(95)
  expect(text).not.toContain('Incomplete')
  const { notes } = await opened.client.call('notes.list', { limit: 1 })
  const whole = await opened.client.call('notes.get', { id: notes[0]?.id ?? '' })
  expect(text, 'the list, not what is in a note').not.toContain(whole.summaryText?.slice(0, 40))
})

test('creates an export file that only the user can read, and deletes it when dismissed', async () => {
  const opened = await withSandbox(40)
  const { id } = await exported(opened, {})
  const folder = join(opened.dataFolder, 'exports')
  const [file = ''] = readdirSync(folder)
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  await opened.client.call('jobs.dismiss', { id })
  expect(readdirSync(folder)).toEqual([])
  expect((await refusalOf(opened.client.call('exports.piece', { id, from: 0 }))).code).toBe('not-found')
})

test('exports the notes of a folder and its subfolders as the service lists them', async () => {
  const opened = await withSandbox(300)
  const { items } = await opened.client.call('notes.folders')
  const folder = items.find(({ id }) => items.some(({ parentFolderId }) => parentFolderId === id))
  const listed: string[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await opened.client.call('notes.page', {
      folderId: folder?.id,
      ...(cursor === undefined ? {} : { cursor }),
    })
    listed.push(...page.items.map(({ id }) => id))
    more = page.cursor !== null
    cursor = page.cursor ?? undefined
  }
  expect(listed.length).toBeGreaterThan(0)
  const { text } = await exported(opened, {
    format: 'json',
    source: { from: 'service', folderId: folder?.id },
  })
  const file = JSON.parse(text)
  expect(file.notes.map(({ id }: { id: string }) => id)).toEqual(listed)
  expect(file).toMatchObject({ count: listed.length, complete: true, incomplete_because: null })
})

test('filters exported notes by search words, both notes from the service and from the index', async () => {
  const opened = await withSandbox(120)
  await indexed(opened)
  const owner = (await opened.client.call('notes.list', { limit: 1 })).notes[0]?.owner?.name ?? ''
  const wanted = (await opened.client.call('notes.list', { owner, limit: 1000 })).notes
  expect(wanted.length).toBeGreaterThan(0)
  expect(wanted.every((note) => note.owner?.name === owner)).toBe(true)
  for (const from of ['service', 'index'] as const) {
    const { text, total } = await exported(opened, { format: 'json', source: { from, owner } })
    expect(
      JSON.parse(text)
        .notes.map(({ id }: { id: string }) => id)
        .sort(),
    ).toEqual(wanted.map(({ id }) => id).sort())
    if (from === 'index') expect(total).toBe(wanted.length)
  }
})

test('includes the folders of a note in every export format', async () => {
  const opened = await withSandbox(60)
  const { client } = opened
  await eventually(async () => expect((await client.call('notes.index-status')).folders.asOf).not.toBeNull())
  const { notes } = await client.call('notes.list', { limit: 1000 })
  const known = await client.call('notes.folders-of', { ids: notes.map(({ id }) => id) })
  const filed = known.find(({ folders }) => (folders?.length ?? 0) > 0)
  const name = filed?.folders?.[0]?.name ?? ''
  expect(name).not.toBe('')
  const lineOf = (text: string) => text.split('\n').find((line) => line.includes(filed?.id ?? '?')) ?? ''
  expect(lineOf((await exported(opened, { format: 'csv' })).text)).toContain(name)
  const json = JSON.parse((await exported(opened, { format: 'json' })).text)
  expect(json.notes.find(({ id }: { id: string }) => id === filed?.id).folders).toEqual(filed?.folders)
  const markdown = lineOf((await exported(opened, { format: 'markdown' })).text)
  expect(markdown).toContain(`| \`${filed?.id}\` |`)
  expect(markdown).toContain(name)
})

test('exports notes that the page passes to the export', async () => {
  const opened = await withSandbox(30)
  const { jobId: id } = await opened.client.call('exports.start', {
    format: 'markdown',
    bom: true,
    title: 'Chosen | notes',
    source: { from: 'page', total: 2 },
  })
  const odd = { ...note, title: 'a | b\n<script>*x*' }
  expect(await opened.client.call('exports.add', { id, notes: [odd] })).toBe(true)
  await eventually(async () =>
    expect(await jobOf(opened)).toMatchObject({ state: 'running', done: 1, total: 2 }),
  )
  expect(await opened.client.call('exports.add', { id, notes: [note] })).toBe(true)
  expect(await endedExport(opened)).toMatchObject({ state: 'done', result: { rows: 2, incomplete: null } })
  expect(await opened.client.call('exports.add', { id, notes: [note] }), 'it takes no more').toBe(false)
  const text = await fetched(opened, id)
  expect(text).toContain('# Chosen \\| notes')
  expect(text).toContain('a \\| b &lt;script>\\*x\\*')
  expect(text).toMatch(/Notes: 2\.\n$/)
})

test('marks an export as incomplete if a page of the list fails', async () => {
  const item = (at: number) => ({ id: `not_${at}`, object: 'note', title: `Note ${at}` })
  const service = await openFaultyService(({ target }) => {
    if (target.includes('page_size=1&') || target.endsWith('page_size=1'))
      return { json: { notes: [], hasMore: false } }
    return target.includes('cursor=')
      ? { status: 403, json: { code: 'forbidden', message: 'Not the second page.' } }
      : { json: { notes: [item(1), item(2)], hasMore: true, cursor: 'two' } }
  })
  onTestFinished(() => service.close())
  const opened = await openCore()
  await opened.client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: 'key_0123456789' })
  const { text, incomplete } = await exported(opened, { format: 'csv' })
  expect(incomplete).not.toBeNull()
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines.at(-1)).toContain('Incomplete: ')
})

test('canceling an export deletes its file', async () => {
  const opened = await withSandbox(400, { burst: 1, perSecond: 2 })
  const { jobId: id } = await begin(opened, {})
  expect(await jobOf(opened)).toMatchObject({ id, kind: 'export-notes', state: 'running' })
  const refusal = await refusalOf(begin(opened, {}))
  expect(refusal.message).toContain('already being exported')
  await opened.client.call('jobs.cancel', { id })
  expect(await endedExport(opened)).toMatchObject({ state: 'canceled', error: null, result: null })
  expect(readdirSync(join(opened.dataFolder, 'exports'))).toEqual([])
  expect((await refusalOf(opened.client.call('exports.piece', { id, from: 0 }))).code).toBe('not-found')
})

test('reports a disk failure during an export to the user', async () => {
  const opened = await withSandbox(30)
  writeFileSync(join(opened.dataFolder, 'exports'), 'in the way')
  const { jobId: id } = await begin(opened, {})
  expect(await endedExport(opened)).toMatchObject({
    state: 'failed',
    error:
      'The export couldn’t be written to the disk. The system reports EEXIST. Check the disk and try again.',
    result: null,
  })
  expect((await refusalOf(opened.client.call('exports.piece', { id, from: 0 }))).code).toBe('not-found')
})

test('deletes finished and unfinished export files when the app quits', async () => {
  const opened = await withSandbox(400)
  const folder = join(opened.dataFolder, 'exports')
  await indexed(opened)
  await exported(opened, { source: { from: 'index' } })
  await setPace(opened.client, { burst: 1, perSecond: 1 })
  await begin(opened, {})
  await eventually(() => expect(readdirSync(folder)).toHaveLength(2))
  await opened.close()
  expect(readdirSync(folder)).toEqual([])
})

test('stops an export when another workspace opens', async () => {
  const opened = await withSandbox(400, { burst: 1, perSecond: 4 })
  await begin(opened, {})
  await opened.client.call('sandbox.stop')
  expect(await opened.client.call('jobs.list')).toEqual([])
  await opened.client.call('sandbox.start', { notes: 30 })
  const { state, result } = await endedExport(opened)
  expect(state).toBe('done')
  expect(result?.incomplete).not.toBeNull()
})

test('shows an export only in its own workspace', async () => {
  const opened = await openCore({ listening: false })
  const { client } = opened
  const heard: unknown[] = []
  opened.core.subscribe((event) => {
    if (event.name === 'jobs.changed') heard.push(event.data.map(({ state }) => state))
  })
  const connect = async (notes: number, label: string) => {
    const { baseUrl, apiKey } = await separateService({ notes })
    const status = await client.call('workspaces.connect', { baseUrl, apiKey, label })
    return status.state === 'welcome' ? '' : status.workspace.id
  }
  const first = await connect(30, 'First')
  const { id } = await exported(opened, {})
  await connect(30, 'Second')
  expect(await client.call('jobs.list')).toEqual([])
  expect(heard.at(-1)).toEqual([])
  expect((await refusalOf(client.call('exports.piece', { id, from: 0 }))).code).toBe('not-found')

  await client.call('workspaces.open', { id: first })
  expect(await client.call('jobs.list')).toMatchObject([{ state: 'done', id }])
  expect(heard.at(-1)).toEqual(['done'])
  await client.call('workspaces.remove', { id: first, label: 'First' })
  expect(readdirSync(join(opened.dataFolder, 'exports'))).toEqual([])

  await connect(400, 'Third')
  await setPace(client, { burst: 1, perSecond: 1 })
  await begin(opened, {})
  expect(await jobOf(opened)).toMatchObject({ state: 'running' })
  await connect(30, 'Fourth')
  expect((await exported(opened, {})).incomplete).toBeNull()
})

test('saves an export where the user chooses on the desktop', async () => {
  const target = join(mkdtempSync(join(tmpdir(), 'notehook-save-')), 'mine.csv')
  onTestFinished(() => rmSync(join(target, '..'), { recursive: true }))
  const asked: string[] = []
  const shown: string[] = []
  const { copyFile } = await import('node:fs/promises')
  const opened = await withSandbox(30, fast, {
    async saveFile({ name, from }) {
      asked.push(name)
      if (asked.length === 1) return null
      await copyFile(from, target)
      return { show: () => void shown.push(target) }
    },
  })
  const { id, text } = await exported(opened, {})
  expect(await opened.client.call('exports.save', { id })).toBe(false)
  expect(existsSync(target)).toBe(false)
  expect((await refusalOf(opened.client.call('exports.show', { id }))).code).toBe('not-found')
  expect(await opened.client.call('exports.save', { id })).toBe(true)
  expect(readFileSync(target, 'utf8')).toBe(text)
  await opened.client.call('jobs.dismiss', { id })
  await opened.client.call('exports.show', { id })
  expect(shown).toEqual([target])
})

const titles = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom('-', '.', ' ', '~', '/', 'con', 'NUL', 'com1', '\u0007', '\u202e', '😀', '会', 'a'),
      {
        maxLength: 80,
      },
    )
    .map((parts) => parts.join('')),
)

test('generates a valid file name for any title', () => {
  fc.assert(
    fc.property(titles, fc.constantFrom('csv', 'json', 'notehook-session'), (title, extension) => {
      const name = fileName(title, new Date(2026, 0, 31), extension)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
      expect(name).toMatch(new RegExp(`[^\\s.] 2026-01-31\\.${extension}$`))
      expect(name).toMatch(/^[^\s.~\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|-][^\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]*$/u)
      expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)\s*\./i)
    }),
    property(20_000),
  )
})

test('suggests a file name that is valid on every system', async () => {
  const opened = await withSandbox(30)
  const { name } = await exported(opened, { title: '../..\\CON: "预算"\u202e?\n' })
  expect(name).toMatch(/^CON 预算 \d{4}-\d\d-\d\d\.csv$/)
})

const note = { id: 'not_A', title: 'Budget', owner: null, createdAt: null, updatedAt: null }

type Asked = Partial<InputOf<'exports.start'>>

const begin = (opened: OpenCore, asked: Asked) =>
  opened.client.call('exports.start', {
    format: 'csv',
    bom: false,
    title: 'Notes',
    source: { from: 'service' },
    ...asked,
  })

async function exported(opened: OpenCore, asked: Asked) {
  const { jobId: id } = await begin(opened, asked)
  const { total, result } = await endedExport(opened)
  if (result === null) throw new Error('There is no file.')
  return { ...result, id, total, text: await fetched(opened, id) }
}

const endedExport = ({ client }: OpenCore) => endedJob('export-notes', () => client.call('jobs.list'))

const jobOf = async ({ client }: OpenCore) => (await client.call('jobs.list')).at(-1)

async function fetched(opened: OpenCore, id: string): Promise<string> {
  const pieces: Buffer[] = []
  for (let from: number | null = 0; from !== null; ) {
    const piece: { base64: string; next: number | null } = await opened.client.call('exports.piece', {
      id,
      from,
    })
    pieces.push(Buffer.from(piece.base64, 'base64'))
    from = piece.next
  }
  return Buffer.concat(pieces).toString()
}

async function withSandbox(notes: number, pace = fast, options: OpenCoreOptions = {}): Promise<OpenCore> {
  const opened = await openCore({ listening: false, ...options })
  await setPace(opened.client, pace)
  await opened.client.call('sandbox.start', { notes })
  return opened
}

const indexed = (opened: OpenCore) =>
  eventually(async () => expect((await opened.client.call('notes.index-status')).completeAsOf).not.toBeNull())
