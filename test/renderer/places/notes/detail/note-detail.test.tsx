// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Note, Transcript } from '#shared/notes/model.ts'
import { eventually } from '../../../../support/eventually.ts'
import { hostileTexts } from '../../../../support/hostile-text.ts'
import {
  type Answers,
  choose,
  control,
  openApp,
  press,
  shows,
  type,
} from '../../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aTextStatus } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>

afterEach(() => app.close())

const id = 'not_Aaaaaaaaaaaaa1'
const folder = (folderId: string, name: string, parentFolderId: string | null = null) => ({
  id: folderId,
  name,
  parentFolderId,
  spaceId: null,
})
const tree = {
  spaces: [],
  folders: [folder('fol_top', 'Product'), folder('fol_low', 'Planning', 'fol_top')],
  asOf: '2026-03-01T10:00:00Z',
  incomplete: null,
  unreadable: 0,
}
const aNote = (parts: Partial<Note> = {}): Note => ({
  id,
  title: 'Annual budget',
  owner: { name: 'Mara Lindqvist', email: 'mara.lindqvist@example.com' },
  createdAt: '2026-03-01T10:00:00Z',
  updatedAt: '2026-03-02T10:00:00Z',
  summaryMarkdown: '**What was said**',
  summaryText: null,
  privateNotesMarkdown: null,
  privateNotesText: null,
  attendees: [],
  calendarEvent: null,
  folders: [],
  webUrl: null,
  unknown: '{}',
  ...parts,
})

async function open(note: Note | (() => Note), tab = '', answers: Answers = {}) {
  app = await openApp(`#/notes?note=${id}${tab === '' ? '' : `&tab=${tab}`}`, {
    'notes.page': () => ({ items: [], cursor: null, unreadable: 0, incomplete: null }),
    'notes.get': () => (typeof note === 'function' ? note() : note),
    'notes.find': () => ({ note: null }),
    ...answers,
  })
}

test('closing a note that was opened from Missed events returns there', async () => {
  await open(aNote(), 'summary&missed=whe_Aaaaaaaaaaaaa1')
  await shows('Annual budget')
  await press('button', 'Back to the list')
  await eventually(() => expect(location.hash).toBe('#/missed?endpoint=whe_Aaaaaaaaaaaaa1'))
})

test('shows a note’s summary and owner, with links to its folders', async () => {
  await open(aNote({ folders: [folder('fol_low', 'Planning', 'fol_top')] }), '', {
    'notes.known-folders': () => tree,
  })
  await shows('What was said')
  await shows('Product / Planning')
  expect(control('link', 'Product / Planning').getAttribute('href')).toContain(`folder=fol_low&note=${id}`)
})

test('distinguishes a note in no folder, in unknown folders and in a folder that is not listed', async () => {
  await open(aNote({ folders: [] }))
  await shows('No folder visible to your key')
  await app.close()
  await open(aNote({ folders: null }))
  await shows('Folder unknown')
  await app.close()
  await open(aNote({ folders: [folder('fol_lost', 'Lost')] }))
  await shows('Lost (not listed)')
})

test('shows a placeholder for an unnamed folder in the path of a note', async () => {
  const low = folder('fol_low', ' ', 'fol_top')
  await open(aNote({ folders: [low] }), '', {
    'notes.known-folders': () => ({ ...tree, folders: [folder('fol_top', 'Product'), low] }),
  })
  await shows('Product / Untitled folder')
})

test('shows a note that has no summary but unknown fields', async () => {
  await open(aNote({ summaryMarkdown: null, summaryText: ' ' }))
  await shows('No summary')
  await app.close()
  await open(aNote({ unknown: '{"mood":"bright"}' }), 'details')
  await shows('bright')
  control('button', 'Copy other fields')
})

test('shows hostile text in every field of a note as text', async () => {
  const text = hostileTexts.join(' ')
  await open(
    aNote({
      title: text,
      owner: { name: text, email: text },
      summaryMarkdown: text,
      privateNotesText: text,
      attendees: [{ name: text, email: text }],
      folders: [folder('fol_x', text)],
      unknown: JSON.stringify({ [text]: text }),
    }),
  )
  await shows('Private notes')
  expect(document.querySelector('script, img, iframe, object, embed, [onload], [onerror]')).toBeNull()
  expect(document.querySelector('main a[href^="javascript"]')).toBeNull()
})

