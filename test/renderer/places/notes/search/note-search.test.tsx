// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { FoundNote, IndexStatus, TextMatch } from '#shared/notes/index-contract.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../../support/renderer/open-app.tsx'
import { aTextStatus, noTexts } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => localStorage.clear())
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
    'notes.search': () => ({ ...results(notes), asOf: null, complete: false }),
  })
  await shows('No notes found so far')
  await shows('Indexing: 300 notes')
  await shows('titles, owners and IDs.')
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
      return { ...results(notes), events }
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

test('keeps the list until the results of the first key arrive', async () => {
  await open('#/notes', {
    async 'notes.search'() {
      await new Promise((resolve) => setTimeout(resolve))
      return results([note('not_found', 'Annual budget')])
    },
  })
  await shows('In the folder')
  let empty = 0
  const observer = new MutationObserver(() => {
    if (document.querySelector('[role=listbox]') === null) empty += 1
  })
  observer.observe(document.body, { subtree: true, childList: true })
  await type('Search notes', 'b')
  await shows('Annual budget')
  observer.disconnect()
  expect(empty).toBe(0)
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
      return { ...results(notes), events }
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
  expect(history.length, 'with the search and the opened note').toBe(length + 2)
})

test('Enter opens the first note of the typed search, also before its results arrive', async () => {
  await open('#/notes', {
    async 'notes.search'({ text }) {
      await new Promise((resolve) => setTimeout(resolve, text === 'budget' ? 50 : 0))
      return results([note(`not_${text}`, `About ${text}`), note('not_other', 'Other')])
    },
    'notes.get': () => new Promise(() => {}),
  })
  await shows('In the folder')
  await type('Search notes', 'bud')
  await shows('About bud')
  await type('Search notes', 'budget')
  const field = control('textbox', 'Search notes')
  const enter = () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  enter()
  await eventually(() => expect(location.hash).toContain('note=not_budget'))
  await eventually(() => expect(document.activeElement).toBe(control('listbox', 'Search results')))
  history.back()
  await eventually(() => expect(location.hash).not.toContain('note='))
  await type('Search notes', 'buyer')
  await eventually(() => expect(location.hash).toContain('q=buyer'))
  expect(location.hash, 'without Enter').not.toContain('note=')
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

const note = (id: string, title: string): FoundNote => ({
  id,
  title,
  owner: { name: 'Mara Lindqvist', email: 'mara@example.com' },
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  folders: null,
  match: null,
})

const results = (notes: FoundNote[], textsOf: { read: number; total: number } | null = null) => ({
  notes,
  events: [],
  next: null,
  textsOf,
  asOf: '2026-01-01T10:42:00Z',
  complete: true,
})

/** Answers as a host that keeps the text of notes, where *renewal* is found in four of them. */
const withTexts = (status = aTextStatus()): Answers => ({
  'notes.text-status': () => status,
  'notes.search': ({ in: scope }) =>
    scope === 'everything' ? results(inTexts, { read: status.read, total: status.total }) : results([]),
})

const match = (
  part: TextMatch['part'],
  text: string,
  marks: TextMatch['marks'],
  speaker: string | null = null,
) => ({
  part,
  speaker,
  text,
  marks,
})
const inTexts: FoundNote[] = [
  { ...note('not_title', 'Renewal plan'), match: match('title', 'Renewal plan', [[0, 7]]) },
  {
    ...note('not_summary', 'Annual budget'),
    match: match('summary', '… moved the renewal\u202e to <b>May</b> …', [[12, 19]]),
  },
  {
    ...note('not_said', 'Weekly call'),
    match: match('transcript', 'the renewal is due', [[4, 11]], 'Jo Park'),
  },
  { ...note('not_private', 'One-to-one'), match: match('private', 'ask about the renewal', [[14, 21]]) },
]

const row = (id: string) => {
  const at = inTexts.findIndex((one) => one.id === id)
  return control('listbox', 'Search results').querySelectorAll('[role=option]')[at] as HTMLElement
}

test('searches titles only, and asks before it keeps the text of notes', async () => {
  let status = noTexts
  const asked: unknown[] = []
  await open('#/notes?q=renewal&in=everything', {
    ...withTexts(),
    'notes.text-status': () => status,
    'notes.estimate-texts': ({ switches: { transcripts } }) => ({
      notes: 12_400,
      requests: 12_400,
      seconds: 2880,
      bytes: transcripts ? 380_000_000 : 35_000_000,
      freeBytes: 100_000_000,
    }),
    'notes.set-texts': (choice) => {
      asked.push(choice)
      status = aTextStatus({ state: 'reading', read: 10 })
      return status
    },
  })
  await shows('Searches titles, owners and IDs.')
  await shows('Note text isn’t searched, because it isn’t kept on this computer.')
  expect(app.inputsOf('notes.search')).toEqual([{ text: 'renewal' }])
  const scope = () => (control('radio', 'Everything') as HTMLInputElement).checked
  await press('radio', 'Everything')
  await shows('12,400 notes, one request each: about 48 minutes at this workspace’s pace.')
  await shows('About 35 MB on disk.')
  expect(scope()).toBe(false)
  await press('button', 'Cancel')
  await eventually(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await press('button', 'Search everything')
  await shows('stored without encryption')
  await press('checkbox', /^Transcripts/)
  await shows('About 380 MB on disk.')
  await shows('Only 100 MB are free')
  await press('checkbox', /^Transcripts/)
  await press('radio', 'Gentle')
  await press('button', 'Keep note text')
  await shows('moved the renewal')
  expect(asked).toEqual([
    {
      switches: { summaries: true, transcripts: false, privateNotes: false },
      gentle: true,
      megabytes: 500,
    },
  ])
  expect(scope()).toBe(true)
  await shows('Text: 10 of 12,400 notes')
})

test.each([
  ['budget text:annual', /text:annual searches text. Choose Everything./],
  ['titel:budget', /titel: isn’t a key and is searched as a word. Did you mean title:\?/],
  ['after:yesterday', /after:yesterday isn’t a date and is searched as a word. Use after:2026-03-01/],
  ['budget', /^$/],
  ['Q3: budget "owners:mara"', /^$/],
])('explains a term of the search “%s” that finds less than expected', async (text, words) => {
  await open(`#/notes?q=${encodeURIComponent(text)}`)
  await shows('Annual budget')
  const hints = [...document.querySelectorAll('p[role=status]')].map(({ textContent }) => textContent)
  expect(hints.join('')).toMatch(words)
})

test('shows where a search was found in a note, as text and with its words marked', async () => {
  await open('#/notes?q=renewal', withTexts())
  await shows('moved the renewal')
  expect([...document.querySelectorAll('[role=option] mark')].map(({ textContent }) => textContent)).toEqual([
    'Renewal',
    'renewal',
    'renewal',
    'renewal',
  ])
  expect(row('not_summary').textContent).toContain('renewalU+202E to <b>May</b>')
  expect(row('not_summary').querySelector('b')).toBeNull()
  expect(row('not_said').textContent).toContain('Transcript · Jo Park: the renewal is due')
  expect(['not_title', 'not_summary', 'not_said'].map((id) => row(id).getAttribute('aria-label'))).toEqual([
    'Renewal plan, Mara Lindqvist, found in the title',
    'Annual budget, Mara Lindqvist, found in the summary: … moved the renewalU+202E to <b>May</b> …',
    'Weekly call, Mara Lindqvist, found in the transcript: Jo Park: the renewal is due',
  ])
  const heights = [...document.querySelectorAll<HTMLElement>('[role=option]')].map(
    ({ style }) => style.height,
  )
  expect(new Set(heights)).toEqual(new Set(['48px']))
})

test('opens the tab of a note in which the search was found', async () => {
  await open('#/notes?q=renewal', { ...withTexts(), 'notes.get': () => new Promise(() => {}) })
  await shows('moved the renewal')
  const opens = async (id: string, tab: string | null) => {
    row(id).click()
    await eventually(() => expect(location.hash).toContain(`note=${id}`))
    expect(new URLSearchParams(location.hash.split('?')[1]).get('tab')).toBe(tab)
  }
  await opens('not_said', 'transcript')
  await opens('not_title', 'transcript')
  await opens('not_private', null)
})

test('Alt+E and the URL choose where to search, and the workspace keeps the choice', async () => {
  await open('#/notes?q=renewal&in=titles', withTexts())
  await shows('No notes found')
  const altE = () => new KeyboardEvent('keydown', { key: 'é', code: 'KeyE', altKey: true, bubbles: true })
  control('textbox', 'Search notes').dispatchEvent(altE())
  await shows('moved the renewal')
  await eventually(() => expect(location.hash).toContain('in=everything'))
  document.body.dispatchEvent(altE())
  await shows('No notes found')
  await app.close()
  await open('#/notes?q=renewal', withTexts())
  await shows('No notes found')
})

test('shows how much note text was searched while it is being read', async () => {
  let status = aTextStatus({ state: 'reading', read: 4_120, leftSeconds: 1_920 })
  let notes: FoundNote[] = []
  await open('#/notes?q=renewal', {
    'notes.text-status': () => status,
    'notes.search': () => results(notes, { read: status.read, total: status.total }),
    'notes.pause-texts': () => {
      status = { ...status, state: 'paused' }
      return status
    },
  })
  await shows('No notes found so far')
  await shows('Searched the text of 4,120 of 12,400 notes so far. Results update.')
  await shows('Text: 4,120 of 12,400 notes · 32 min left')
  notes = inTexts
  status = { ...status, read: 4_200 }
  await app.tell({ name: 'notes.texts-changed', data: status })
  await shows('moved the renewal')
  await press('button', 'Pause reading note text')
  await shows('Text: 4,200 of 12,400 notes · paused')
})

test('searches on while the host finds nothing in a page of the text', async () => {
  await open('#/notes?q=renewal', {
    ...withTexts(),
    'notes.search': ({ from = 9 }) => (from > 7 ? { ...results([]), next: from - 1 } : results(inTexts)),
  })
  await shows('moved the renewal')
  expect(app.inputsOf('notes.search').map((input) => Object(input).from)).toEqual([undefined, 8, 7])
})

test.each([
  [{ kind: 'key-rejected' }, 'paused, the key was rejected'],
  [{ kind: 'disk-full' }, 'stopped, the disk is full'],
  [
    { kind: 'limit-reached', changedBefore: '2024-03-12T10:00:00Z' },
    'Limit of 500 MB reached: notes changed before Mar 2024 aren’t searched',
  ],
  [{ kind: 'damaged' }, 'the saved text was damaged and is being read again'],
  [{ kind: 'outdated' }, 'the saved text is from another version of Notehook and is being read again'],
] as const)('explains why some note text is not searched: $kind', async (problem, words) => {
  await open('#/notes?q=renewal', withTexts(aTextStatus({ state: 'stopped', read: 4_120, problem })))
  await shows(`Text: 4,120 of 12,400 notes · ${words}`)
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
    'notes.search': () => results([note('not_budget', 'Annual budget')]),
    ...answers,
  })
}

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
