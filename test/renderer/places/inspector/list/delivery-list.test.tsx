// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import { states as stateWords, verdicts } from '../../../../../renderer/nouns/deliveries/copy.ts'
import { row as copy, list as listCopy, spoken } from '../../../../../renderer/places/inspector/list/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { hostileTexts } from '../../../../support/hostile-text.ts'
import {
  type Answers,
  choose,
  control,
  openApp,
  press,
  shows,
} from '../../../../support/renderer/open-app.tsx'
import { aReceiver, aSend } from '../../../../support/renderer/receiver-samples.ts'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let deliveries: DeliverySummary[]
let titles: Record<string, string | null>
let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  deliveries = [3, 2, 1].map((id) => aDelivery(id, { noteId: noteId(id) }))
  titles = { [noteId(3)]: 'Weekly sync', [noteId(2)]: 'Board preparation' }
})
afterEach(() => app.close())

test('shows the title of a delivery’s note, or its id if the title is unknown', async () => {
  await open()
  await eventually(() =>
    expect(rowTexts().map((text) => text.note)).toEqual(['Weekly sync', 'Board preparation', noteId(1)]),
  )
  expect(labels()[0]).toContain('Weekly sync')
  expect(cell(0, 'note').firstElementChild?.getAttribute('dir'), 'cut at its end').toBe('auto')
  expect(labels()[2], 'it is spoken by its id').toContain(noteId(1))
  expect(cell(2, 'note').querySelector('[title]')?.getAttribute('title')).toBe(noteId(1))
  expect(app.inputsOf('notes.titles'), 'all in one call').toEqual([{ ids: [1, 2, 3].map(noteId) }])
})

test('updates a row with the title of a note that is indexed later', async () => {
  await open()
  await eventually(() => expect(rowTexts()[0]?.note).toBe('Weekly sync'))
  titles = { ...titles, [noteId(1)]: 'Retrospective', [noteId(3)]: 'Weekly sync, moved', [noteId(4)]: 'New' }
  await app.tell({ name: 'notes.index-changed', data: indexStatus })
  await eventually(() =>
    expect(rowTexts().map((text) => text.note)).toEqual([
      'Weekly sync, moved',
      'Board preparation',
      'Retrospective',
    ]),
  )
  await app.tell({ name: 'deliveries.received', data: aDelivery(4, { noteId: noteId(4) }) })
  await eventually(() => expect(rowTexts()[0]?.note).toBe('New'))
})

test('shows a placeholder while a note’s title is being read', async () => {
  titles = { [noteId(3)]: null, [noteId(2)]: null, [noteId(1)]: null }
  await open()
  const bones = () => [0, 1, 2].map((row) => cell(row, 'note').querySelector('.bone') !== null)
  await eventually(() => expect(app.inputsOf('notes.titles')).toHaveLength(1))
  await eventually(() => expect(bones()).toEqual([true, true, true]))
  expect(rowTexts().map((text) => text.note)).toEqual(['', '', ''])
  titles = { [noteId(3)]: 'Weekly sync', [noteId(1)]: null }
  await app.tell({ name: 'notes.index-changed', data: indexStatus })
  await eventually(() => expect(rowTexts().map((text) => text.note)).toEqual(['Weekly sync', noteId(2), '']))
  titles = { ...titles, [noteId(2)]: null }
  await app.tell({ name: 'notes.index-changed', data: indexStatus })
  await eventually(() => expect(app.inputsOf('notes.titles')).toHaveLength(3))
  await wait(50)
  expect(bones(), 'an id does not become a placeholder again').toEqual([false, false, true])
})

test('shows a hostile note title as text', async () => {
  titles = { [noteId(3)]: hostileTexts.join(' ') }
  await open()
  await eventually(() => expect(rowTexts()[0]?.note).toContain('<script>'))
  expect(document.querySelector('script, img, iframe, object, embed, [onload], [onerror], b > b')).toBeNull()
  expect(rowTexts()[0]?.note).toContain('U+202E')
})

