// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { FoundNote, IndexStatus } from '#shared/notes/index-contract.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

test('keeps the note search in the URL, and a single Back clears it', async () => {
  await open('#/notes')
  await shows('In the folder')
  await type('Search notes', 'bud')
  await shows('Annual budget')
  await type('Search notes', 'budget')
  await eventually(() => expect(app.inputsOf('notes.search')).toContainEqual({ text: 'budget' }))
  await eventually(() => expect(location.hash).toContain('q=budget'))
  expect(document.body.textContent).not.toContain('In the folder')
  history.back()
  await shows('In the folder')
  expect((control('textbox', 'Search notes') as HTMLInputElement).value).toBe('')
})

test('searches notes for the text in the URL', async () => {
  await open('#/notes?q=budget')
  await shows('Annual budget')
  expect((control('textbox', 'Search notes') as HTMLInputElement).value).toBe('budget')
  expect(app.inputsOf('notes.page'), 'the service is not asked for a hidden list').toEqual([])
})

test('searches notes without a request to the service', async () => {
  await open('#/notes?q=budget', {
    'notes.page': () => {
      throw new AppError('unreachable', 'The service cannot be reached.')
    },
    'notes.index-status': () => index({ state: 'stopped', problem: 'The service cannot be reached.' }),
  })
  await shows('Annual budget')
  await shows(/Index complete, .*The service cannot be reached/)
})

test('explains why a search has no results while notes are being indexed', async () => {
  let notes: FoundNote[] = []
  await open('#/notes?q=late', {
    'notes.index-status': () =>
      index({
        state: 'reading',
        notes: 300,
        completeAsOf: null,
        run: { kind: 'full', read: 300, total: null },
      }),
    'notes.search': () => ({ notes, events: [], next: null, asOf: null, complete: false }),
  })
  await shows('No notes found so far')
  await shows('Indexing: 300 notes')
  await shows('titles, owners and IDs, not the text')
  notes = [note('not_late', 'Came late')]
  await app.tell({
    name: 'notes.index-changed',
    data: index({
      state: 'reading',
      notes: 330,
      completeAsOf: null,
      run: { kind: 'full', read: 330, total: null },
    }),
  })
  await shows('Came late')
  await shows('Indexing: 330 notes')
})

test('the user can pause and resume indexing', async () => {
  let status = index({ state: 'reading', notes: 61, run: { kind: 'full', read: 61, total: 100 } })
  await open('#/notes', {
    'notes.index-status': () => status,
    'notes.pause-index': () => {
      status = { ...status, state: 'paused' }
      return status
    },
    'notes.resume-index': () => {
      status = { ...status, state: 'reading' }
      return status
    },
  })
  await shows('61% refreshed')
  await press('button', 'Pause indexing')
  await shows('paused')
  await press('button', 'Resume indexing')
  await eventually(() => control('button', 'Pause indexing'))
})

test('shows how many folders are loaded, and pauses loading on request', async () => {
  await open('#/notes?q=folder%3Aboard', {
    'notes.index-status': () =>
      index({
        state: 'reading',
        folders: { read: 36, total: 60, asOf: null, listedAt: '2026-01-01T10:42:00Z', problem: null },
      }),
  })
  await shows(/Index complete, .* · 36 of 60 folders loaded/)
  control('button', 'Pause indexing')
  await type('Search notes', 'board')
  await eventually(() => expect(app.inputsOf('notes.search')).toContainEqual({ text: 'board' }))
  await shows('36 of 60 folders loaded')
})

test('each key typed into the note search makes one call and updates the list once', async () => {
  const eventsOf = (ids: readonly string[]) => ids.map((id) => ({ id, events: 100 * (id.length - 4) }))
  await open('#/notes?q=b', {
    async 'notes.search'({ text }) {
      await new Promise((resolve) => setTimeout(resolve))
      const notes = ['x', 'y'].map((end) => note(`not_${text}${end}`, `Annual budget ${end}`))
      const events = eventsOf(notes.map(({ id }) => id))
      return { notes, events, next: null, asOf: '2026-01-01T10:42:00Z', complete: true }
    },
    'deliveries.note-events': ({ noteIds }) => eventsOf(noteIds),
  })
  await shows('200')
  let changes = 0
  const list = control('listbox', 'Search results')
  const row = list.querySelector('[role=option]')
  const observer = new MutationObserver(() => (changes += 1))
  observer.observe(list, { subtree: true, childList: true, characterData: true })
  for (const text of ['bu', 'bud', 'buyer']) {
    const before = app.called().length
    changes = 0
    await type('Search notes', text)
    await eventually(() => expect(list.textContent).toContain(String(100 * (text.length + 1))))
    expect({ calls: app.called().slice(before), changes }).toEqual({ calls: ['notes.search'], changes: 1 })
    expect(list.querySelector('[role=option]'), 'the row keeps its element').toBe(row)
  }
  observer.disconnect()
})

