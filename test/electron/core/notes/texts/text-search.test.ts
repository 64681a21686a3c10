import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#core/database/database.ts'
import { createNoteStore } from '#core/notes/index/note-store.ts'
import { createSearch } from '#core/notes/index/search/search.ts'
import { textFile } from '#core/notes/texts/text-file.ts'
import { createTextSearch } from '#core/notes/texts/text-search.ts'
import { type Indexed, openTextStore, type TextStore } from '#core/notes/texts/text-store.ts'
import { matchOf, partsOf, termOf } from '#core/notes/texts/text-words.ts'
import { folded } from '#shared/notes/folded.ts'
import type { TextMatch } from '#shared/notes/index-contract.ts'
import type { Note, NoteListItem, TranscriptLine } from '#shared/notes/model.ts'
import { hostileTexts } from '../../../../support/hostile-text.ts'
import { property } from '../../../../support/runs.ts'

const folder = mkdtempSync(join(tmpdir(), 'notehook-texts-'))
const database = openDatabase(join(folder, 'notehook.db'))
const notes = createNoteStore(database.sql)
const titles = createSearch(database.sql)
const search = createTextSearch(database.sql)
const find = database.sql.prepare('SELECT sort_key FROM indexed_notes WHERE workspace_id = ? AND id = ?')
const all = { summaries: true, transcripts: true, privateNotes: true }
const how = { at: '2026-03-01T00:00:00.000Z', limit: 1e9 }
let workspaces = 0

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

const vocabulary = [
  ...[
    'budget',
    'Budgets',
    'review',
    'Café',
    'Ärger',
    'naïve',
    'STRASSE',
    'ΟΔΟΣ',
    'Ärzte-Runde',
    'don’t',
    'Q3',
    '2026',
  ],
  ...[
    '会議',
    '予算会議',
    '季度规划',
    'ミーティング',
    '예산',
    '회의록',
    'ميزانية',
    'اجتماع',
    'подмена',
    '🎉',
    '👩‍💻',
    'mara@example.com',
  ],
]
const word = fc.constantFrom(...vocabulary)
const sentence = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ', ', '\n', ' **', '. ', ' <b>', '\u200b ', ' \u202e')), {
    maxLength: 12,
  })
  .map((words) => words.flat().join(''))
const someNote = fc.record({
  title: sentence,
  owner: fc.option(fc.record({ name: word, email: fc.constantFrom('', 'mara@example.com') })),
  minute: fc.integer({ min: 0, max: 5 }),
  summary: fc.oneof(sentence, fc.constantFrom(...hostileTexts)),
  isMarkdown: fc.boolean(),
  privateNotes: sentence,
  attendee: word,
  lines: fc.option(fc.array(fc.record({ speaker: fc.option(word), text: sentence }), { maxLength: 3 })),
  isRead: fc.boolean(),
  /** The minute of a later change, after which the text moves. */
  later: fc.option(fc.integer({ min: 0, max: 5 })),
})
/** Found only if the first of two equal words may be the beginning of a longer one. */
const twice: SomeNote = {
  title: 'don’t',
  owner: null,
  minute: 0,
  summary: 'Doing',
  isMarkdown: false,
  privateNotes: '',
  attendee: 'Jo',
  lines: null,
  isRead: true,
  later: null,
}
const emptyNote = { isMarkdown: false, privateNotes: '', attendee: 'Jo' }
type SomeNote = typeof someNote extends fc.Arbitrary<infer One> ? One : never
const term = fc.oneof(
  word,
  word.map((text) => [...text].slice(0, 2).join('')),
  fc.tuple(word, word).map((two) => `"${two.join(' ')}"`),
  fc
    .tuple(fc.constantFrom('title', 'owner', 'text', 'transcript'), word)
    .map(([field, text]) => `${field}:${text}`),
)

