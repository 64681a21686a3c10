import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { createIndexStates } from '#core/notes/index/index-state.ts'
import { createListing } from '#core/notes/index/listing.ts'
import { createNoteStore } from '#core/notes/index/note-store.ts'
import { withinDays } from '#shared/notes/days.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { NoteOrder } from '#shared/notes/order.ts'
import { holdsWords } from '#shared/notes/words.ts'
import { refusalOf } from '../../../../support/core/open-core.ts'
import { property } from '../../../../support/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'notehook-listing-'))
const database = openDatabase(join(folder, 'notehook.db'))
const states = createIndexStates(database.sql)
const store = createNoteStore(database.sql)
const list = createListing(database.sql)('w')

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const clear = () => {
  states.drop('w')
  while (store.dropForgotten(1000) > 0);
  states.save(states.get('w'))
}
beforeEach(clear)

test('sorts notes by title and owner without regard to case and accents', () => {
  put(
    note('a', { title: 'zebra', owner: { name: 'Åsa', email: '' } }),
    note('b', { title: 'Émile' }),
    note('c', { title: 'apple', owner: { name: 'bo', email: '' } }),
    note('d', { title: 'émile' }),
    note('e', { title: '' }),
  )
  expect(ids({ order: { by: 'title', descending: false } })).toEqual(['e', 'c', 'b', 'd', 'a'])
  expect(ids({ order: { by: 'title', descending: true } })).toEqual(['a', 'd', 'b', 'c', 'e'])
  expect(ids({ order: { by: 'owner', descending: true } }).slice(0, 2)).toEqual(['c', 'a'])
})

test('filters indexed notes in every order like notes listed by the service', () => {
  const day = fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-03', undefined)
  const time = fc.constantFrom(
    ...['01T00:00:00Z', '01T23:59:59Z', '02T00:00:00Z', '02T12:30:00Z', '03T05:00:00Z', '04T00:00:00Z'].map(
      (rest) => `2026-03-${rest}`,
    ),
    ...[
      '01T23:59:59.7Z',
      '02T00:00:00.000Z',
      '02T00:00:00.001Z',
      '02T14:30:00+02:00',
      '02T21:00:00-08:00',
    ].map((rest) => `2026-03-${rest}`),
    'yesterday',
    null,
  )
  const word = fc.constantFrom('Budget', 'plan', 'É', '会议', 'a b', '%', '', undefined)
  const someNote = fc.record({
    title: fc.array(word).map((words) => words.join(' ')),
    createdAt: time,
    updatedAt: time,
  })
  const query = fc.record(
    { createdAfter: day, createdBefore: day, updatedAfter: day, title: word, owner: word },
    { requiredKeys: [] },
  )
  const order = fc.record({
    by: fc.constantFrom('title' as const, 'owner' as const, 'created' as const, 'updated' as const),
    descending: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(someNote, { maxLength: 12 }), query, order, (some, filter, by) => {
      const notes = some.map((fields, at) => note(String(at), fields))
      clear()
      put(...notes)
      const expected = notes
        .filter((one) => withinDays(one, filter) && holdsWords(one, filter))
        .map(({ id }) => id)
      expect([...ids({ ...filter, order: by })].sort()).toEqual(expected.sort())
      expect(list({ ...filter, order: by }).total).toBe(expected.length)
      if (by.by === 'created' || by.by === 'updated') expectInstantsInOrder(notes, by)
    }),
    property(15_000),
  )
})

test('reads indexed notes in every order through an index of the database', () => {
  for (const [by, key] of [
    ['title', 'title_key'],
    ['owner', 'owner_key'],
    ['created', 'coalesce(created_ms, -9e15)'],
    ['updated', 'coalesce(updated_ms, -9e15)'],
  ]) {
    const plan = database.sql
      .prepare(
        `EXPLAIN QUERY PLAN SELECT * FROM indexed_notes WHERE workspace_id = 'w' AND (${key}, sort_key) < ('x', 9)
         ORDER BY ${key} DESC, sort_key DESC LIMIT 9`,
      )
      .all()
      .map(({ detail }) => String(detail))
      .join('; ')
    expect(plan, by).toMatch(/USING INDEX indexed_notes_by_/)
    expect(plan, by).not.toMatch(/TEMP B-TREE|SCAN/)
  }
})

test('rejects an invalid cursor and a cursor of another sort order', async () => {
  for (const after of ['', '{}', '["1",2]', '[1.5,2]', '["a"]', '[null,null]']) {
    expect((await refusalOf(Promise.resolve().then(() => list({ after })))).code).toBe('invalid-input')
  }
  const order = { by: 'title', descending: false } as const
  const list12 = Promise.resolve().then(() => list({ after: '[1,2]', order }))
  expect((await refusalOf(list12)).code).toBe('invalid-input')
})

function expectInstantsInOrder(notes: readonly NoteListItem[], order: NoteOrder): void {
  const field = order.by === 'created' ? 'createdAt' : 'updatedAt'
  const instants = ids({ order }).map((id) => {
    const ms = Date.parse(notes.find((one) => one.id === id)?.[field] ?? '')
    return Number.isNaN(ms) ? Number.NEGATIVE_INFINITY : ms
  })
  const ascending = order.descending ? instants.toReversed() : instants
  for (const [at, ms] of ascending.entries())
    expect(ms).toBeGreaterThanOrEqual(ascending[at - 1] ?? Number.NEGATIVE_INFINITY)
}

function ids(query: Parameters<typeof list>[0]): string[] {
  const all: string[] = []
  for (let after: string | null = null; ; ) {
    const page: ReturnType<typeof list> = list({ ...query, limit: 2, ...(after === null ? {} : { after }) })
    all.push(...page.notes.map(({ id }) => id))
    after = page.next
    if (after === null) return all
  }
}

function put(...notes: readonly NoteListItem[]): void {
  store.merge('w', 1, notes)
}

const note = (id: string, fields: Partial<NoteListItem> = {}): NoteListItem => ({
  id,
  title: 'Note',
  owner: null,
  createdAt: '2026-03-01T00:00:00Z',
  updatedAt: '2026-03-01T00:00:00Z',
  ...fields,
})
