// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { InputOf, OutputOf } from '#shared/rpc/contract.ts'
import { copy } from '../../../../../renderer/places/notes/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { aDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => localStorage.clear())
afterEach(() => app.close())

test('keys pressed in a date field do not affect the list of notes', async () => {
  const failures: unknown[] = []
  const fail = (event: ErrorEvent) => failures.push(event.message)
  window.addEventListener('error', fail)
  await open('#/notes?sort=service', { pages: 1 })
  await shows('30 notes')
  await press('button', /^Created/)
  await eventually(() => expect(document.querySelector('[role="spinbutton"]')).not.toBeNull())
  for (const pressed of ['Tab', '2', 'ArrowUp', 'Escape'])
    document
      .querySelector('[role="spinbutton"]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }))
  await pause()
  window.removeEventListener('error', fail)
  expect(failures).toEqual([])
  await eventually(() => expect(document.querySelector('[role="spinbutton"]')).toBeNull())
})

test('shows “Untitled” in the row of a note whose title is blank', async () => {
  const items = ['', ' \t'].map((title, at) => ({ ...note(at), title }))
  await open('#/notes?sort=service', {
    pages: 1,
    'notes.page': () => ({ items, cursor: null, unreadable: 0, incomplete: null }),
  })
  await shows('2 notes')
  expect(rows()[0]).toMatch(/^UntitledMara/)
  expect(rows()[1]).toMatch(/^UntitledSam/)
  control('option', /^Untitled, Mara Lindqvist/)
  control('option', /^Untitled, Sam Okafor/)
})

test('requests notes only one page ahead of the visible one', async () => {
  await open('#/notes?sort=service', { pages: 9 })
  await shows('60 notes loaded')
  await pause()
  expect(app.inputsOf('notes.page')).toEqual([{}, { cursor: '1' }])
})

test('sends filters of notes to the service', async () => {
  await open('#/notes?folder=fol_Aaaaaaaaaaaaa1&after=2026-01-01&updated=2026-02-01', { pages: 1 })
  await eventually(() =>
    expect(app.inputsOf('notes.page')).toEqual([
      { folderId: 'fol_Aaaaaaaaaaaaa1', createdAfter: '2026-01-01', updatedAfter: '2026-02-01' },
    ]),
  )
})

test('filters the loaded notes by the words in the search field', async () => {
  await open('#/notes?title=note%2075&from=service', { pages: 4 })
  await shows('No matches in the loaded notes')
  await shows(/0 of \d+ notes loaded match\./)
  await pause()
  expect(app.inputsOf('notes.page')).toHaveLength(1)
  await press('button', 'Keep searching')
  await shows('Note 75')
  await shows('1 of 120 notes matches.')
})

test('sorts all notes on request with the index', async () => {
  await open('#/notes?sort=-title&from=service', { pages: 9 })
  await shows('Sorted within 60 notes loaded.')
  expect(rows()[0]).toMatch(/^Note 9Sam/)
  await press('button', /Search all 100,000 notes/)
  await shows('From the search index.')
  await eventually(() => expect(location.hash).toContain('from=index'))
  expect(app.inputsOf('notes.list')[0]).toMatchObject({ order: { by: 'title', descending: true } })
  await press('button', 'Load from service')
  await shows('Sorted within 60 notes loaded.')
})

test('sorts notes from the index by their last update', async () => {
  await open('#/notes', { pages: 1 })
  await shows('2 notes')
  expect(app.inputsOf('notes.page'), 'the service is not asked').toEqual([])
  expect(app.inputsOf('notes.list')[0]).toEqual({ limit: 500 })
  control('button', 'Sort by updated, descending')
  await press('button', 'Sort by title')
  await eventually(() => expect(app.inputsOf('notes.list').at(-1)).toMatchObject({ order: { by: 'title' } }))
  await press('button', 'Sort')
  await eventually(() => control('menuitem', 'Service order'))
  await press('menuitem', 'Service order')
  await shows('30 notes')
  expect(app.inputsOf('notes.page')).toHaveLength(1)
  expect(rows()[0]).toMatch(/^Note 0/)
  expect(() => control('button', /(a|de)scending$/), 'no column is sorted').toThrow()
})

test('keeps the rows and the focus when the completed index replaces the service’s list', async () => {
  const complete = index({ read: 3, total: 3, asOf: at, listedAt: at, problem: null })
  const { promise, resolve } = Promise.withResolvers<OutputOf<'notes.list'>>()
  await open('#/notes', {
    pages: 1,
    'notes.index-status': () => ({ ...complete, completeAsOf: null }),
    'notes.list': () => promise,
  })
  await shows('30 notes')
  const list = listbox()
  list.focus()
  await app.tell({ name: 'notes.index-changed', data: complete })
  await pause()
  expect(rows()[0], 'while the index is read').toMatch(/^Note 0/)
  resolve({ notes: [note(1), note(2)], next: null, total: 2, asOf: at, complete: true })
  await shows('2 notes')
  expect(rows()).toHaveLength(2)
  expect(document.activeElement).toBe(list)
})

test('reports that there are no notes if the complete index is empty', async () => {
  await open('#/notes', {
    pages: 1,
    'notes.index-status': () => index({ read: 0, total: 0, asOf: at, listedAt: at, problem: null }),
    'notes.list': () => ({ notes: [], next: null, total: 0, asOf: at, complete: true }),
  })
  await shows(copy.list.none)
  await shows(copy.list.noneText)
})

test('loads all notes of a short folder in order to sort them', async () => {
  await open('#/notes?folder=fol_Aaaaaaaaaaaaa1', { pages: 3 })
  await shows('90 notes')
  control('button', 'Sort by updated, descending')
  expect(document.body.textContent).not.toContain('Sorted within')
})

test('shows that only the loaded notes of a long folder are sorted', async () => {
  await open('#/notes?folder=fol_Aaaaaaaaaaaaa1', { pages: 9 })
  await shows('Sorted within 120 notes loaded.')
  await pause()
  expect(app.inputsOf('notes.page')).toHaveLength(4)
})

test('highlights the searched words in note titles', async () => {
  await open('#/notes?q=note%201%20owner:mara', {
    pages: 1,
    'notes.search': () => ({
      notes: [{ ...note(1), folders: null }],
      events: [],
      next: null,
      asOf: at,
      complete: true,
    }),
  })
  await shows('1 note found')
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Note', '1'])
})

test('disables the service’s filters while a search is active', async () => {
  await open('#/notes?q=note&updated=2026-01-01', {
    pages: 1,
    'notes.search': () => ({
      notes: [{ ...note(1), folders: null }],
      events: [],
      next: null,
      asOf: at,
      complete: true,
    }),
  })
  await shows('1 note found')
  expect(control('button', /^Updated/).closest('[inert]')).not.toBeNull()
  expect(control('button', 'Sort').closest('[inert]')).toBeNull()
  await shows(copy.filters.notInSearch)
  location.hash = '#/notes?q=note'
  await shows(copy.filters.phrase)
  expect(document.body.textContent).not.toContain(copy.filters.notInSearch)
})

test('selects several notes with keys and clicks', async () => {
  const added: NoteListItem[] = []
  await open('#/notes?sort=service', {
    pages: 1,
    'exports.start': ({ source }) => {
      expect(source).toEqual({ from: 'page', total: 4 })
      return { jobId: 'x' }
    },
    'exports.add': ({ notes }) => {
      added.push(...notes)
      return true
    },
  })
  await shows('30 notes')
  await key('ArrowDown')
  await key('ArrowDown')
  await key(' ')
  await shows('1 selected')
  await key('ArrowDown', { shiftKey: true })
  await key('ArrowDown', { shiftKey: true })
  await shows('3 selected')
  await key('ArrowUp', { shiftKey: true })
  await shows('2 selected')
  option(5).dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }))
  await shows('3 selected')
  option(6).dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
  await shows('4 selected')
  expect(location.hash, 'picking opens nothing').not.toContain('note=')
  await press('button', 'Export selected…')
  await shows('Selected (4 notes)')
  await press('radio', 'CSV')
  await press('button', /^Export$/)
  await eventually(() =>
    expect(added.map(({ title }) => title)).toEqual(['Note 1', 'Note 2', 'Note 5', 'Note 6']),
  )
  await key('Escape')
  await eventually(() => expect(document.body.textContent).not.toContain('4 selected'))
  await key('a', { ctrlKey: true })
  await shows('30 selected')
})