test('searching everything finds what a plain scan finds, in the order of change, and none twice', () => {
  fc.assert(
    fc.property(
      fc.array(someNote, { minLength: 1, maxLength: 14 }),
      fc.array(term, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 4 }),
      (some, terms, limit) => {
        workspaces += 1
        const workspaceId = `w${workspaces}`
        const store = openTextStore(textFile(database.path, workspaceId))
        const corpus = some.map((one, at) => {
          const item = itemOf(one, at, one.minute)
          notes.merge(workspaceId, 1, [item])
          const note = noteOf(one, item)
          const lines = one.lines?.map((line) => ({ ...line, start: null, end: null })) ?? null
          if (one.isRead) store.put(indexed(workspaceId, item), note, lines, all, how)
          return { ...one, note, lines }
        })
        for (const { note, later } of corpus) change(workspaceId, store, note, later)
        store.close()

        const text = terms.join(' ')
        const inTitle = idsOf((from) => titles(workspaceId, text, limit, from))
        const isField = (one: string) => /^(title|owner):/.test(one)
        const plain = terms.flatMap((one, at) =>
          isField(one) ? [] : [askedOf(one, at === terms.length - 1)],
        )
        const fields = terms.filter(isField)
        const inFields = new Set(
          fields.length === 0
            ? corpus.map(({ note }) => note.id)
            : idsOf((from) => titles(workspaceId, ownWords(fields, terms), 50, from)),
        )
        const expected = corpus
          .filter(({ note, lines, isRead }) => {
            if (inTitle.includes(note.id)) return true
            const pieces = piecesOf(note, lines ?? [])
            return (
              isRead &&
              plain.length > 0 &&
              inFields.has(note.id) &&
              plain.every((one) => pieces[one.key].some((piece) => holds(piece, one)))
            )
          })
          .map(({ note }) => note.id)
          .sort((a, b) => sortKey(workspaceId, b) - sortKey(workspaceId, a))
        const matches: (TextMatch | null)[] = []
        const found = idsOf((from) => {
          const page = search.search({ workspaceId, text, limit, from })
          expect(page.isDamaged).toBe(false)
          expect(page.notes.length).toBeLessThanOrEqual(limit)
          matches.push(...page.notes.map(({ match }) => match))
          return page
        })
        search.forget(workspaceId)
        expect(found).toEqual(expected)
        for (const match of matches) if (match) expectMarks(match, plain)
      },
    ),
    { ...property(5_000), examples: [[[twice], ['do', 'do'], 1]] },
  )
})

test.each([
  ['renewal', 'ABCD'],
  ['text:renewal', 'BCD'],
  ['transcript:renewal', 'B'],
  ['TEXT:"renewal price"', 'D'],
  ['text:renewal transcript:price', ''],
  ['transcript:renewal text:price', 'B'],
  ['title:jan text:ren', 'B'],
  ['text:', 'ABCD'],
])('searches the parts of notes that the keys of %s name', (text, expected) => {
  workspaces += 1
  const workspaceId = `w${workspaces}`
  const store = openTextStore(textFile(database.path, workspaceId))
  const some = [
    { title: 'A January renewal' },
    { title: 'B January', summary: 'The price', lines: ['And the renewal?'] },
    { title: 'C', summary: 'Renewal' },
    { title: 'D', privateNotes: 'Renewal, price' },
  ]
  for (const [at, { title, lines = [], ...parts }] of some.entries()) {
    const item = itemOf({ title, owner: null }, at, 5 - at)
    notes.merge(workspaceId, 1, [item])
    const spoken = lines.map((line) => ({ speaker: null, text: line, start: null, end: null }))
    store.put(
      indexed(workspaceId, item),
      noteOf({ ...emptyNote, summary: '', ...parts }, item),
      spoken,
      all,
      how,
    )
  }
  store.close()
  const page = search.search({ workspaceId, text, limit: 9, from: null })
  search.forget(workspaceId)
  expect(page.notes.map(({ title }) => title[0]).join('')).toBe(expected)
})

test('returns a stored note as it was read, without fields that are not known', () => {
  const path = textFile(database.path, 'whole')
  const item = itemOf({ title: 'Whole', owner: { name: 'Mara Lind', email: '' } }, 1, 1)
  notes.merge('whole', 1, [item])
  const note: Note = {
    ...noteOf({ summary: '# One\n- Two', isMarkdown: true, privateNotes: 'Mine', attendee: 'Jo' }, item),
    createdAt: '2026-02-28T23:00:00+01:00',
    summaryText: 'One\nTwo',
    privateNotesText: 'Mine',
    calendarEvent: {
      title: 'Call',
      organiser: 'mara@example.com',
      invitees: ['jo@example.com'],
      scheduledStart: null,
      scheduledEnd: '2026-03-01T10:00:00Z',
    },
    folders: [{ id: 'fol_00000000000001', name: 'Board', parentFolderId: null, spaceId: null }],
    webUrl: 'https://notes.example.com/1',
    unknown: '{"more":1}',
  }
  const lines = [{ speaker: 'Jo', text: 'Hello', start: 1.5, end: '00:02' }]
  const store = openTextStore(path)
  store.put(indexed('whole', item), note, lines, all, how)
  const expected = { note: { ...note, unknown: '{}' }, lines, readAt: how.at }
  expect(store.get(item.id)).toEqual(expected)
  store.move(item.id, sortKey('whole', item.id) + 7)
  expect(store.get(item.id)).toEqual(expected)
  store.shrink({ ...all, privateNotes: false, transcripts: false }, how.limit)
  expect(store.get(item.id)).toEqual({
    ...expected,
    note: { ...expected.note, privateNotesMarkdown: null, privateNotesText: null },
    lines: [],
  })
  store.close()
})

