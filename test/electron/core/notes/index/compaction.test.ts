import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { inTransaction } from '#core/database/sql.ts'
import { createNoteStore } from '#core/notes/index/note-store.ts'
import { createSearch } from '#core/notes/index/search/search.ts'
import type { NoteListItem } from '#shared/notes/model.ts'

const folder = mkdtempSync(join(tmpdir(), 'notehook-compaction-'))
const { sql, close } = openDatabase(join(folder, 'notehook.db'))
const store = createNoteStore(sql)
const search = createSearch(sql)

afterAll(() => {
  close()
  rmSync(folder, { recursive: true })
})

test('merges the segments of the search index in steps without changing results', async () => {
  for (let page = 0; page < 60; page++) {
    inTransaction(sql, () => store.merge('w', 1, notesOf(page)))
    await store.mergeSegments()
  }
  const found = () => ['weekly 7', 'view 30', 'person4'].map((text) => search('w', text, 200, null).notes)
  const before = found()
  expect(segments()).toBeGreaterThan(4)

  let steps = 1
  while (store.compact()) steps += 1
  expect(segments()).toBe(1)
  expect(steps).toBeGreaterThan(3)
  expect(found()).toEqual(before)
  expect(before.every((notes) => notes.length > 0)).toBe(true)
})

test('compacts the search index again only after many new notes', async () => {
  inTransaction(sql, () => store.merge('w', 1, notesOf(60)))
  await store.mergeSegments()
  const count = segments()
  expect(store.compact()).toBe(false)
  expect(createNoteStore(sql).compact()).toBe(false)
  expect(segments()).toBe(count)

  for (let page = 61; page < 100; page++) inTransaction(sql, () => store.merge('w', 1, notesOf(page)))
  const restarted = createNoteStore(sql)
  while (restarted.compact());
  expect(segments()).toBe(1)
})

const segments = () =>
  Number(sql.prepare('SELECT count(DISTINCT segid) AS count FROM note_infixes_idx').get()?.count)

const notesOf = (page: number): NoteListItem[] =>
  Array.from({ length: 30 }, (_, at) => ({
    id: `not_${String(page * 30 + at).padStart(14, '0')}`,
    title: `${at % 2 ? 'Weekly' : 'Review'} ${page} of what person${at} said`,
    owner: { name: `Person${at}`, email: `person${at}@example.com` },
    createdAt: '2026-03-01T12:00:00Z',
    updatedAt: '2026-03-01T12:00:00Z',
  }))