test('shows the time, event, endpoint and status of deliveries in columns', async () => {
  const at = new Date()
  at.setMilliseconds(204)
  deliveries = [
    aDelivery(4, { firstReceivedAt: at.toISOString(), attempts: 3 }),
    aDelivery(3, { verdict: 'signature-mismatch', eventType: null, noteId: null, status: 401 }),
    aDelivery(2, { status: 404 }),
    aDelivery(1, { verdict: 'no-secret', status: 503, eventType: null, noteId: null }),
    aDelivery(0, { verdict: 'stale', status: 401, eventType: null, noteId: null }),
  ]
  await open({ 'endpoints.list': () => [anEndpoint({ label: 'CI sandbox' })] })
  await eventually(() => expect(rowTexts()[0]?.endpoint).toBe('CI sandbox'))
  const [first, second] = rowTexts()
  expect(first).toMatchObject({ event: 'note.edited', status: 'Attempt 3 200' })
  expect(first?.time).toBe(`${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}.204`)
  expect(second).toMatchObject({ event: '–', note: 'Not verified: mismatch', status: 'Mismatch 401' })
  const { note } = rowTexts()[4] ?? {}
  expect(note, 'its signature is valid, so its payload was read').toBe(copy.unknown)
  expect(second?.time, 'the day, where it is not today').toMatch(/^\d+\/\d+\/\d+$|^\w+ \d+ \d\d:\d\d$/)
  expect(states()).toEqual([
    ['ok', stateWords.onAttempt(3)],
    ['danger', stateWords.notVerified(verdicts['signature-mismatch'].label.toLowerCase())],
    ['danger', stateWords.failed],
    ['warn', stateWords.notVerified(verdicts['no-secret'].label.toLowerCase())],
    ['warn', stateWords.notVerified(verdicts.stale.label.toLowerCase())],
  ])
})

test('updates the last responses in all rows with a single query', async () => {
  const receiver = aReceiver({ name: 'Laptop', live: true })
  const failed = aSend(7, { deliveryId: 2, cause: 'live', mode: 'live', status: 500 })
  const [waits, refused] = [4, 5].map((id) => aDelivery(id, { noteId: noteId(id) }))
  deliveries = [
    ...(refused ? [{ ...refused, verdict: 'signature-mismatch', status: 401 } as const] : []),
    ...(waits ? [waits] : []),
    ...deliveries,
  ]
  await open({
    'receivers.list': () => [receiver],
    'receivers.results': () => ({
      sends: [failed],
      pending: [{ deliveryId: 4, receiverId: receiver.id, why: 'No connection' }],
    }),
  })
  const results = () => rows().map((row) => row.querySelector('.receiver')?.textContent)
  await eventually(() => expect(results()).toEqual(['–', 'Waiting', '–', '50029 ms', '–']))
  expect(
    states().map(([tone]) => tone),
    'Notehook’s own verdict comes first',
  ).toEqual(['danger', 'ok', 'ok', 'warn', 'ok'])
  expect(labels()[1]).toContain('Laptop: waiting to be sent (No connection)')
  expect(labels()[3]).toContain('Laptop: 500')
  expect(app.inputsOf('receivers.results')).toEqual([{ deliveryIds: [5, 4, 3, 2, 1] }])
  const told = (id: number, parts: Parameters<typeof aSend>[1]) =>
    app.tell({ name: 'receivers.sent', data: aSend(id, parts) })
  const problem = { code: 'no-connection', sentence: 'Nothing accepts connections there.' } as const
  await told(8, { deliveryId: 3, cause: 'live', status: null, problem })
  await told(9, { deliveryId: 4, cause: 'waiting', status: 302 })
  await told(10, { deliveryId: 2, cause: 'user', status: 204, verdict: 'fixed' })
  await told(11, { deliveryId: 2, cause: 'user', status: 400, mode: 'edited', simulated: true })
  await eventually(() => expect(results()).toEqual(['–', '30229 ms', 'Down', '20429 ms', '–']))
  expect(states().map(([tone]) => tone)).toEqual(['danger', 'warn', 'warn', 'ok', 'ok'])
})