test('exports selected notes as Markdown files, and shows which parts of notes the files leave out', async () => {
  const started: InputOf<'exports.start-files'>[] = []
  await open('#/notes?sort=service', {
    pages: 1,
    'exports.start-files': (asked) => {
      started.push(asked)
      return { jobId: 'x' }
    },
    'exports.add': () => true,
  })
  await shows('30 notes')
  await key('a', { ctrlKey: true })
  await shows('30 selected')
  await press('button', 'Export selected…')
  await shows('Selected (30 notes)')
  await shows('Each of the 30 notes becomes one Markdown file in a zip, with the summary.')
  await shows('The text under “Private notes” and the transcript are left out of each file.')
  await press('radio', copy.export.asFiles)
  await shows('Each transcript becomes another file. The text under “Private notes” is left out.')
  await press('radio', copy.export.inNotes)
  await shows('with the summary and the transcript. The text under “Private notes” is left out of each file.')
  await press('button', /^Export$/)
  await eventually(() =>
    expect(started).toMatchObject([{ transcripts: 'section', source: { from: 'page', total: 30 } }]),
  )
})

test('opens the export on the format that was chosen last, and first on Markdown files', async () => {
  await open('#/notes?sort=service', { pages: 1 })
  await shows('30 notes')
  const openExport = async () => {
    await press('button', copy.list.export)
    await shows(copy.export.format)
  }
  const isChosen = (name: string) => (control('radio', name) as HTMLInputElement).checked
  await openExport()
  await eventually(() => expect(isChosen('Markdown files')).toBe(true))
  await press('radio', 'JSON')
  await press('button', 'Cancel')
  await openExport()
  await eventually(() => expect(isChosen('JSON')).toBe(true))
})