test('copies a note in every format without its private notes', async () => {
  const copied: string[] = []
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
  const link = 'https://notes.example.com/n/1'
  const odd = String.raw`"10": 1.0,\n  "2": 12345678901234567890,\n  "2": "\u00e9\/"`.replaceAll('\\n', '\n')
  const unknown = `{${odd},"mood":"bright","private_notes_blocks":["secret"],"summary_text":5}`
  await open(aNote({ privateNotesText: 'secret', webUrl: link, unknown }))
  await shows('What was said')
  for (const format of ['Markdown', 'JSON', 'ID', 'Link']) await choose(/^Copy as/, format)
  await eventually(() => expect(copied).toHaveLength(4))
  const [markdown = '', json = '', ...others] = copied
  expect(markdown).toMatch(/^# Annual budget\n/)
  expect(json).toContain(odd)
  expect(json.match(/"summary_text"/g)).toHaveLength(1)
  expect(JSON.parse(json)).toMatchObject({
    id,
    created_at: '2026-03-01T10:00:00Z',
    summary_markdown: '**What was said**',
    folder_membership: [],
    mood: 'bright',
  })
  expect(others).toEqual([id, link])
  expect(copied.join()).not.toContain('secret')
})

test('shows the meeting of a note and its last events', async () => {
  const other = anEndpoint({ id: 'whe_Bbbbbbbbbbbbb2', url: 'https://other.example.com/in' })
  const at = (hour: number) => new Date(2025, 10, 19, hour, 10).toISOString()
  const calendarEvent = {
    title: null,
    organiser: null,
    invitees: [],
    scheduledStart: at(9),
    scheduledEnd: at(10),
  }
  await open(aNote({ calendarEvent, attendees: [{ name: 'Tomás Herrera', email: '' }] }), '', {
    'endpoints.list': () => [anEndpoint(), other],
    'deliveries.list': () => ({
      deliveries: [
        aDelivery(3, { endpointId: other.id, eventType: 'note.access_granted' }),
        aDelivery(2),
        aDelivery(1, { eventType: 'note.generated' }),
      ],
      hasMore: false,
    }),
  })
  await shows(/Nov 19, 2025, 09:10.+10:10/)
  await shows('Attendees: Tomás Herrera')
  const rows = await eventually(() => {
    const found = [...document.querySelectorAll('section[aria-labelledby=sent-to] li')]
    expect(found).toHaveLength(2)
    return found.map(({ textContent }) => textContent)
  })
  expect(rows[0]).toMatch(/other\.example\.com\/in.*note\.access_granted/)
  expect(rows[1]).toMatch(/hooks\.example\.com.*note\.edited/)
  expect(control('link', 'Show in Inspector').getAttribute('href')).toContain(`q=note%3A${id}`)
})

test('loads a note’s transcript on request and searches it', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => ({
    speaker: at % 2 ? 'Ana' : 'Kim',
    text: `Sentence ${at}`,
    start: at * 75,
    end: null,
  }))
  await open(aNote(), 'transcript', { 'notes.transcript': () => ({ lines, unreadable: 1 }) })
  await shows('Transcript not loaded')
  expect(app.inputsOf('notes.transcript')).toEqual([])
  await press('button', 'Load transcript')
  await shows('Sentence 39')
  await shows('40 lines')
  await shows('1 line left out: unreadable.')
  await shows('48:45')
  await type('Search transcript', 'ana 39')
  await shows('1 line of 40')
  expect(document.body.textContent).not.toContain('Sentence 38')
})

test('the user can cancel a slow request for a transcript', async () => {
  let answer: (transcript: Transcript) => void = () => {}
  await open(aNote(), 'transcript', {
    'notes.transcript': () => new Promise<Transcript>((resolve) => (answer = resolve)),
  })
  await shows('Transcript not loaded')
  await press('button', 'Load transcript')
  await shows('Loading transcript. Long ones take a while.')
  await press('button', 'Cancel')
  await shows('Transcript not loaded')
  await eventually(() => expect(app.isCanceled('notes.transcript')).toBe(true))
  await press('button', 'Load transcript')
  await eventually(() => expect(app.inputsOf('notes.transcript')).toHaveLength(2))
  answer({ lines: [{ speaker: null, text: 'At last', start: null, end: null }], unreadable: 0 })
  await shows('At last')
})