test('shows the column of results only if a receiver forwards from an endpoint in the list', async () => {
  const receiver = aReceiver({
    live: true,
    rules: { ...aReceiver().rules, endpointIds: ['whe_Bbbbbbbbbbbbb2'] },
  })
  let receivers = [receiver, aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2' })]
  await open({ 'receivers.list': () => receivers })
  const head = () => document.querySelector('[data-receivers]') !== null
  await eventually(() => expect(rows()).toHaveLength(3))
  expect(head()).toBe(false)
  receivers = [{ ...receiver, rules: aReceiver().rules }]
  await app.tell({ name: 'receivers.changed', data: {} })
  await eventually(() => expect(head()).toBe(true))
})

test('shows the pane beside the list only while a delivery is open', async () => {
  await open()
  expect(document.querySelector('[role=separator]'), 'the list has the whole width').toBeNull()
  rows()[1]?.click()
  await eventually(() => expect(document.querySelector('#delivery-detail')).not.toBeNull())
  expect(control('separator', 'Width of the detail').getAttribute('aria-valuenow')).toBe('456')
  rows()[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  await eventually(() => expect(document.querySelector('#delivery-detail')).toBeNull())
  expect(document.querySelector('[role=separator]')).toBeNull()
})

test('the arrow keys open the previous or next delivery', async () => {
  await open()
  const list = await focusList()
  await key('j')
  await wait(400)
  expect(opened(), 'moving opens nothing by itself').toBeNull()
  await key('Enter')
  await eventually(() => expect(opened()).toBe('2'))
  await eventually(() => expect(document.activeElement?.id).toBe('delivery-detail'))
  await focusList()
  await key('ArrowDown')
  await eventually(() => expect(opened(), 'an open one follows').toBe('1'))
  expect(document.activeElement).toBe(list)
  await key('ArrowRight')
  await eventually(() => expect(document.activeElement?.id).toBe('delivery-detail'))
})

test('selects several deliveries with Space, X, Shift and Ctrl', async () => {
  await open({
    'deliveries.remove': ({ ids }) => ({ removed: ids.length, spared: 0 }),
    'exports.start-deliveries': () => ({ jobId: 'job-1' }),
  })
  await focusList()
  await key('x')
  await shows('1 selected')
  await key('ArrowDown', { shiftKey: true })
  await shows('2 selected')
  await key(' ')
  await shows('1 selected')
  rows()[2]?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }))
  await shows('2 selected')
  expect(opened(), 'selecting opens nothing').toBeNull()
  expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['true', 'false', 'true'])

  await press('button', 'Export selected…')
  await shows('2 deliveries')
  await press('button', /^Export$/)
  await eventually(() =>
    expect(app.inputsOf('exports.start-deliveries')).toEqual([
      expect.objectContaining({ filter: { ids: [3, 1] } }),
    ]),
  )
  await press('button', 'Delete selected…')
  await shows('Delete 2 deliveries?')
  await press('button', 'Delete 2 deliveries')
  await eventually(() =>
    expect(app.inputsOf('deliveries.remove')).toEqual([{ ids: [3, 1], starredToo: true }]),
  )
  await eventually(() => expect(document.body.textContent).not.toContain('selected'))
})

test('deselects a delivery that another client deletes', async () => {
  await open()
  await focusList()
  await key('x')
  await key('ArrowDown', { shiftKey: true })
  await shows('2 selected')
  deliveries = deliveries.slice(1)
  await app.tell({ name: 'deliveries.removed', data: {} })
  await shows('1 selected')
})

test('exports only the deliveries that the user selected', async () => {
  await open({ 'exports.start-deliveries': () => ({ jobId: 'job-1' }) })
  await focusList()
  await key('x')
  await press('button', listCopy.exportSelected(1))
  await shows('1 delivery')
  await press('button', /^Export$/)
  await eventually(() =>
    expect(app.inputsOf('exports.start-deliveries')).toEqual([
      expect.objectContaining({ filter: { ids: [3] } }),
    ]),
  )
  await focusList()
  await key('x')
  control('button', listCopy.export)
})

test('selecting a second delivery also selects the open delivery', async () => {
  await open()
  const isSelected = () => rows().map((row) => row.getAttribute('aria-selected') === 'true')
  rows()[0]?.click()
  await eventually(() => expect(rows()[0]?.getAttribute('aria-current')).toBe('true'))
  rows()[2]?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }))
  await eventually(() => expect(isSelected()).toEqual([true, false, true]))
  rows()[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }))
  await eventually(() => expect(isSelected()).toEqual([false, false, true]))
})