test('shows how many events each visible note has', async () => {
  await open('#/notes?sort=service', {
    pages: 1,
    'deliveries.note-events': () => [{ id: 'not_0', events: 7 }],
  })
  await shows(/Note 0.*7/)
})

test('shows the folder of a note if it is known', async () => {
  const folder = { id: 'fol_Aaaaaaaaaaaaa1', name: 'Hiring' }
  await open('#/notes?sort=service', {
    pages: 1,
    width: 1000,
    'notes.index-status': () => index({ read: 12, total: 41, asOf: null, listedAt: at, problem: null }),
    'notes.folders-of': ({ ids }) =>
      ids.map((id) => ({
        id,
        folders: id === 'not_0' ? [folder] : id === 'not_1' ? [] : null,
        certainty: 'part',
      })),
  })
  await shows('12 of 41 folders loaded')
  await shows(/Note 0HiringMara Lindqvist/)
  expect(rows()[1]).toMatch(/Note 1No folderSam Okafor/)
  expect(rows()[2], 'not known is not none').toMatch(/Note 2–Folder not loaded yetMara Lindqvist/)
  expect(option(2).querySelector('[title="Folder not loaded yet"]')).not.toBeNull()
})

test('requests the folders of visible notes after scrolling stops', async () => {
  await open('#/notes?sort=service', {
    pages: 9,
    width: 1000,
    'notes.folders-of': ({ ids }) =>
      ids.map((id) => ({ id, folders: id === 'not_1' ? [] : null, certainty: 'part' })),
  })
  await eventually(() => expect(app.inputsOf('notes.folders-in-view')).toHaveLength(1))
  const [{ ids = [] } = {}] = app.inputsOf('notes.folders-in-view') as { ids: string[] }[]
  expect(ids.slice(0, 3)).toEqual(['not_0', 'not_2', 'not_3'])
  expect(ids.length, 'no more than are in view').toBeLessThanOrEqual(21)
})

test.each([
  ['fol_Aaaaaaaaaaaaa1', 'Hiring or a subfolder'],
  ['fol_Aaaaaaaaaaaaa2', 'Referrals'],
  ['fol_Aaaaaaaaaaaaa9', 'this folder'],
])('does not show “no folder” for a note in the list of a folder: %s', async (chosen, words) => {
  const place = { parentFolderId: null, spaceId: null }
  await open(`#/notes?folder=${chosen}`, {
    pages: 1,
    width: 1000,
    'notes.known-folders': () => ({
      spaces: [],
      folders: [
        { ...place, id: 'fol_Aaaaaaaaaaaaa1', name: 'Hiring' },
        { ...place, id: 'fol_Aaaaaaaaaaaaa2', name: 'Referrals', parentFolderId: 'fol_Aaaaaaaaaaaaa1' },
      ],
      asOf: at,
      incomplete: null,
      unreadable: 0,
    }),
    'notes.folders-of': ({ ids }) =>
      ids.map((id) => ({
        id,
        folders: id === 'not_0' ? [] : id === 'not_1' ? null : [{ id: 'fol_Aaaaaaaaaaaaa3', name: 'Deeper' }],
        certainty: 'whole',
      })),
  })
  await eventually(() => expect(rows()[0]).toContain(`Note 0${words}Mara Lindqvist`))
  expect(rows()[1]).toContain(`Note 1${words}Sam Okafor`)
  expect(rows()[2]).toContain('Note 2DeeperMara Lindqvist')
})