test.each<readonly [string, Answers, RegExp]>([
  [
    'is too large',
    {
      'notes.transcript': () => {
        throw new AppError('too-large', 'This transcript is too large to be sent.', { status: 413 })
      },
    },
    /too large to be sent/,
  ],
  [
    'is not sent',
    { 'notes.transcript': () => ({ lines: null, unreadable: 0 }) },
    /There is none, or your key can’t see it/,
  ],
  ['is empty', { 'notes.transcript': () => ({ lines: [], unreadable: 0 }) }, /Empty transcript/],
])('explains why no transcript is shown if it %s', async (_what, answers, words) => {
  await open(aNote(), 'transcript', answers)
  await shows('Transcript not loaded')
  await press('button', 'Load transcript')
  await shows(words)
})

/** Returns the n-th part of a transcript, with two lines each. */
const aPart = (at: number, cursor: string | null): Transcript => ({
  lines: [0, 1].map((line) => ({ speaker: 'Ana', text: `Part ${at} line ${line}`, start: null, end: null })),
  unreadable: at === 1 ? 1 : 0,
  part: { cursor, incomplete: null },
})

test('keeps the parts of a transcript that were loaded before the user stopped', async () => {
  let answer: (transcript: Transcript) => void = () => {}
  await open(aNote(), 'transcript', {
    'notes.transcript': ({ cursor }) =>
      cursor === '3'
        ? new Promise<Transcript>((resolve) => (answer = resolve))
        : aPart(Number(cursor ?? 1), String(Number(cursor ?? 1) + 1)),
  })
  await shows('Transcript not loaded')
  await press('button', 'Load transcript')
  await shows('Part 1 line 0')
  await shows('Part 2 line 1')
  await shows('4 lines so far')
  await shows('1 line left out')
  await shows(/4 lines loaded….*Stop/)
  await press('button', 'Stop')
  await shows('Loading stopped. There are more lines.')
  expect(document.body.textContent).toContain('Part 2 line 1')
  await eventually(() => expect(app.isCanceled('notes.transcript')).toBe(true))
  await press('button', 'Load more')
  await eventually(() =>
    expect(app.inputsOf('notes.transcript')).toEqual([
      { id },
      { id, cursor: '2' },
      { id, cursor: '3' },
      { id, cursor: '3' },
    ]),
  )
  answer(aPart(3, null))
  await shows('Part 3 line 1')
  await shows('6 lines')
  await eventually(() => expect(document.body.textContent).not.toContain('so far'))
})

test('keeps the parts of a transcript that were loaded before a later part failed', async () => {
  let fails = true
  await open(aNote(), 'transcript', {
    'notes.transcript': ({ cursor }) => {
      if (cursor !== undefined && fails) throw new AppError('unreachable', 'The service cannot be reached.')
      return aPart(Number(cursor ?? 1), cursor === undefined ? '2' : null)
    },
  })
  await shows('Transcript not loaded')
  await press('button', 'Load transcript')
  await shows('The service cannot be reached.')
  await shows('Part 1 line 1')
  fails = false
  await press('button', 'Try again')
  await shows('Part 2 line 1')
  await eventually(() => expect(document.body.textContent).not.toContain('cannot be reached'))
})

test.each([
  ['the same cursor again', (at: number) => aPart(at, 'same'), 'repeated a cursor'],
  ['the first part repeatedly', (at: number) => aPart(1, `c${at}`), 'repeated items'],
  ['only empty parts', (at: number) => ({ ...aPart(at, `c${at}`), lines: [] }), 'repeated items'],
])('stops loading a transcript if the service sends %s', async (_what, part, words) => {
  let asked = 0
  await open(aNote(), 'transcript', {
    'notes.transcript': () => {
      asked += 1
      // A page that never stops would send requests forever, and the test would never end.
      if (asked > 10) return new Promise(() => {})
      return asked === 1 ? aPart(1, 'c') : part(asked)
    },
  })
  await shows('Transcript not loaded')
  await press('button', 'Load transcript')
  await shows(words)
  expect(asked).toBeLessThan(6)
})

