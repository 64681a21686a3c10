import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openCore, refusalOf } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { openFaultyService } from '../../../support/service/faulty-service.ts'

test('reads a transcript after an earlier request for it was canceled', async () => {
  const hanging: Socket[] = []
  let isHanging = true
  const service = await openFaultyService(({ target }) => {
    // Answers the lists, because the index reads them too.
    const list = /^\/v1\/(\w+)\?/.exec(target)?.[1]
    if (list && !target.startsWith('/v1/notes/'))
      return { json: { [list]: [], hasMore: false, cursor: null } }
    if (isHanging) return { raw: (socket) => void hanging.push(socket) }
    return { json: { id: 'not_1', transcript: [{ text: 'Hello' }] } }
  })
  onTestFinished(() => service.close())
  const { client } = await openCore()
  await client.call('workspaces.connect', {
    baseUrl: service.baseUrl,
    apiKey: 'key_0123456789',
    keepInMemory: true,
  })

  const call = new AbortController()
  const given = refusalOf(client.call('notes.transcript', { id: 'not_1' }, { signal: call.signal }))
  await eventually(() => expect(hanging).toHaveLength(1))
  call.abort()
  expect((await given).code).toBe('canceled')
  await eventually(() => expect(hanging[0]?.destroyed).toBe(true))

  isHanging = false
  const { lines } = await client.call('notes.transcript', { id: 'not_1' })
  expect(lines).toEqual([{ speaker: null, text: 'Hello', start: null, end: null }])
})

test('every speaker of a sandbox transcript is an attendee of the note', async () => {
  const { client } = await openCore()
  await client.call('sandbox.start', { notes: 3 })
  const { items } = await client.call('notes.page', {})
  const id = items[0]?.id ?? ''
  const { lines } = await client.call('notes.transcript', { id })
  const { attendees } = await client.call('notes.get', { id })
  const names = attendees.map(({ name }) => name)
  expect(lines?.length).toBeGreaterThan(5)
  for (const { speaker, start } of lines ?? []) {
    expect(names.some((name) => name.startsWith(speaker ?? '-'))).toBe(true)
    expect(Date.parse(String(start))).not.toBeNaN()
  }
})

test('returns a sandbox note only once its summary is written', async () => {
  const { client, sandboxes } = await openCore({ sandbox: { knobs: { summaryDelayMs: 600 } } })
  await client.call('sandbox.start', { notes: 3 })
  const { noteId } = sandboxes.at(-1)?.emit('note.generated') ?? { noteId: '' }
  expect((await refusalOf(client.call('notes.get', { id: noteId }))).code).toBe('not-found')
  await eventually(async () => expect((await client.call('notes.get', { id: noteId })).id).toBe(noteId))
})

test('returns long transcripts completely, and reports the service’s error if it rejects one', async () => {
  const { client, sandboxes } = await openCore({ sandbox: { knobs: { transcriptLines: 5_000 } } })
  await client.call('sandbox.start', { notes: 3 })
  const id = (await client.call('notes.page', {})).items[0]?.id ?? ''
  const { lines } = await client.call('notes.transcript', { id })
  expect(lines).toHaveLength(5_000)
  const starts = lines?.map(({ start }) => Date.parse(String(start))) ?? []
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))

  Object.assign(sandboxes.at(-1)?.knobs ?? {}, { transcriptLinesMost: 4_000 })
  const refused = await refusalOf(client.call('notes.transcript', { id }))
  expect([refused.code, refused.details.status]).toEqual(['too-large', 413])
})

test.each(['plain', 'odd'] as const)('reads a long transcript in parts with %s cursors', async (cursors) => {
  const knobs = { transcriptLines: 250, transcriptLinesMost: 100, transcriptPages: true, cursors }
  const { client } = await openCore({ sandbox: { knobs: { ...knobs, speakers: 'object' } } })
  await client.call('sandbox.start', { notes: 3 })
  const id = (await client.call('notes.page', {})).items[0]?.id ?? ''
  const parts = [await client.call('notes.transcript', { id })]
  for (let cursor = parts[0]?.part?.cursor; cursor; cursor = parts.at(-1)?.part?.cursor)
    parts.push(await client.call('notes.transcript', { id, cursor }))
  const lines = parts.flatMap((part) => part.lines ?? [])
  expect(parts.map((part) => part.lines?.length)).toEqual([100, 100, 50])
  expect(parts.at(-1)?.part).toEqual({ cursor: null, incomplete: null })
  const starts = lines.map(({ start }) => Date.parse(String(start)))
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  const names = new Set(lines.map(({ speaker }) => speaker))
  expect(names.size).toBeGreaterThan(1)
  for (const name of names) expect(name).toMatch(/^\p{Lu}/u)
  expect(await client.call('workspaces.api-differences')).toEqual([])
})

test('reports a note’s folders as unknown if the service omits them', async () => {
  const { client } = await openCore({ sandbox: { knobs: { folderMembership: 'absent' } } })
  await client.call('sandbox.start', { notes: 3 })
  const id = (await client.call('notes.page', {})).items[0]?.id ?? ''
  expect((await client.call('notes.get', { id })).folders).toBeNull()
})