test('reloads the folder of a note after an event of the note or a change of the index', async () => {
  let known: readonly [] | null = []
  await open('#/notes?sort=service', {
    pages: 1,
    width: 1000,
    'notes.folders-of': ({ ids }) =>
      ids.map((id) => ({
        id,
        folders: id === 'not_1' && known ? [...known] : null,
        certainty: known ? 'whole' : 'old',
      })),
  })
  await eventually(() => expect(rows()[1]).toContain('No folder'))
  known = null
  await app.tell({ name: 'deliveries.received', data: aDelivery(7, { noteId: 'not_1' }) })
  await eventually(() => expect(rows()[1]).toContain('–Folder not loaded yet'))
  known = []
  const status = index({ read: 3, total: 3, asOf: at, listedAt: at, problem: null })
  await app.tell({ name: 'notes.index-changed', data: status })
  await eventually(() => expect(rows()[1]).toContain('No folder'))
})

test('shows an error only once if neither folders nor notes can be loaded', async () => {
  const fails = () => {
    throw new AppError('unreachable', 'No way to notes.example.com.')
  }
  await open('#/notes', {
    pages: 1,
    'notes.page': fails,
    'notes.known-folders': () => ({ spaces: [], folders: [], asOf: null, incomplete: null, unreadable: 0 }),
    'notes.index-status': () => ({
      state: 'stopped',
      notes: 0,
      run: null,
      completeAsOf: null,
      incomplete: null,
      problem: null,
      folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: 'No way to notes.example.com.' },
    }),
  })
  await shows('No way to notes.example.com.')
  await shows('Folders couldn’t be loaded either.')
  await pause()
  expect(document.body.textContent?.match(/No way to notes\.example\.com\./g)).toHaveLength(1)
  expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1)
})

const at = '2026-01-01T10:42:00Z'

const note = (at: number): NoteListItem => ({
  id: `not_${at}`,
  title: `Note ${at}`,
  owner: { name: at % 2 === 0 ? 'Mara Lindqvist' : 'Sam Okafor', email: 'x@example.com' },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
})

async function open(
  hash: string,
  { pages, width = 600, ...answers }: Answers & { readonly pages: number; readonly width?: number },
) {
  const all: Answers = {
    'notes.page': ({ cursor }) => {
      const page = Number(cursor ?? 0)
      const items = Array.from({ length: 30 }, (_, at) => note(page * 30 + at))
      return { items, cursor: page + 1 < pages ? String(page + 1) : null, unreadable: 0, incomplete: null }
    },
    'notes.index-status': () => index({ read: 3, total: 3, asOf: at, listedAt: at, problem: null }),
    'notes.list': () => ({
      notes: [note(1), note(2)],
      next: null,
      total: 2,
      asOf: '2026-01-01T10:42:00Z',
      complete: true,
    }),
    ...answers,
  }
  app = await openApp(hash, all, width)
}

const index = (folders: IndexStatus['folders']): IndexStatus => ({
  state: 'resting',
  workspaceId: 'sandbox',
  notes: 100_000,
  run: null,
  completeAsOf: '2026-01-01T10:42:00Z',
  incomplete: null,
  problem: null,
  folders,
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 60))
const listbox = () => control('listbox', /notes/i)
/** Presses a key, and waits until the previous key's changes are rendered. */
async function key(name: string, how: KeyboardEventInit = {}): Promise<void> {
  listbox().dispatchEvent(
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...how }),
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
}

function option(at: number): Element {
  const found = document.querySelector(`[role="option"][aria-posinset="${at + 1}"]`)
  if (!found) throw new Error(`Row ${at} is not there.`)
  return found
}

const rows = () => [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)
