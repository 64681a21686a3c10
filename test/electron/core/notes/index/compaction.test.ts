import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { inTransaction } from '#core/database/sql.ts'
import { createIndexStates } from '#core/notes/index/index-state.ts'
import { createNoteStore } from '#core/notes/index/note-store.ts'
import { createSearch } from '#core/notes/index/search/search.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { property } from '../../../../support/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'notehook-compaction-'))
const { sql, close } = openDatabase(join(folder, 'notehook.db'))
const store = createNoteStore(sql)
const search = createSearch(sql)
const states = createIndexStates(sql)

afterAll(() => {
  close()
  rmSync(folder, { recursive: true })
})

test('merges the segments of the search index in steps without changing results', async () => {
  for (let page = 0; page < 110; page++) {
    inTransaction(sql, () => store.merge('w', 1, notesOf(page)))
    await store.mergeSegments()
  }
  const found = () => ['weekly 7', 'view 30', 'person4'].map((text) => search('w', text, 200, null).notes)
  const before = found()
  expect(largestShare()).toBeLessThan(0.75)

  let steps = 1
  while (store.compact()) steps += 1
  expect(largestShare()).toBeGreaterThan(0.75)
  expect(steps).toBeGreaterThan(3)
  expect(found()).toEqual(before)
  expect(before.every((notes) => notes.length > 0)).toBe(true)
})

test('compacts the search index again only after many new notes', async () => {
  inTransaction(sql, () => store.merge('w', 1, notesOf(110)))
  await store.mergeSegments()
  let steps = 0
  while (store.compact()) steps += 1
  expect(steps).toBeLessThan(3)
  expect(createNoteStore(sql).compact()).toBe(false)

  for (let page = 111; page < 170; page++) inTransaction(sql, () => store.merge('w', 1, notesOf(page)))
  const restarted = createNoteStore(sql)
  while (restarted.compact());
  expect(largestShare()).toBeGreaterThan(0.75)
})

test('halves the search index in short steps, during which searches find the same notes', () => {
  empty()
  const notes = Array.from({ length: 1_000 }, (_, at) => noteAt(at * 300, at))
  for (let at = 0; at < notes.length; at += 100)
    inTransaction(sql, () => store.merge('w', 1, notes.slice(at, at + 100)))
  sql.exec("INSERT INTO note_words (note_words) VALUES ('optimize')")
  sql.exec("INSERT INTO note_infixes (note_infixes) VALUES ('optimize')")
  const before = { found: pagesOf('weekly'), bytes: bytes() }
  let steps = 0
  // A new store knows nothing of the steps before, as after a crash.
  while (createNoteStore(sql).compact())
    if (steps++ % 10 === 0) expect(pagesOf('weekly')).toEqual(before.found)
  expect(steps).toBeGreaterThan(30)
  expect(pagesOf('weekly')).toEqual(before.found)
  expect(bytes() / before.bytes).toBeLessThan(0.7)
})

test('shrinks the search index again when many older notes are added', () => {
  empty()
  const latest = Array.from({ length: 300 }, (_, at) => noteAt(1_000_000 + at, at))
  inTransaction(sql, () => store.merge('w', 1, latest))
  while (store.compact());
  for (let page = 0; page < 7; page += 1)
    inTransaction(sql, () =>
      store.merge(
        'w',
        1,
        Array.from({ length: 100 }, (_, at) => noteAt(page * 100 + at, 1_000 + page * 100 + at)),
      ),
    )
  expect(countUnplaced()).toBe(700)
  const found = pagesOf('weekly')
  for (let step = 0; store.compact(); step += 1) if (step % 10 === 0) expect(pagesOf('weekly')).toEqual(found)
  expect(pagesOf('weekly')).toEqual(found)
  expect(countUnplaced()).toBeLessThanOrEqual(500)
})