test('makes the file smaller when texts are deleted', () => {
  const store = openTextStore(textFile(database.path, 'small'))
  for (let at = 0; at < 200; at += 1) {
    const item = itemOf({ title: `Note ${at}`, owner: null }, at, 0)
    const summary = Array.from({ length: 500 }, () => Math.random().toString(36).slice(2)).join(' ')
    store.put({ item, sortKey: at }, noteOf({ ...emptyNote, summary }, item), null, all, how)
  }
  while (store.tidy());
  const before = store.bytes()
  const limit = store.sum().bytes / 10
  while (!store.shrink(all, limit));
  while (store.tidy());
  expect(store.sum().texts).toBeGreaterThan(10)
  expect(store.bytes()).toBeLessThan(before / 5)
  store.close()
})

test('accepts any search text without an error', () => {
  const store = openTextStore(textFile(database.path, 'any'))
  const item = { id: 'not_00000000000001', title: 'Any', owner: null, createdAt: null, updatedAt: null }
  notes.merge('any', 1, [item])
  const note = { ...noteOf({ ...emptyNote, summary: hostileTexts.join(' ') }, item) }
  store.put(indexed('any', item), note, null, all, how)
  store.close()
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostileTexts)), (text) => {
      const page = search.search({ workspaceId: 'any', text, limit: 5, from: null })
      expect(page.isDamaged).toBe(false)
    }),
    property(),
  )
  search.forget('any')
})

test('shows the rarest word near the start of an excerpt, and marks frequent short words only beside it', () => {
  const padding = 'The team said that the list of the year is with the board, and the rest is the same. '
  const summary = `${padding.repeat(3)}Jo of the other group will at the end move the renewal to May. ${padding}`
  const note = noteOf(
    { ...emptyNote, summary },
    { id: 'not_00000000000001', title: 'Any', owner: null, createdAt: null, updatedAt: null },
  )
  const marked = (...words: string[]) => {
    const terms = words.flatMap((word, at) => {
      return termOf(word, { isBeginning: at === words.length - 1, parts: null }) ?? []
    })
    const match = matchOf(partsOf(note, []), terms)
    expect(match?.marks[0]?.[1]).toBeLessThan(60)
    return match?.marks.map(([start, end]) => match.text.slice(start, end))
  }
  expect(marked('move', 'the', 'renewal', 'to', 'may')).toEqual(['move the renewal to May'])
  expect(marked('the', 'renewal')).toEqual(['the renewal'])
  expect(marked('renewal', 'is', 'the')).toEqual(['the renewal'])
})

/** Checks that an excerpt's marks lie on the searched words. */
function expectMarks({ text, marks }: TextMatch, terms: readonly Asked[]) {
  expect(text.length).toBeLessThanOrEqual(140)
  expect(text).not.toMatch(/[\n\r]/)
  expect(marks.length).toBeGreaterThan(0)
  expect(marks.length).toBeLessThanOrEqual(5)
  let end = 0
  for (const [start, stop] of marks) {
    expect(start).toBeGreaterThanOrEqual(end)
    expect(stop).toBeGreaterThan(start)
    end = stop
    const marked = text.slice(start, stop)
    expect(terms.some((one) => holds(marked, one))).toBe(true)
  }
  expect(end).toBeLessThanOrEqual(text.length)
}

const itemOf = (one: Pick<SomeNote, 'title' | 'owner'>, at: number, minute: number) => ({
  id: `not_${String(at).padStart(14, '0')}`,
  title: one.title,
  owner: one.owner,
  createdAt: null,
  updatedAt: `2026-03-01T00:0${minute}:00Z`,
})