test('filters complete results while the next search is still running', async () => {
  const titles = ['Annual budget', 'Budge up', 'Bud vases']
  const found = (text: string) =>
    titles.flatMap((title, at) => (title.toLowerCase().includes(text) ? [note(`not_${at}`, title)] : []))
  let reply = () => {}
  await open('#/notes?q=bud', {
    async 'notes.search'({ text }) {
      if (text !== 'bud') await new Promise<void>((resolve) => (reply = resolve))
      const notes = found(text)
      const events = notes.map(({ id }) => ({ id, events: 7 }))
      return { notes, events, next: null, asOf: '2026-01-01T10:42:00Z', complete: true }
    },
  })
  await shows('3 notes found')
  const before = app.called().length
  await type('Search notes', 'budg')
  await shows('2 notes found')
  expect(control('listbox', 'Search results').textContent).not.toContain('Bud vases')
  const unchanged = control('listbox', 'Search results').innerHTML
  reply()
  await eventually(() => expect(app.cache.isFetching()).toBe(0))
  expect(control('listbox', 'Search results').innerHTML).toBe(unchanged)
  expect(app.called().slice(before)).toEqual(['notes.search'])
})

test('searches notes at once, but changes the URL only after a pause or Enter', async () => {
  await open('#/notes')
  await shows('In the folder')
  const length = history.length
  await type('Search notes', 'b')
  await type('Search notes', 'bud')
  await shows('Annual budget')
  expect(location.hash).not.toContain('q=')
  control('textbox', 'Search notes').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
  )
  await eventually(() => expect(location.hash).toContain('q=bud'))
  await type('Search notes', 'budget')
  await eventually(() => expect(location.hash).toContain('q=budget'))
  expect(history.length).toBe(length + 1)
})

test('Back returns to the search after a note was opened right after typing', async () => {
  await open('#/notes', { 'notes.get': () => new Promise(() => {}) })
  await shows('In the folder')
  await type('Search notes', 'bud')
  await shows('Annual budget')
  await press('option', /Annual budget/)
  await eventually(() => expect(location.hash).toContain('note=not_budget'))
  expect(location.hash).toContain('q=bud')
  history.back()
  await eventually(() => expect(location.hash).not.toContain('note='))
  expect(location.hash).toContain('q=bud')
})

test('the / key focuses the note search except while the user types', async () => {
  await open('#/notes')
  await shows('In the folder')
  const field = control('textbox', 'Search notes')
  const slash = () => new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true })
  document.body.dispatchEvent(slash())
  expect(document.activeElement).toBe(field)
  const typed = slash()
  field.dispatchEvent(typed)
  expect(typed.defaultPrevented).toBe(false)
})

const open = async (hash: string, answers: Answers = {}) => {
  app = await openApp(hash, {
    'notes.page': () => ({
      items: [note('not_in', 'In the folder')],
      cursor: null,
      unreadable: 0,
      incomplete: null,
    }),
    'notes.list': () => ({
      notes: [note('not_in', 'In the folder')],
      next: null,
      total: 1,
      asOf: '2026-01-01T10:42:00Z',
      complete: true,
    }),
    'notes.index-status': () => index({}),
    'notes.search': () => ({
      notes: [note('not_budget', 'Annual budget')],
      events: [],
      next: null,
      asOf: '2026-01-01T10:42:00Z',
      complete: true,
    }),
    ...answers,
  })
}

const note = (id: string, title: string): FoundNote => ({
  id,
  title,
  owner: { name: 'Mara Lindqvist', email: 'mara@example.com' },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  folders: null,
})

const index = (parts: Partial<IndexStatus>): IndexStatus => ({
  state: 'resting',
  workspaceId: 'sandbox',
  notes: 100,
  run: null,
  completeAsOf: '2026-01-01T10:42:00Z',
  incomplete: null,
  problem: null,
  folders: {
    read: 4,
    total: 4,
    asOf: '2026-01-01T10:42:00Z',
    listedAt: '2026-01-01T10:42:00Z',
    problem: null,
  },
  ...parts,
})
