import { expect, test } from 'vitest'
import { endedJob } from '../../../support/core/ended-job.ts'
import { openCore, setPace } from '../../../support/core/open-core.ts'
import { readerScript, watchReads } from '../../../support/core/reader-thread.ts'
import { eventually } from '../../../support/eventually.ts'

test('the reader thread includes the latest changes when it lists, searches and exports notes', async () => {
  const reads = watchReads()
  const opened = await openCore({ readerThread: readerScript, sandbox: { activityMs: 60_000 } })
  const { client } = opened
  await setPace(client, { burst: 1000, perSecond: 1000 })
  await client.call('sandbox.start', { notes: 60 })
  await eventually(async () => expect((await client.call('notes.index-status')).completeAsOf).not.toBeNull())
  expect((await client.call('notes.search', { text: '' })).notes).toHaveLength(60)
  const listed = await client.call('notes.list', { limit: 10 })
  expect(listed.total).toBeGreaterThanOrEqual(60)
  const [note] = listed.notes
  expect((await client.call('notes.search', { text: note?.id ?? '' })).notes).toMatchObject([
    { id: note?.id },
  ])
  await client.call('exports.start', {
    format: 'csv',
    bom: false,
    title: 'Notes',
    source: { from: 'index' },
  })
  const { done } = await endedJob('export-notes', () => client.call('jobs.list'))
  expect(done).toBeGreaterThanOrEqual(60)
  expect(reads.asked()).toEqual(expect.arrayContaining(['notes.search', 'notes.list']))
  expect(opened.log.join('\n')).not.toMatch(/reader thread/)
})

test('a search also counts the events of the notes that it finds', async () => {
  const reads = watchReads()
  const { client } = await openCore({ readerThread: readerScript })
  await client.call('sandbox.start', { notes: 20 })
  await eventually(async () => {
    const [delivery] = (await client.call('deliveries.list', { q: 'verdict:verified' })).deliveries
    const { events } = await client.call('notes.search', { text: delivery?.noteId ?? '-' })
    expect(events).toEqual([{ id: delivery?.noteId, events: expect.any(Number) }])
  })
  expect(reads.asked()).not.toContain('deliveries.noteEvents')
})

test('a search can find every note that the index’s status counts', async () => {
  const opened = await openCore({ readerThread: readerScript })
  const { client } = opened
  await setPace(client, { burst: 1000, perSecond: 1000 })
  await client.call('sandbox.start', { notes: 60 })
  // The status never counts more notes than a search finds.
  for (let read = 0; read < 60; ) {
    read = (await client.call('notes.index-status')).notes
    expect((await client.call('notes.search', { text: '', limit: 100 })).notes.length).toBeGreaterThanOrEqual(
      read,
    )
  }
})

test('the reader thread reads the counts of folders and search suggestions', async () => {
  const reads = watchReads()
  const { client } = await openCore({ readerThread: readerScript, sandbox: { activityMs: 60_000 } })
  await setPace(client, { burst: 1000, perSecond: 1000 })
  await client.call('sandbox.start', { notes: 60 })
  await eventually(async () => expect((await client.call('notes.index-status')).folders.asOf).not.toBeNull())
  const { folders } = await client.call('notes.read-folders')
  const { counts, unread, coverage, listedAt } = await client.call('notes.folder-counts')
  expect(unread).toEqual([])
  expect(coverage).toMatchObject({ read: folders.length, total: folders.length })
  expect(listedAt).toBe((await client.call('notes.known-folders')).asOf)
  expect(counts.length).toBeGreaterThan(0)
  const [first] = counts
  const name = folders.find(({ id }) => id === first?.id)?.name ?? ''
  const text = `folder:"${name}`
  const { suggestions } = await client.call('notes.suggest', { text, caret: text.length })
  expect(suggestions).toContainEqual(expect.objectContaining({ label: name, notes: first?.total }))
  const owners = await client.call('notes.suggest', { text: 'owner:', caret: 6 })
  expect(owners.suggestions.length).toBeGreaterThan(0)
  const days = await client.call('notes.suggest', { text: 'after:', caret: 6 })
  expect(days.suggestions).toHaveLength(5)
  expect(reads.asked()).toEqual(expect.arrayContaining(['notes.folderCounts', 'notes.suggest']))
})