function noteOf(
  one: Pick<SomeNote, 'summary' | 'isMarkdown' | 'privateNotes' | 'attendee'>,
  item: NoteListItem,
): Note {
  return {
    ...item,
    summaryMarkdown: one.isMarkdown ? one.summary : null,
    summaryText: one.isMarkdown ? null : one.summary,
    privateNotesMarkdown: one.privateNotes,
    privateNotesText: null,
    attendees: [{ name: one.attendee, email: '' }],
    calendarEvent: null,
    folders: null,
    webUrl: null,
    unknown: '{}',
  }
}

const sortKey = (workspaceId: string, id: string) => Number(find.get(workspaceId, id)?.sort_key)
const indexed = (workspaceId: string, item: NoteListItem): Indexed => ({
  item,
  sortKey: sortKey(workspaceId, item.id),
})

/** Changes a note's time in the index, and moves its text. */
function change(workspaceId: string, store: TextStore, note: Note, minute: number | null) {
  if (minute === null) return
  notes.merge(workspaceId, 1, [{ ...note, updatedAt: `2026-03-01T00:0${minute}:30Z` }])
  const at = sortKey(workspaceId, note.id)
  if (store.isMoved(note.id, at)) store.move(note.id, at)
}

/** Returns the found ids of all pages, and fails if one is found twice. */
function idsOf(page: (from: number | null) => { notes: readonly { id: string }[]; next: number | null }) {
  const ids: string[] = []
  for (let from: number | null = null, pages = 0; pages < 100; pages += 1) {
    const { notes, next } = page(from)
    ids.push(...notes.map(({ id }) => id))
    if (next === null) break
    from = next
  }
  expect(new Set(ids).size).toBe(ids.length)
  return ids
}

/** The last filter of a search may be the beginning of a word only if it is the last word of all. */
const ownWords = (fields: readonly string[], terms: readonly string[]) =>
  fields.at(-1) === terms.at(-1) ? fields.join(' ') : `${fields.join(' ')} after:1999-01-01 ""`

function piecesOf(
  { title, owner, summaryMarkdown, summaryText, privateNotesMarkdown, attendees }: Note,
  lines: readonly Pick<TranscriptLine, 'text'>[],
) {
  const person = owner === null ? '' : `${owner.name} ${owner.email}`
  const transcript = lines.map(({ text }) => text)
  const text = [summaryText ?? summaryMarkdown ?? '', privateNotesMarkdown ?? '', ...transcript]
  return { any: [title, person, attendees.map(({ name }) => name).join(', '), ...text], text, transcript }
}

/** Splits text into words. Chinese and Japanese letters and emoji are words of their own. */
const wordsOf = (text: string) =>
  folded(text)
    .replaceAll('ς', 'σ')
    .replace(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|\p{Extended_Pictographic}/gu, ' $& ')
    .split(/[^\p{L}\p{N}\p{Extended_Pictographic}]+/u)
    .filter((one) => one !== '')

/** A word or phrase of a search. Only the last one may be the beginning of a longer word, even if the same word is searched twice. */
interface Asked {
  readonly key: 'any' | 'text' | 'transcript'
  readonly text: string
  readonly isLast: boolean
}

function askedOf(term: string, isLast: boolean): Asked {
  const key = /^(text|transcript):/.exec(term)?.[1] as Asked['key'] | undefined
  return { key: key ?? 'any', text: key ? term.slice(key.length + 1) : term, isLast }
}

/** Returns whether the text contains a word or phrase of a search. Signs between the words of a phrase are skipped. */
function holds(text: string, asked: Asked): boolean {
  const wanted = wordsOf(asked.text)
  const isBeginning = asked.isLast && !asked.text.startsWith('"')
  const words = wordsOf(text)
  const isSame = (word: string, index: number) =>
    word === wanted[index] ||
    (isBeginning && index === wanted.length - 1 && word.startsWith(wanted[index] ?? ''))
  const continues = (place: number, index: number): boolean => {
    const word = words[place]
    if (index === wanted.length) return true
    if (word === undefined) return false
    if (isSame(word, index) && continues(place + 1, index + 1)) return true
    return /^\p{Extended_Pictographic}/u.test(word) && continues(place + 1, index)
  }
  return words.some((word, place) => isSame(word, 0) && continues(place + 1, 1))
}
