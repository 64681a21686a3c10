import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { safeName } from '#core/exports/unique-file-names.ts'
import type { Fetch } from '#core/platform/ports.ts'
import { realSleep } from '#core/service-api/requests/pacing.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { endedJob } from '../../../support/core/ended-job.ts'
import { type OpenCore, openCore, setPace } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { testNeeding } from '../../../support/needs.ts'

const folders = { layout: 'folders', transcripts: 'none' } as const

test('exports notes as Markdown files in folders that match their space and folders', async () => {
  const opened = await withSandbox(40)
  const { files, result } = await exported(opened, folders)
  expect(result).toMatchObject({ rows: 40, incomplete: null })
  expect(files.size).toBe(40)
  const { items } = await opened.client.call('notes.folders')
  const { items: spaces } = await opened.client.call('notes.spaces')
  const names = new Set([...items, ...spaces].map(({ name }) => safeName(name, 60)))
  let inFolders = 0
  for (const [path, text] of files) {
    const id = /^---\nid: "(not_\w{14})"$/m.exec(text)?.[1] ?? ''
    const note = await opened.client.call('notes.get', { id })
    expect(text).toContain(`title: ${JSON.stringify(note.title)}\n`)
    expect(text).not.toContain('private')
    const parents = path.split('/').slice(0, -1)
    for (const parent of parents) expect(names).toContain(parent)
    if (parents.length > 0) inFolders += 1
    expect(path).toMatch(/\.md$/)
  }
  expect(inFolders).toBeGreaterThan(0)
})

test.each(['flat', 'folders'] as const)(
  'writes transcripts of exported notes as separate files that link to the notes: %s',
  async (layout) => {
    const { files } = await exported(await withSandbox(12), { layout, transcripts: 'files' })
    const transcripts = [...files].filter(([path]) => path.endsWith(' (transcript).md'))
    expect(transcripts.length).toBeGreaterThan(0)
    expect(files.size).toBe(12 + transcripts.length)
    for (const [path, text] of transcripts) {
      expect(text).toContain('\ntype: "transcript"\n')
      const note = path.replace(' (transcript)', '')
      expect(linkedFrom(path, text, 'Note')).toBe(note)
      expect(linkedFrom(note, files.get(note) ?? '', 'Transcript')).toBe(path)
    }
    expect([...files.values()].filter((text) => text.includes('\n[Transcript]('))).toHaveLength(
      transcripts.length,
    )
    expect([...files.keys()].some((path) => path.includes('/'))).toBe(layout === 'folders')
  },
)

test('skips notes that the service refuses to return, and reports their number', async () => {
  const refused: string[] = []
  const opened = await withSandbox(10, (url, init) =>
    refused.some((id) => url.includes(`/notes/${id}`))
      ? Promise.resolve(new Response('{}', { status: 403 }))
      : fetch(url, init),
  )
  const notes = (await opened.client.call('notes.page', {})).items.slice(0, 5)
  refused.push(...notes.slice(0, 2).map(({ id }) => id))
  const { files, result } = await exported(opened, folders, notes)
  expect(files.size).toBe(3)
  expect(result).toMatchObject({ rows: 3, incomplete: 'Left out, because the service refused them: 2.' })
})

test('exports notes without folders if the service refuses to list the folders', async () => {
  const opened = await withSandbox(5, (url, init) =>
    new URL(url).pathname.endsWith('/folders')
      ? Promise.resolve(new Response('{}', { status: 403 }))
      : fetch(url, init),
  )
  const { files, result } = await exported(opened, folders)
  expect(files.size).toBe(5)
  expect(result.incomplete).toBeNull()
})

test('leaves room for requests of the page while it exports many notes', async () => {
  const opened = await withSandbox(60)
  const { client, core } = opened
  await eventually(async () =>
    expect(await client.call('notes.index-status')).toMatchObject({ state: 'resting', notes: 60 }),
  )
  const [note] = (await client.call('notes.page', {})).items
  await setPace(client, { burst: 10, perSecond: 5 })
  // Earlier requests count for two seconds.
  await realSleep(2500)
  const waits: unknown[] = []
  core.subscribe(({ name, data }) => {
    if (name === 'workspaces.connection-changed') waits.push(data)
  })
  await client.call('exports.start-files', {
    ...folders,
    ...{ title: 'All notes', source: { from: 'index' } },
  })
  await realSleep(500)
  const start = performance.now()
  for (let n = 0; n < 3; n++) await client.call('notes.get', { id: note?.id ?? '' })
  expect(performance.now() - start, 'three turns at this pace').toBeLessThan(1300)
  expect(waits, 'the page never shows that it waits for the service').toEqual([])
})

testNeeding(['python'], 'Python can read the zip file with exported notes', async () => {
  const { bytes, files } = await exported(await withSandbox(8), folders)
  const folder = mkdtempSync(join(tmpdir(), 'notehook-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'a.zip'), bytes)
  const script =
    'import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(json.dumps([z.testzip(), z.namelist()]))'
  const [broken, names] = JSON.parse(
    execFileSync('python3', ['-c', script, join(folder, 'a.zip')], { encoding: 'utf8' }),
  )
  expect(broken).toBeNull()
  expect(names.sort()).toEqual([...files.keys()].sort())
})

/** Returns the path in the zip of the file that a Markdown file links to. */
function linkedFrom(path: string, text: string, label: string): string {
  const url = new RegExp(`^\\[${label}\\]\\((\\S+)\\)$`, 'm').exec(text)?.[1] ?? ''
  return path.slice(0, path.lastIndexOf('/') + 1) + decodeURIComponent(url)
}

async function exported(
  { client }: OpenCore,
  files: Pick<InputOf<'exports.start-files'>, 'layout' | 'transcripts'>,
  notes: InputOf<'exports.add'>['notes'] | null = null,
) {
  const source =
    notes === null ? { from: 'service' as const } : { from: 'page' as const, total: notes.length }
  const { jobId } = await client.call('exports.start-files', { ...files, title: 'All notes', source })
  if (notes !== null) await client.call('exports.add', { id: jobId, notes })
  const { result } = await endedJob('export-notes', () => client.call('jobs.list'))
  if (result === null) throw new Error('There is no file.')
  const { base64, next } = await client.call('exports.piece', { id: jobId, from: 0 })
  expect(next).toBeNull()
  const bytes = Buffer.from(base64, 'base64')
  const entries = Object.entries(unzipSync(bytes))
  for (const [path] of entries) expect(path).not.toMatch(/^\/|\\|(^|\/)\.\.(\/|$)/)
  return { bytes, result, files: new Map(entries.map(([path, data]) => [path, strFromU8(data)])) }
}

async function withSandbox(notes: number, fetch?: Fetch): Promise<OpenCore> {
  const opened = await openCore({ listening: false, ...(fetch ? { fetch } : {}) })
  await setPace(opened.client, { burst: 1000, perSecond: 1000 })
  await opened.client.call('sandbox.start', { notes })
  return opened
}