test('lists the deliveries of a note with their endpoints', async () => {
  const other = anEndpoint({ id: 'whe_Bbbbbbbbbbbbb2', url: 'https://other.example.com/in' })
  await open(aNote(), 'endpoints', {
    'endpoints.list': () => [anEndpoint(), other],
    'deliveries.list': ({ noteId }) => ({
      deliveries:
        noteId === id
          ? [
              aDelivery(3, { occurredAt: '2026-03-01T12:00:00Z', endpointId: other.id, attempts: 2 }),
              aDelivery(2, {
                occurredAt: '2026-03-01T12:00:00Z',
                firstReceivedAt: '2026-03-01T12:00:04Z',
              }),
              aDelivery(1, { eventType: 'note.access_granted', occurredAt: '2026-03-01T11:00:00Z' }),
            ]
          : [],
      hasMore: false,
    }),
  })
  await shows('Received by hooks.example.com/hooks/abc')
  const names = [...document.querySelectorAll('article ol > li')].map((item) => item.textContent)
  expect(names.map((name) => /Last updated|Summary edited|Shared|Created/.exec(name ?? '')?.[0])).toEqual([
    'Last updated',
    'Summary edited',
    'Shared',
    'Created',
  ])
  expect(names[1]).toMatch(/hooks\.example\.com.*4 s later.*other\.example\.com\/in.*2 attempts/)
  expect(control('link', /^Received by other/).getAttribute('href')).toContain('#/inspector?delivery=3')
})

test('adds a new event to the history of its note', async () => {
  await open(aNote(), 'endpoints')
  await shows('No endpoints yet')
  expect(app.inputsOf('notes.get')).toHaveLength(1)
  await app.tell({ name: 'deliveries.received', data: aDelivery(9) })
  await shows('Summary edited')
  await eventually(() => expect(app.inputsOf('notes.get')).toHaveLength(2))
})

test('explains for every endpoint whether it is notified of the note', async () => {
  await open(aNote(), 'endpoints', {
    'endpoints.list': () => [
      anEndpoint({ id: 'whe_no', url: 'https://off.example.com/', enabled: false }),
      anEndpoint({ id: 'whe_unknown', url: 'https://public.example.com/', scopes: ['public'] }),
      anEndpoint({ id: 'whe_yes', url: 'https://own.example.com/' }),
    ],
  })
  await shows('own.example.com')
  expect(control('tab', 'Endpoints').getAttribute('aria-selected')).toBe('true')
  const headings = [...document.querySelectorAll('[role=tabpanel] h3')].map(({ textContent }) => textContent)
  expect(headings, 'the answer comes before the history').toEqual(['Endpoints', 'History'])
  const items = [...document.querySelectorAll('section[aria-labelledby=matching-endpoints] li')].map(
    ({ textContent }) => textContent,
  )
  expect(items[0]).toMatch(/^own\.example\.com Yes\..*The endpoint’s creator, Mara Lindqvist, owns this note/)
  expect(items[1]).toMatch(/^public\.example\.com Maybe\..*doesn’t say if this is one/)
  expect(items[2]).toMatch(/^off\.example\.com No\..*It’s disabled/)
})

test('shows an endpoint as notified of a note once a delivery of the note is verified', async () => {
  const endpointId = 'whe_Public00000001'
  await open(aNote({ owner: null }), 'endpoints', {
    'endpoints.list': () => [
      anEndpoint({ id: endpointId, url: 'https://public.example.com/' }),
      anEndpoint({ id: 'whe_Other000000001', url: 'https://other.example.com/' }),
    ],
    'deliveries.list': () => ({
      deliveries: [
        aDelivery(2, { endpointId: 'whe_Other000000001', verdict: 'stale' }),
        aDelivery(1, { endpointId }),
      ],
      hasMore: false,
    }),
  })
  await shows('It received the note’s last event.')
  const items = [...document.querySelectorAll('section[aria-labelledby=matching-endpoints] li')].map(
    ({ textContent }) => textContent,
  )
  expect(items[0]).toMatch(/^public\.example\.com Yes\..*It received the note’s last event\..*last event/)
  expect(items[1], 'what is not verified proves nothing').toMatch(/^other\.example\.com Maybe\./)
})

