import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { createIndexStates } from '#core/notes/index/index-state.ts'
import { createNoteStore } from '#core/notes/index/note-store.ts'
import { createSearch } from '#core/notes/index/search/search.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { narrowing } from '../../../../renderer/nouns/notes/narrow-search.ts'
import { property } from '../../../support/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'notehook-narrow-'))
const database = openDatabase(join(folder, 'notehook.db'))
const states = createIndexStates(database.sql)
const store = createNoteStore(database.sql)
const search = createSearch(database.sql)

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const word = fc.constantFrom(
  ...[
    'plan',
    'planning',
    'Plänné',
    'replan',
    'pl',
    'an',
    'a',
    'nn',
    'ing',
    'budget',
    'Budge',
    'udg',
    '26',
    '2026',
  ],
  ...[
    '季度plan',
    'planプラン',
    'ｐｌａｎ',
    'ΟΔΟΣ',
    'план',
    'straße',
    'Łan',
    'ﬁnal',
    'İan',
    'plan\u0301',
    '🎉',
  ],
)
const gap = fc.constantFrom(' ', ' ', '-', '/', '', '\u00ad', '\0', '_', '\u200d')
const text = fc
  .array(
    fc.tuple(fc.oneof({ weight: 5, arbitrary: word }, fc.string({ maxLength: 4, unit: 'grapheme' })), gap),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.flat().join(''))
const note = fc.record({ title: text, name: text, email: text, hasOwner: fc.boolean() })
const typed = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  text,
)

test('filtering loaded results finds the same notes as the host for a longer search', () => {
  let narrowed = 0
  fc.assert(
    fc.property(fc.array(note, { maxLength: 12 }), typed, fc.nat(), (contents, whole, cut) => {
      put(contents.map(noteOf))
      const letters = [...whole]
      for (let at = (cut % letters.length) + 1; at < letters.length; at++) {
        const [before, after] = [letters.slice(0, at).join(''), letters.slice(0, at + 1).join('')]
        const holds = narrowing(before, after)
        if (!holds) continue
        narrowed += 1
        expect(found(before).filter(holds), JSON.stringify([before, after])).toEqual(found(after))
      }
    }),
    property(),
  )
  expect(narrowed).toBeGreaterThan(0)
})

test.each<readonly [string, string, boolean]>([
  ['bud', 'budg', true],
  ['bud', 'bud ', true],
  ['bud', 'bud r', true],
  ['a bud', 'a budg', true],
  ['Büd', 'Büdg', true],
  ['bu', 'bud', false],
  ['bud r', 'bud re', false],
  ['bud', 'bu', false],
  ['bud', 'mud', false],
  ['a bud', 'b budg', false],
  ['', 'bud', false],
  ['bud', 'bud-', false],
  ['title:bud', 'title:budg', false],
  ['"bud', '"budg', false],
  ['规划会', '规划会议', false],
])('whether results for %j can be filtered for %j: %s', (before, after, expected) => {
  expect(narrowing(before, after) !== null).toBe(expected)
})

function put(notes: readonly NoteListItem[]) {
  states.drop('w')
  while (store.dropForgotten(1000) > 0);
  states.save(states.get('w'))
  store.merge('w', 1, notes)
}

const found = (searched: string) => search('w', searched, 200, null).notes

const noteOf = (
  { title, name, email, hasOwner }: { title: string; name: string; email: string; hasOwner: boolean },
  at: number,
): NoteListItem => ({
  id: `not_${at}plan${at}`,
  title,
  owner: hasOwner ? { name, email } : null,
  createdAt: null,
  updatedAt: new Date(Date.UTC(2026, 0, at + 1)).toISOString(),
})
