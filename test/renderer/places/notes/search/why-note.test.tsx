// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

const id = 'not_Aaaaaaaaaaaaa1'
const item: NoteListItem = {
  id,
  title: 'Annual budget',
  owner: null,
  createdAt: '2026-03-01T12:00:00Z',
  updatedAt: '2026-03-02T12:00:00Z',
}
const field = 'Note ID, link or title'

async function open(hash: string, answers: Answers = {}) {
  app = await openApp(hash, {
    'notes.page': () => ({ items: [], cursor: null, unreadable: 0, incomplete: null }),
    'notes.get': () => {
      throw new AppError('not-found', 'Note not found.', { status: 404 })
    },
    'notes.find': () => ({ note: item }),
    'notes.search': ({ text }) => ({
      notes: text.includes('bud') ? [{ ...item, folders: null }] : [],
      events: [],
      next: null,
      asOf: null,
      complete: true,
    }),
    ...answers,
  })
}

test('the help for a missing note starts with the search that had no results', async () => {
  await open('#/notes?q=missing')
  await shows('No notes found')
  await press('button', 'Can’t find a note?')
  await shows(/No title matches\./)
  await shows('To check the note itself, paste its ID or link.')
  expect((control('textbox', field) as HTMLInputElement).value).toBe('missing')
})

test('requests no note before the user enters its ID, link or title', async () => {
  await open('#/notes?why=')
  await shows('Paste an ID or link')
  expect(app.inputsOf('notes.get')).toEqual([])
})

test('the help for a missing note removes the filter that hides the note', async () => {
  await open('#/notes?after=2026-03-05&why=', {
    'notes.get': () => ({
      ...item,
      summaryMarkdown: null,
      summaryText: null,
      privateNotesMarkdown: null,
      privateNotesText: null,
      attendees: [],
      calendarEvent: null,
      folders: [],
      webUrl: null,
      unknown: '{}',
    }),
  })
  await shows('Paste an ID or link')
  await type(field, `https://notes.example.com/n/${id}?token=abc`)
  await shows('The note exists, but the current filters hide it.')
  expect(location.hash).toContain(`why=${id}`)
  expect(location.hash).not.toContain('token')
  await press('button', /^Remove “Created after Mar 5, 2026”$/)
  await shows('The note exists and nothing hides it.')
  expect(location.hash).not.toContain('after=')
  await press('button', 'Open note')
  await eventually(() => expect(location.hash).toContain(`note=${id}`))
  expect(location.hash).not.toContain('why')
})

test('the help for a missing note finds the note by its title and explains a 404', async () => {
  await open('#/notes?why=')
  await shows('Paste an ID or link')
  await type(field, 'bud')
  await shows('Select the note to check it.')
  await eventually(() => control('button', /Annual budget/))
  await press('button', /Annual budget/)
  await shows('The service doesn’t return this note.')
  await shows(/isn’t summarized yet, your key has no access, or it was deleted/)
  const before = app.inputsOf('notes.get').length
  await press('button', 'Check again')
  await eventually(() => expect(app.inputsOf('notes.get').length).toBe(before + 1))
})

test('offers to update the index if no note’s title matches the text', async () => {
  const status = {
    state: 'resting',
    notes: 61,
    run: null,
    completeAsOf: '2026-03-08T09:00:00Z',
    incomplete: null,
    problem: null,
    folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: null },
  } as const
  await open('#/notes?why=', {
    'notes.index-status': () => status,
    'notes.sync-index': () => ({ ...status, state: 'reading' }),
  })
  await type(field, 'missing')
  await shows('No title matches. The text of notes isn’t searched. Index complete')
  await press('button', 'Update index')
  await eventually(() => expect(app.inputsOf('notes.sync-index')).toHaveLength(1))
  // The button disappears during the update.
  await eventually(() => expect(() => control('button', 'Update index')).toThrow())
})

test('shows how many of the matching titles are listed', async () => {
  const notes = Array.from({ length: 41 }, (_, at) => ({ ...item, id: `not_${at}`, folders: null }))
  await open('#/notes?why=', {
    'notes.search': () => ({ notes, events: [], next: null, asOf: '2026-03-08T09:00:00Z', complete: true }),
  })
  await shows('Paste an ID or link')
  await type(field, 'bud')
  await shows('6 of 41 shown. Type more to narrow them down.')
})

test('the help for a missing note offers to resume a paused index', async () => {
  const paused = {
    state: 'paused',
    notes: 61,
    run: { kind: 'full', read: 61, total: null },
    completeAsOf: null,
    incomplete: null,
    problem: null,
    folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: null },
  } as const
  await open(`#/notes?why=${id}`, {
    'notes.find': () => ({ note: null }),
    'notes.index-status': () => paused,
    'notes.resume-index': () => ({ ...paused, state: 'reading' }),
  })
  await shows(/Indexing: 61 notes/)
  await press('button', 'Resume indexing')
  await eventually(() => expect(app.inputsOf('notes.resume-index')).toHaveLength(1))
})