test.each([
  [{ read: 2, total: 2 }, 'whole', 'as of', 'Yes', 'No'],
  [{ read: 1, total: 2 }, 'part', 'incomplete so far', 'Yes', 'Maybe'],
  [{ read: 2, total: 2 }, 'old', /Folders as of .*, before the note changed/, 'Maybe', 'Maybe'],
] as const)(
  'shows a note’s folders from the index if the service omits them',
  async (coverage, certainty, words, inside, outside) => {
    const status = {
      ...{
        state: 'resting' as const,
        workspaceId: 'sandbox',
        notes: 1,
        run: null,
        incomplete: null,
        problem: null,
      },
      completeAsOf: '2026-03-01T11:00:00Z',
      folders: { ...coverage, asOf: '2026-03-01T11:00:00Z', listedAt: '2026-03-01T10:00:00Z', problem: null },
    }
    await open(aNote({ folders: null }), 'endpoints', {
      'notes.known-folders': () => tree,
      'notes.index-status': () => status,
      'notes.folders-of': ({ ids }) =>
        ids.map((note) => ({ id: note, folders: [{ id: 'fol_low', name: 'Planning' }], certainty })),
      'endpoints.list': () => [
        anEndpoint({ id: 'whe_in', url: 'https://in.example.com/', folderIds: ['fol_top'] }),
        anEndpoint({ id: 'whe_out', url: 'https://out.example.com/', folderIds: ['fol_side'] }),
      ],
    })
    await shows('Product / Planning')
    await shows('in.example.com')
    await shows(words)
    expect(document.body.textContent).not.toContain('Folder unknown')
    const how = [...document.querySelectorAll('header li, li')].find((it) => it.textContent?.startsWith('('))
    expect(how?.textContent).not.toMatch(/\s\)/)
    expect([how?.childNodes.length, how?.children.length], 'no gap inside the brackets').toEqual([1, 1])
    const items = [...document.querySelectorAll('section[aria-labelledby=matching-endpoints] li')].map(
      ({ textContent }) => textContent,
    )
    expect(items[0]).toMatch(new RegExp(`^in.example.com ${inside}.* in its folder “Product”`))
    expect(items[0]).toMatch(/Folders (as of|incomplete)/)
    expect(items[0]).toMatch(words)
    expect(items[1]).toMatch(new RegExp(`^out.example.com ${outside}`))
  },
)

test.each(['not_1/x', '../secrets', 'not_1 copy', '..'])(
  'reports the invalid link to a note “%s” without a request to the service',
  async (bad) => {
    app = await openApp(`#/notes?note=${encodeURIComponent(bad)}`, {
      'notes.page': () => ({ items: [], cursor: null, unreadable: 0, incomplete: null }),
    })
    await shows('Invalid note link')
    expect(document.body.textContent).toContain(`“${bad}”`)
    expect(document.body.textContent).not.toContain('need another look')
    expect(app.inputsOf('notes.get')).toEqual([])
    await press('button', 'Find note')
    await eventually(() => expect(location.hash).toContain('why='))
  },
)

test('explains three possible causes if the service returns 404 for a note', async () => {
  await open(notFound, '', {
    'notes.find': () => ({
      note: { id, title: 'From the index', owner: null, createdAt: null, updatedAt: null },
    }),
  })
  await shows('Not summarized yet.')
  await shows('No access.')
  await shows('Deleted.')
  await shows('From the index')
  expect(document.body.textContent).not.toContain('Retrying in')
})

test('requests a note again after each of its events until the note exists', async () => {
  let looks = 0
  const receivedNow = new Date().toISOString()
  await open(
    () => {
      looks += 1
      return looks < 3 ? notFound() : aNote()
    },
    '',
    {
      'deliveries.list': ({ noteId }) => ({
        deliveries: noteId === id ? [aDelivery(1, { firstReceivedAt: receivedNow })] : [],
        hasMore: false,
      }),
    },
  )
  await shows(/Retrying in [12] s/)
  await shows('What was said')
  expect(looks).toBe(3)
})

test('the user can stop the repeated requests for a note', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  await open(notFound, '', {
    'deliveries.list': () => ({
      deliveries: [aDelivery(1, { firstReceivedAt: new Date().toISOString() })],
      hasMore: false,
    }),
  })
  await shows(/Retrying/)
  await press('button', 'Stop retrying')
  await eventually(() => expect(document.body.textContent).not.toContain('Retrying'))
  vi.useRealTimers()
})

