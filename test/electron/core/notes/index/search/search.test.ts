import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { createIndexStates } from '#core/notes/index/index-state.ts'
import { createNoteStore } from '#core/notes/index/note-store.ts'
import { createSearch } from '#core/notes/index/search/search.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { property } from '../../../../../support/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'notehook-index-'))
const database = openDatabase(join(folder, 'notehook.db'))
const states = createIndexStates(database.sql)
const store = createNoteStore(database.sql)
const search = createSearch(database.sql)

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

beforeEach(() => {
  states.drop('w')
  while (store.dropForgotten(1000) > 0);
  states.save(states.get('w'))
})

test('finds a note by its ID only in its own workspace', () => {
  put(note('not_One0000000001', { title: 'One' }))
  expect(store.find('w', 'not_One0000000001')?.title).toBe('One')
  expect(store.find('w', 'not_One')).toBeNull()
  expect(store.find('elsewhere', 'not_One0000000001')).toBeNull()
})

describe('search', () => {
  beforeEach(() => {
    put(
      note('not_Budget0000001', { title: 'Annual budget: first run', updatedAt: '2026-03-01T12:00:00Z' }),
      note('not_Plan000000002', { title: 'Planning the annual offsite', updatedAt: '2026-03-05T12:00:00Z' }),
      note('not_Cafe000000003', { title: 'Café Mirador / déjà-vu', updatedAt: '2026-03-09T12:00:00Z' }),
      note('not_Asia000000004', { title: '季度规划会议:预算与招聘', updatedAt: '2026-03-10T12:00:00Z' }),
      note('not_Asia000000005', {
        title: '東京チームとの導入ミーティング',
        updatedAt: null,
        createdAt: null,
      }),
      note('not_Signs00000006', {
        title: 'Launch 🎉 (v2) "100%"',
        updatedAt: '2026-03-11T12:00:00Z',
        owner: { name: 'Åsa Öberg', email: 'asa@example.com' },
      }),
    )
  })

  test.each<readonly [string, string[]]>([
    ['annual', ['Plan', 'Budg']],
    ['ANNUAL bud', ['Budg']],
    ['bud annual', ['Budg']],
    ['fice nothing', []],
    ['ffsite', ['Plan']],
    ['cafe deja', ['Cafe']],
    ['"annual budget"', ['Budg']],
    ['"annual bud"', []],
    ['"budget annual"', []],
    ['title:asa', []],
    ['text:annual', []],
    ['annual Transcript:"budget"', []],
    ['annual text:', ['Plan', 'Budg']],
    ['owner:asa', ['Sign']],
    ['owner:"åsa öberg" launch', ['Sign']],
    ['owner:asa@example.com', ['Sign']],
    ['会议', ['Asia']],
    ['规划会议', ['Asia']],
    ['划', ['Asia']],
    ['チーム', ['Asia']],
    ['ミーティング 東京', ['Asia']],
    ['京チ', ['Asia']],
    ['not_plan', ['Plan']],
    ['Plan000000002', ['Plan']],
    ['🎉', ['Sign']],
    ['launch 🎉', ['Sign']],
    ['cafe 🎉', []],
    ['after:2026-03-05 a', ['Sign', 'Asia']],
    ['before:2026-03-05 annual', ['Budg']],
    ['after:2026-03-01 before:2026-03-09', ['Plan']],
    ['after:yesterday', []],
    ['after:2026-02-31', []],
    ['annual after:2026', ['Plan', 'Budg']],
    ['annual title:', ['Plan', 'Budg']],
    ['"annual', ['Plan', 'Budg']],
    ['annual"', ['Plan', 'Budg']],
    ['annual OR cafe', []],
    ['annual*', ['Plan', 'Budg']],
    ['NEAR(annual budget)', []],
    ['note:plan', []],
    ["'; DROP TABLE indexed_notes; --", []],
  ])('finds the expected notes for the search %s', (text, expected) => {
    expect(found(text).map((id) => id.slice(4, 8))).toEqual(expected)
  })

  test('lists all notes for an empty search, with undated notes last', () => {
    expect(found('').map((id) => id.slice(-1))).toEqual(['6', '4', '3', '2', '1', '5'])
  })

  test('the pages of search results contain each note exactly once', () => {
    const pages: string[] = []
    for (let from: number | null = null; ; ) {
      const page = search('w', 'a', 2, from)
      pages.push(...page.notes.map(({ id }) => id))
      from = page.next
      if (from === null) break
    }
    expect(pages).toEqual(found('a'))
    expect(new Set(pages).size).toBe(pages.length)
  })

  test('finds a changed note by its new values, but not by its old ones', () => {
    put(note('not_Budget0000001', { title: 'Renamed', updatedAt: '2026-03-12T12:00:00Z' }))
    expect(found('first run')).toEqual([])
    expect(found('renam')).toEqual(['not_Budget0000001'])
    expect(found('budget0000001')).toEqual(['not_Budget0000001'])
  })

  test('finds notes only in the given workspace', () => {
    states.save(states.get('other'))
    store.merge('other', 1, [note('not_Other', { title: 'annual' })])
    expect(found('annual')).not.toContain('not_Other')
    expect(search('other', 'annual', 9, null).notes).toHaveLength(1)
    states.drop('other')
    expect(store.dropForgotten(9)).toBe(1)
    expect(found('annual')).toHaveLength(2)
  })
})