test('lists every match once and in order while notes change and the search index is compacted', () => {
  const time = fc.option(fc.integer({ min: 0, max: 40 }), { nil: null })
  const note = fc.tuple(fc.integer({ min: 0, max: 60 }), time, fc.subarray([...words])).map(
    ([number, at, title]): NoteListItem => ({
      ...noteAt(at ?? 0, number),
      title: title.join(' '),
      ...(at === null ? undated : {}),
    }),
  )
  const change = fc.oneof(
    fc.array(note, { minLength: 1, maxLength: 30 }).map((notes) => () => void store.merge('w', 2, notes)),
    fc.array(note, { maxLength: 40 }).map((notes) => () => {
      store.merge('w', 3, notes)
      store.dropUnseen('w', 3)
    }),
    fc.integer({ min: 0, max: 60 }).map((number) => () => store.refile('w', noteAt(0, number).id)),
    fc.nat(3).map((steps) => () => {
      for (let step = 0; step < steps; step += 1) store.compact()
    }),
  )
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      empty()
      for (const apply of changes) {
        apply()
        for (const [text, has] of searches) {
          const rows = sql.prepare('SELECT id, title FROM indexed_notes ORDER BY sort_key DESC').all()
          expect(pagesOf(text), text).toEqual(
            rows.filter(({ title }) => has(String(title))).map(({ id }) => id),
          )
        }
      }
    }),
    property(),
  )
})

function empty() {
  states.drop('w')
  while (store.dropForgotten(1_000) > 0);
  states.save(states.get('w'))
}

const words = ['weekly', 'review', 'weekend', '会议', '🎉'] as const

/** Searches of words, parts of words and signs, each with a scan for the same notes. */
const searches: readonly (readonly [string, (title: string) => boolean])[] = [
  ['weekly', (title) => title.includes('weekly')],
  ['eek', (title) => title.includes('eek')],
  ['we', (title) => title.includes('weekly') || title.includes('weekend')],
  ['review eek', (title) => title.includes('review') && title.includes('eek')],
  ['会议', (title) => title.includes('会议')],
  ['weekly 🎉', (title) => title.includes('weekly') && title.includes('🎉')],
]

/** Returns the matches of a search, read in pages of three. */
function pagesOf(text: string): string[] {
  const found: string[] = []
  for (let from: number | null = null; ; ) {
    const page = search('w', text, 3, from)
    found.push(...page.notes.map(({ id }) => id))
    from = page.next
    if (from === null) return found
  }
}

const countUnplaced = () =>
  Number(sql.prepare('SELECT count(*) AS count FROM indexed_notes WHERE position IS NULL').get()?.count)

const bytes = () =>
  Number(
    sql
      .prepare(
        `SELECT (SELECT sum(length(block)) FROM note_words_data) + (SELECT sum(length(block)) FROM note_infixes_data) AS bytes`,
      )
      .get()?.bytes,
  )

const undated = { createdAt: null, updatedAt: null }

/** Returns a note that changed some seconds after a certain time. */
function noteAt(seconds: number, number: number): NoteListItem {
  const at = new Date(Date.parse('2026-01-01T00:00:00Z') + seconds * 1000).toISOString()
  return {
    id: `not_n${String(number).padStart(13, '0')}`,
    title: `${number % 3 ? 'weekly' : 'review'} of ${number}`,
    owner: { name: `Person${number % 20}`, email: `person${number % 20}@example.com` },
    createdAt: at,
    updatedAt: at,
  }
}

/** Returns the share of the index that is in its largest segment. */
const largestShare = () =>
  Number(
    sql
      .prepare(
        `SELECT max(pages) * 1.0 / sum(pages) AS share
         FROM (SELECT count(*) AS pages FROM note_infixes_idx GROUP BY segid)`,
      )
      .get()?.share,
  )

const notesOf = (page: number): NoteListItem[] =>
  Array.from({ length: 30 }, (_, at) => ({
    id: `not_${String(page * 30 + at).padStart(14, '0')}`,
    title: `${at % 2 ? 'Weekly' : 'Review'} ${page} of what person${at} said`,
    owner: { name: `Person${at}`, email: `person${at}@example.com` },
    createdAt: '2026-03-01T12:00:00Z',
    updatedAt: '2026-03-01T12:00:00Z',
  }))