test('still shows the note if refreshing it fails', async () => {
  let reads = 0
  await open(() => {
    reads += 1
    if (reads > 1) throw new AppError('unreachable', 'The service cannot be reached.')
    return aNote()
  })
  await shows('What was said')
  await choose('More actions', /^Refresh note$/)
  await shows('The service cannot be reached.')
  expect(document.body.textContent).toContain('What was said')
})

function notFound(): never {
  throw new AppError('not-found', 'Note not found.', { status: 404 })
}

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'])(
  'shows an event of the type %s like an event of an unknown type',
  async (eventType) => {
    await open(aNote(), 'endpoints', {
      'deliveries.list': () => ({
        deliveries: [aDelivery(1, { eventType, noteId: id })],
        hasMore: false,
      }),
    })
    await shows('History')
    await shows(new RegExp(`${eventType}.*Received by`))
    expect(document.body.textContent).not.toContain('This part crashed')
  },
)

const readAt = '2025-11-27T10:42:00'
const stored = (): Answers => ({
  'notes.stored': () => ({ note: aNote({ summaryMarkdown: 'Kept words' }), readAt }),
})

test('shows the stored copy of a note while the service is not reachable', async () => {
  let isDown = true
  const read = () => {
    if (isDown) throw new AppError('unreachable', 'The service isn’t reachable.')
    return aNote()
  }
  await open(read, '', stored())
  await shows('Kept words')
  await shows(/Saved copy from Nov 27, 2025, 10:42\..*The service isn’t reachable\./)
  expect(document.querySelector('#note-detail h2')?.textContent).toBe('Annual budget')
  isDown = false
  await press('button', 'Try again')
  await shows('What was said')
  expect(document.body.textContent).not.toContain('Saved copy')
})

test.each(['not-found', 'forbidden', 'refused', 'key-rejected'] as const)(
  'does not show the stored copy of a note after the error %s',
  async (code) => {
    const refuse = () => {
      throw new AppError(code, 'No.')
    }
    await open(refuse, '', stored())
    await eventually(() => expect(app.inputsOf('notes.get')).toHaveLength(1))
    await eventually(() => expect(app.cache.isFetching()).toBe(0))
    expect(app.inputsOf('notes.stored')).toEqual([])
    expect(document.body.textContent).not.toContain('Kept words')
  },
)

test('scrolls to where the search was found in a summary, and marks its words', async () => {
  const marked = new Map<string, readonly Range[]>()
  vi.stubGlobal('Highlight', class extends Array<Range> {})
  vi.stubGlobal('CSS', { highlights: marked })
  // jsdom has no layout, so ranges have no place.
  Object.assign(Range.prototype, {
    getBoundingClientRect(this: Range) {
      const top = this.toString() === 'the' ? 100 : 4_000
      return { top, bottom: top + 18 }
    },
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(Range.prototype, 'getBoundingClientRect')
  })
  const summaryMarkdown = `# Plan\n\nthe start ${'and more '.repeat(20)}\n\nA marathon. We moved *the* **rene**wal date`
  app = await openApp(`#/notes?note=${id}&q=moved+the+renew&in=everything`, {
    'notes.text-status': () => aTextStatus(),
    'notes.search': () => ({ notes: [], events: [], next: null, textsOf: null, asOf: null, complete: true }),
    'notes.get': () => aNote({ summaryMarkdown }),
  })
  await eventually(() => {
    expect(marked.get('found')?.map((range) => range.toString())).toEqual(['moved', 'the', 'renew'])
  })
  const scroller = document.getElementById('note-detail')
  await eventually(() => expect(scroller?.scrollTop).toBe(4_000))
})

test('loads a transcript in which the search was found, and marks its words', async () => {
  const lines = [...Array(300).keys()].map((at) => ({
    speaker: 'Jo Park',
    text: at === 280 ? 'We moved the renewal' : 'the start',
    start: at,
    end: null,
  }))
  app = await openApp(`#/notes?note=${id}&tab=transcript&q=moved+the+renew&in=everything`, {
    'notes.text-status': () => aTextStatus(),
    'notes.search': () => ({ notes: [], events: [], next: null, textsOf: null, asOf: null, complete: true }),
    'notes.get': () => aNote(),
    'notes.transcript': () => ({ lines, unreadable: 0 }),
  })
  await shows('We moved the renewal')
  expect([...document.querySelectorAll('#note-detail mark')].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['moved', 'the', 'renew']),
  )
})