test('Shift-click compares a delivery with the open one', async () => {
  await open()
  rows()[0]?.click()
  await eventually(() => expect(opened()).toBe('3'))
  rows()[2]?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }))
  await eventually(() => expect([opened(), search().get('compare')]).toEqual(['1', '3']))
  await eventually(() => expect(document.querySelector('article[aria-label=Comparison]')).not.toBeNull())
  expect(document.body.textContent).not.toContain('selected')
})

test('compares the two selected deliveries when the user requests it', async () => {
  await open()
  await focusList()
  await key('x')
  await key('ArrowDown', { shiftKey: true })
  await shows('2 selected')
  await press('button', 'Compare')
  await eventually(() => expect([opened(), search().get('compare')]).toEqual(['3', '2']))
})

test('adds no new deliveries while the pointer is over a row or pressed', async () => {
  await open()
  const over = rows()[0]?.closest('section > div')
  pointer(over, 'pointermove')
  await app.tell({ name: 'deliveries.received', data: aDelivery(4) })
  await shows('1 new')
  expect(rows()).toHaveLength(3)
  pointer(over, 'pointerdown')
  pointer(over, 'pointerout')
  await wait(20)
  expect(rows(), 'a row is pressed').toHaveLength(3)
  pointer(document.body, 'pointerup')
  await eventually(() => expect(rows()).toHaveLength(4))
  expect(document.body.textContent).not.toContain('1 new')
})

test('after a key press in the list, adds no new deliveries until the focus leaves it', async () => {
  await open()
  await focusList()
  await key('ArrowDown')
  await app.tell({ name: 'deliveries.received', data: aDelivery(4) })
  await shows('1 new')
  expect(rows()).toHaveLength(3)
  control('button', /1 new/).focus()
  await wait(20)
  expect(rows(), 'the button is in the list').toHaveLength(3)
  control('combobox', /Filter/).focus()
  await eventually(() => expect(rows()).toHaveLength(4))
})

test('adds no new deliveries right after Escape closes the open delivery', async () => {
  await open()
  await focusList()
  rows()[1]?.click()
  await eventually(() => expect(opened()).toBe('2'))
  await key('Escape')
  await eventually(() => expect(opened()).toBeNull())
  await app.tell({ name: 'deliveries.received', data: aDelivery(4) })
  await shows('1 new')
  expect(rows()).toHaveLength(3)
})

test('shows new deliveries after the last row of a list that was not updating is deleted', async () => {
  let stored = [aDelivery(1)]
  await open({ 'deliveries.list': () => ({ deliveries: stored, hasMore: false }) })
  await focusList()
  await key('ArrowDown')
  stored = []
  await app.tell({ name: 'deliveries.removed', data: {} })
  await eventually(() => expect(document.querySelector('[role=option]')).toBeNull())
  stored = [aDelivery(4)]
  await app.tell({ name: 'deliveries.received', data: aDelivery(4) })
  await eventually(() => expect(rows()).toHaveLength(1))
})

test('adds no new deliveries to the list while one is open or the user has paused it', async () => {
  await open()
  rows()[1]?.click()
  await eventually(() => expect(opened()).toBe('2'))
  await app.tell({ name: 'deliveries.received', data: aDelivery(4) })
  await shows('1 new')
  location.hash = '#/inspector'
  await eventually(() => expect(rows()).toHaveLength(4))
  await choose(listCopy.more, listCopy.pause)
  await shows('List paused')
  await app.tell({ name: 'deliveries.received', data: aDelivery(5) })
  await shows('1 new')
  await choose(listCopy.more, listCopy.resume)
  await eventually(() => expect(rows()).toHaveLength(5))
})