test('accepts any search text without an error', () => {
  put(note('not_a', { title: 'One' }))
  const bits = fc.constantFrom(
    '"',
    '*',
    '(',
    ')',
    ':',
    '-',
    '^',
    '+',
    'AND',
    'OR',
    'NOT',
    'title:',
    'text:',
    'after:',
    '\0',
    "'",
    '{',
    ' ',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.oneof(bits, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 30 })
      .map((some) => some.join('')),
  )
  fc.assert(
    fc.property(text, (typed) => {
      search('w', typed, 5, null)
    }),
    property(50_000),
  )
})

test('finds every note by its id and by words or word prefixes of its title', () => {
  const letters = fc.constantFrom(...'abcXYZ019éßøЖщשםعم会議チー한국ñ')
  const word = fc.oneof(
    fc.string({ unit: letters, minLength: 1, maxLength: 8 }),
    fc.constantFrom(
      'C++',
      'a-b',
      "it's",
      '#1',
      '🎉',
      '&',
      '1:1',
      '½',
      'Ｑ１',
      'ﬁne',
      'e\u0301a',
      '...',
      'x@example.com',
    ),
  )
  const title = fc.array(word, { minLength: 1, maxLength: 6 })
  const id = fc.string({ unit: fc.constantFrom(...'abcDEF0123456789'), minLength: 6, maxLength: 14 })
  fc.assert(
    fc.property(fc.array(fc.tuple(id, title), { minLength: 1, maxLength: 5 }), (some) => {
      const notes = [...new Map(some.map(([own, words]) => [`not_${own}`, words]))]
      put(...notes.map(([own, words]) => note(own, { title: words.join(' ') })))
      for (const [own, words] of notes) {
        expect(found(own), own).toContain(own)
        for (const typed of words) expect(found(typed), `${typed} in ${words.join(' ')}`).toContain(own)
        expect(found(words.join(' ')), words.join(' ')).toContain(own)
      }
      states.drop('w')
      store.dropForgotten(100)
      states.save(states.get('w'))
    }),
    property(),
  )
})

test('finds a note even if over a million notes have the same second as their time', () => {
  database.sql
    .prepare(
      "INSERT INTO indexed_notes (sort_key, workspace_id, id, title, owner_name, owner_email, created_at, updated_at, seen_run, title_key, owner_key) VALUES (?, 'w', 'not_full', '', NULL, NULL, NULL, NULL, 1, '', '')",
    )
    .run((Date.parse('2026-01-01T00:00:00Z') / 1000) * 2 ** 20 + 2 ** 20 - 1)
  put(note('not_next', { title: 'Next', updatedAt: '2026-01-01T00:00:00Z' }))
  expect(found('next')).toEqual(['not_next'])
})

test('searches notes without a full table scan or a sort', () => {
  const plan = (sql: string) =>
    database.sql
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
  const statements: string[] = []
  const watching = createSearch({
    ...database.sql,
    exec: (text) => database.sql.exec(text),
    isTransaction: false,
    prepare(text) {
      statements.push(text)
      return database.sql.prepare(text)
    },
  })
  for (const text of ['a', 'budget', 'budget a', '🎉', 'after:2026-01-01', 'folder:board', 'folder:b budget'])
    watching('w', text, 5, null)
  expect(statements.length).toBeGreaterThanOrEqual(4)
  for (const details of statements.map(plan)) {
    expect(details.join('\n')).not.toMatch(/TEMP B-TREE FOR ORDER BY|SCAN n$|CORRELATED/m)
  }
})

const found = (text: string) => search('w', text, 50, null).notes.map(({ id }) => id)
const put = (...notes: NoteListItem[]) => store.merge('w', 1, notes)

function note(id: string, parts: Partial<NoteListItem>): NoteListItem {
  return {
    id,
    title: '',
    owner: null,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...parts,
  }
}