test('marks a row that no longer matches the filter while the list is not updating', async () => {
  deliveries = deliveries.map((one) => ({ ...one, status: 503 }))
  app = await openApp('#/inspector?q=status:retrying', {
    'deliveries.list': () => ({ deliveries, hasMore: false }),
    'deliveries.get': ({ id }) => aWholeDelivery(id),
  })
  await shows('3 deliveries')
  rows()[0]?.click()
  await eventually(() => control('button', 'Close'))
  const [, second] = deliveries
  if (!second) throw new Error('There are three.')
  await app.tell({ name: 'deliveries.received', data: { ...second, status: 200, attempts: 2 } })
  await shows(`3 deliveries. ${listCopy.left(1)}`)
  const left = rows().filter((row) => row.getAttribute('aria-label')?.includes(spoken.left))
  expect(left).toHaveLength(1)
  expect(left[0]).toBe(rows()[1])
})

test('shows placeholders while older deliveries load', async () => {
  let answer = () => {}
  const waiting = new Promise<void>((resolve) => {
    answer = resolve
  })
  await open({
    'deliveries.list': async ({ q }) => {
      if (q !== undefined) await waiting
      return { deliveries, hasMore: false }
    },
  })
  location.hash = '#/inspector?q=type:note.edited'
  await wait(500)
  expect(rows(), 'rows stay while the next filter is read').toHaveLength(3)
  const busy = document.querySelector('main [aria-busy]')
  expect(busy?.getAttribute('role'), 'dimmed, and not replaced by bones').toBe('listbox')
  answer()
  await app.close()

  const slow = new Promise<never>(() => {})
  app = await openApp('#/inspector', { 'deliveries.list': () => slow })
  await eventually(() =>
    expect(document.querySelectorAll('main [aria-busy] [class*=bone]').length).toBeGreaterThan(20),
  )
})

const noteId = (id: number) => `not_Aaaaaaaaaaaaa${id}`
const two = (value: number) => String(value).padStart(2, '0')
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const search = () => new URLSearchParams(location.hash.split('?')[1])
const opened = () => search().get('delivery')

const rows = () => [...control('listbox', 'Deliveries').querySelectorAll<HTMLElement>('[role=option]')]
const labels = () => rows().map((row) => row.getAttribute('aria-label') ?? '')
const columns = ['state', 'time', 'event', 'note', 'endpoint', 'status'] as const

function cell(row: number, column: (typeof columns)[number]): Element {
  const cells = rows()[row]?.lastElementChild?.children
  const found = cells?.[columns.indexOf(column)]
  if (!found) throw new Error(`There is no ${column} in row ${row}.`)
  return found
}

const rowTexts = () =>
  rows().map((_, row) => {
    const text = (column: (typeof columns)[number]) => cell(row, column).textContent
    return {
      time: text('time'),
      event: text('event'),
      note: text('note'),
      endpoint: text('endpoint'),
      status: text('status'),
    }
  })

const states = () =>
  rows().map((_, row) => {
    const state = cell(row, 'state') as HTMLElement
    return [state.dataset.tone, state.title]
  })

async function key(name: string, how: { readonly shiftKey?: boolean } = {}): Promise<void> {
  const target = document.activeElement ?? document.body
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...how }))
  await wait(0)
}

async function focusList(): Promise<HTMLElement> {
  const list = control('listbox', 'Deliveries')
  list.focus()
  await wait(0)
  return list
}

function pointer(target: Element | null | undefined, type: string) {
  target?.dispatchEvent(new MouseEvent(type, { bubbles: true, relatedTarget: document.body }))
}

const indexStatus: IndexStatus = {
  state: 'resting',
  workspaceId: 'sandbox',
  notes: 3,
  run: null,
  completeAsOf: '2026-01-01T00:00:00Z',
  incomplete: null,
  problem: null,
  folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: null },
}

async function open(answers: Answers = {}) {
  app = await openApp(
    '#/inspector',
    {
      'endpoints.list': () => [anEndpoint()],
      'deliveries.list': () => ({ deliveries, hasMore: false }),
      'deliveries.get': ({ id }) => aWholeDelivery(id),
      'notes.titles': ({ ids }) =>
        ids.flatMap((id) => (titles[id] === undefined ? [] : [{ id, title: titles[id] }])),
      ...answers,
    },
    1000,
  )
  await eventually(() => expect(rows().length).toBeGreaterThan(0))
}
