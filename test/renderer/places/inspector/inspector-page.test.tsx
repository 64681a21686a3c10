// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeliveryDetail, DeliverySummary } from '#shared/deliveries/model.ts'
import { endedMeaning, states } from '../../../../renderer/nouns/deliveries/copy.ts'
import { empty, list as listCopy, noMatch } from '../../../../renderer/places/inspector/list/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import { hostileTexts } from '../../../support/hostile-text.ts'
import { type Answers, choose, control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aTunnel, aWholeDelivery, noName } from '../../../support/renderer/samples.ts'

const listening = {
  state: 'listening',
  origin: 'http://127.0.0.1:8484',
  port: 8484,
  degraded: null,
  clock: null,
} as const

let deliveries: DeliverySummary[]
let whole: DeliveryDetail
let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  deliveries = [aDelivery(2), aDelivery(1, { verdict: 'signature-mismatch', eventType: null, status: 401 })]
  whole = aWholeDelivery(2)
})

afterEach(() => app.close())

test('inserts new deliveries at the top of a live list', async () => {
  await open('#/inspector')
  await app.tell({ name: 'deliveries.received', data: aDelivery(3, { eventType: 'note.generated' }) })
  await eventually(() => expect(rows()[0]).toContain('note.generated'))
  expect(rows()).toHaveLength(3)
})

test('shows the URL of a deleted endpoint in the rows of its deliveries', async () => {
  const endpointUrl = 'https://hooks.example.com/hooks/abcdefghijklmn'
  deliveries = [aDelivery(1, { endpointId: 'whe_Gone0000000001', endpointUrl })]
  await open('#/inspector')
  await eventually(() => expect(rows()[0]).toContain('hooks.example.com/…ijklmn'))
  expect(rows()[0]).not.toContain('not listed')
})

test('shows the last name of a deleted endpoint in the rows of its deliveries', async () => {
  deliveries = [
    aDelivery(1, { endpointId: 'whe_Gone0000000001', endpointUrl: 'https://hooks.example.com/in' }),
  ]
  await open('#/inspector', {
    'endpoints.labels': () => [{ id: 'whe_Gone0000000001', label: 'Ticket sync' }],
  })
  await eventually(() => expect(rows()[0]).toContain('Ticket sync (deleted)'))
})

test('counts new deliveries while the user has paused the list', async () => {
  await open('#/inspector')
  await choose('Inspector actions', 'Pause the list')
  for (let id = 3; id <= 42; id += 1) {
    await app.tell({ name: 'deliveries.received', data: aDelivery(id) })
  }
  await shows('40 new')
  expect(rows()).toHaveLength(2)
  await shows(listCopy.waiting(2, 40))
  await press('button', '40 new')
  await eventually(() => expect(rows().length).toBeGreaterThan(10))
})

test('a paused list keeps its rows while very many deliveries arrive', async () => {
  await open('#/inspector')
  await choose('Inspector actions', 'Pause the list')
  const arrived = Array.from({ length: 2_500 }, (_, n) => aDelivery(n + 3))
  for (let at = 0; at < arrived.length; at += 100) {
    const frame = arrived.slice(at, at + 100)
    await Promise.all(frame.map((data) => app.tell({ name: 'deliveries.received', data })))
  }
  await shows('2,500 new')
  expect(rows()).toHaveLength(2)
})

test('updates the attempts in a row even while the list is paused', async () => {
  await open('#/inspector')
  await choose('Inspector actions', 'Pause the list')
  await app.tell({ name: 'deliveries.received', data: aDelivery(2, { attempts: 7 }) })
  await eventually(() => expect(rows()[0]).toContain('7 attempts'))
})

test('loads older deliveries at the end of the list', async () => {
  const first = Array.from({ length: 50 }, (_, index) => aDelivery(100 - index))
  await open('#/inspector', {
    'deliveries.list': ({ before }) =>
      before === undefined
        ? { deliveries: first, hasMore: true }
        : { deliveries: [aDelivery(before - 1)], hasMore: false },
  })
  const list = control('listbox', 'Deliveries')
  list.focus()
  list.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
  list.scrollTop = 1500
  list.dispatchEvent(new Event('scroll'))
  await shows(listCopy.end(51))
  expect(app.inputsOf('deliveries.list')).toContainEqual({ limit: 50, before: 51 })
})

test('inserts a new delivery into a filtered list only if it matches the filter', async () => {
  await open('#/inspector?q=type:note.edited')
  const others = { eventType: 'note.generated' } as const
  await app.tell({ name: 'deliveries.received', data: aDelivery(3, others) })
  await app.tell({ name: 'deliveries.received', data: aDelivery(4, { eventType: 'note.edited' }) })
  await eventually(() => expect(rows()).toHaveLength(3))
  await app.close()

  await open('#/inspector?q=budget', {
    'deliveries.list': ({ ids }) => ({
      deliveries: ids === undefined ? deliveries : ids.filter((id) => id === 4).map((id) => aDelivery(id)),
      hasMore: false,
    }),
  })
  for (const id of [3, 4]) {
    await app.tell({ name: 'deliveries.received', data: aDelivery(id) })
  }
  await eventually(() => expect(rows()).toHaveLength(3))
  expect(app.inputsOf('deliveries.list')).toContainEqual({ q: 'budget', ids: [3, 4], limit: 200 })
})

test('continues a search of deliveries that has found nothing so far', async () => {
  await open('#/inspector?q=lag:>1d', {
    'deliveries.list': ({ before }) =>
      before === undefined
        ? { deliveries: [], hasMore: true, reached: 500 }
        : { deliveries: [aDelivery(7)], hasMore: false },
  })
  await shows(listCopy.end(1))
  expect(app.inputsOf('deliveries.list')).toContainEqual({ q: 'lag:>1d', limit: 50, before: 500 })
})

test('offers to clear the filter if no delivery matches', async () => {
  deliveries = []
  await open('#/inspector?q=attempt:>9')
  await shows(noMatch.title)
  await press('button', noMatch.clear)
  await shows('Waiting for the first delivery')
})

test.each([
  ['verdict:verified status:failed', noMatch.noneFailed],
  ['sent:failed', noMatch.noneReceiverFailed],
])('the empty list of %s says that nothing failed', async (q, title) => {
  deliveries = []
  await open(`#/inspector?q=${encodeURIComponent(q)}`)
  await shows(title)
  expect(document.body.textContent).not.toContain(noMatch.help[0])
})

test('leads from the view Failed to deliveries that only a receiver failed', async () => {
  deliveries = []
  await open('#/inspector?q=verdict:verified%20status:failed', {
    'deliveries.count-view': () => ({ count: 21, isMore: false }),
  })
  await press('button', noMatch.receiverFailed({ count: 21, isMore: false }))
  await eventually(() => expect(location.hash).toContain('sent%3Afailed'))
})

test('replaces an endpoint’s name in the filter of a link with its id', async () => {
  let load = (_: ReturnType<typeof anEndpoint>[]) => {}
  app = await openApp('#/inspector?q=endpoint:%22CI%20sandbox%22%20status:200', {
    'deliveries.list': () => ({ deliveries, hasMore: false }),
    'endpoints.list': () =>
      new Promise((resolve) => {
        load = resolve
      }),
  })
  await eventually(() => expect(app.inputsOf('endpoints.list')).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(document.body.textContent).not.toContain('Unknown endpoint')
  expect(app.inputsOf('deliveries.list')).toEqual([])
  const { id } = anEndpoint()
  load([anEndpoint({ label: 'CI sandbox' })])
  await eventually(() =>
    expect(app.inputsOf('deliveries.list').at(-1)).toMatchObject({ q: `endpoint:${id} status:200` }),
  )
  expect(document.body.textContent).not.toContain('Unknown endpoint')
  expect(location.hash).toContain(id)
})

test('suggests searching note titles if no payload matches', async () => {
  deliveries = []
  await open('#/inspector?q=-verdict:stale%20board%20preparation', {
    'notes.search': () => ({ notes: [], events: [], next: null, asOf: null, complete: false }),
  })
  await shows(noMatch.title)
  await shows(noMatch.searched)
  await press('button', noMatch.searchNotes)
  await eventually(() => expect(location.hash).toBe('#/notes?q=board+preparation'))
  await app.close()
  await open('#/inspector?q=attempt:>9')
  await shows(noMatch.title)
  expect(() => control('button', noMatch.searchNotes)).toThrow()
})

test('explains a delivery’s verdict and the service’s reaction to each response', async () => {
  whole = aWholeDelivery(2, {
    verdict: 'stale',
    attemptLog: [
      { ...first(), verdict: 'stale', status: 503, answer: 'stale_timestamp' },
      { ...first(), status: 200, answer: 'stored' },
    ],
    attempts: 2,
  })
  await open('#/inspector?delivery=2&tab=attempts')
  await shows('Not verified: timestamp too old')
  await shows('Timestamp outside the tolerance')
  await shows('Delivered.')
})

test('links a delivery to its note and endpoint', async () => {
  await open('#/inspector?delivery=2')
  await eventually(() => control('link', /^not_/))
  expect(control('link', /^not_/).getAttribute('href')).toContain('#/notes?note=not_Aaaaaaaaaaaaa1')
  expect(control('link', /^hooks/).getAttribute('href')).toContain('#/endpoints?endpoint=whe_Aaaaaaaaaaaaa1')
})

test('explains the last response to a verified delivery', async () => {
  const answered = (status: number, answer: string) => {
    const [attempt] = whole.attemptLog
    whole = aWholeDelivery(2, { status, attemptLog: attempt ? [{ ...attempt, status, answer }] : [] })
  }
  answered(500, 'simulated 500')
  await open('#/inspector?delivery=2')
  await shows('500retrying for up to 4 days · simulated')
  await shows(states.retried)
  await app.close()
  answered(404, 'simulated 404')
  await open('#/inspector?delivery=2')
  await shows('404failed, no more retries · simulated')
  await shows(states.failed)
})

test('highlights the response in the row of a verified delivery that was not delivered', async () => {
  deliveries = [aDelivery(3, { status: 500 }), aDelivery(2)]
  await open('#/inspector')
  const row = (name: RegExp) => control('option', name)
  await eventually(() => row(/answered 500, not delivered/))
  const [failed, done] = [row(/answered 500, not delivered/), row(/answered 204|answered 200/)]
  const tones = (of: Element) =>
    [...of.querySelectorAll<HTMLElement>('[data-tone]')].map(({ dataset, title }) => [dataset.tone, title])
  expect(tones(failed)).toEqual([['warn', states.retried]])
  expect(failed.querySelector('[data-outcome=retried]')?.textContent).toBe('500')
  expect(tones(done)).toEqual([['ok', states.delivered]])
})

test('shows a delivery as failed if its endpoint was disabled before a retry', async () => {
  const endpoint = anEndpoint({ enabled: false })
  deliveries = [aDelivery(3, { status: 500, lastReceivedAt: '2026-01-01T00:00:01Z' }), aDelivery(2)]
  const [attempt] = whole.attemptLog
  whole = aWholeDelivery(3, { status: 500, attemptLog: attempt ? [{ ...attempt, status: 500 }] : [] })
  const row = () => control('option', /answered 500, not delivered/)
  const says = async (state: string, color: string) => {
    await eventually(() => expect(row().querySelector('[data-tone]')?.getAttribute('title')).toBe(state))
    expect(row().querySelector(`[data-outcome=${color}]`)?.textContent).toBe('500')
  }
  await open('#/inspector?delivery=3', { 'endpoints.list': () => [endpoint] })
  await says(states.ended, 'failed')
  await shows('500failed, endpoint disabled or deleted')
  await app.close()
  await open('#/inspector?delivery=3&tab=attempts', { 'endpoints.list': () => [endpoint] })
  await shows(endedMeaning)
  await app.close()
  // After the endpoint is enabled again, earlier deliveries are not sent, and later ones are retried.
  const enabledAt = (to: string) => anEndpoint({ downtime: { from: '2025-12-31T00:00:00Z', to } })
  await open('#/inspector', { 'endpoints.list': () => [enabledAt('2026-01-01T00:00:02Z')] })
  await says(states.ended, 'failed')
  await app.close()
  await open('#/inspector', { 'endpoints.list': () => [enabledAt('2026-01-01T00:00:00Z')] })
  await says(states.retried, 'retried')
})

test('shows a delivery as failed if its endpoint was deleted before a retry', async () => {
  deliveries = [aDelivery(3, { status: 500 }), aDelivery(2)]
  const title = () =>
    control('option', /answered 500, not delivered/)
      .querySelector('[data-tone]')
      ?.getAttribute('title')
  const { id } = anEndpoint()
  const labels = () => [{ id, label: 'Quickstart' }]
  await open('#/inspector', { 'endpoints.list': () => [anEndpoint()], 'endpoints.labels': labels })
  await eventually(() => expect(title()).toBe(states.retried))
  await app.close()
  await open('#/inspector', { 'endpoints.list': () => [], 'endpoints.labels': labels })
  await eventually(() => expect(title()).toBe(states.ended))
})

test('shows hostile bodies, headers, ids and event types only as text', async () => {
  const text = hostileTexts.join(' ')
  const bodyBase64 = Buffer.from(JSON.stringify({ [text]: text })).toString('base64')
  whole = aWholeDelivery(2, { bodyBase64, headers: [[text, text]], eventType: text, endpointUrl: text })
  deliveries = [aDelivery(2, { eventType: text, noteId: text })]
  for (const tab of ['payload', 'headers', 'verification', 'attempts']) {
    await open(`#/inspector?delivery=2&tab=${tab}`)
    await shows(states.delivered)
    expect(
      document.querySelector('script, img, iframe, object, embed, [onload], [onerror], b > b'),
    ).toBeNull()
    expect(document.querySelector('main a[href^="javascript"]')).toBeNull()
    await app.close()
  }
  await open('#/inspector')
})

test('explains why the list of deliveries is empty', async () => {
  deliveries = []
  await open('#/inspector')
  await shows('Waiting for the first delivery')
  await app.close()
  await open('#/inspector', { 'endpoints.list': () => [] })
  await shows(empty.noEndpoint)
  await app.close()
  await open('#/inspector', {
    'endpoints.list': () => [],
    'tunnel.status': () => ({
      ...{ source: 'none', publicUrl: null, state: 'off', since: null, provenAt: null },
      ...{ latenciesMs: [], problem: null, retryAt: null, choice: null, log: [] },
    }),
  })
  await shows(empty.noTunnel)
  expect(control('link', empty.setUpTunnel).getAttribute('href')).toContain('#/tunnel')
  await app.close()
  await open('#/inspector', { 'listener.status': () => ({ state: 'stopped' }) })
  await shows(empty.stoppedTitle)
})

test('explains that the list is empty because the endpoint is disabled or the tunnel is down', async () => {
  deliveries = []
  const off = anEndpoint({ enabled: false })
  await open('#/inspector', { 'endpoints.list': () => [off] })
  await shows(empty.disabledTitle(1))
  expect(control('link', empty.showEndpoint).getAttribute('href')).toContain(`endpoint=${off.id}`)
  await app.close()
  await open('#/inspector', { 'endpoints.list': () => [off, { ...off, id: 'whe_Aaaaaaaaaaaaa2' }] })
  await shows(empty.disabledTitle(2))
  await app.close()
  for (const state of ['proving', 'down'] as const) {
    await open('#/inspector', { 'tunnel.status': () => aTunnel({ state, problem: noName }) })
    await shows('The tunnel is down')
    expect(document.body.textContent).not.toContain(empty.waitingTitle)
    expect(control('link', empty.setUpTunnel).getAttribute('href')).toContain('/tunnel')
    await app.close()
  }
  await open('#/inspector', { 'tunnel.status': () => aTunnel({ state: 'proving' }) })
  await shows(empty.waitingTitle)
})

test('shows why the listener could not start', async () => {
  await open('#/inspector', {
    'listener.status': () => ({ state: 'stopped' }),
    'listener.start': () => ({
      state: 'failed',
      code: 'port-busy',
      port: 8484,
      message: 'Port 8484 is used by another program.',
    }),
  })
  await eventually(() => control('button', 'Start receiving'))
  await press('button', 'Start receiving')
  await shows('Port 8484 is used by another program.')
})

test('names the program that uses the listener’s port until the listener starts', async () => {
  const busy = 'Not receiving: another program (nc, process 4711) uses port 8484. Notehook keeps retrying.'
  await open('#/inspector', {
    'listener.status': () => ({ state: 'failed', code: 'port-busy', port: 8484, message: busy }),
  })
  const notice = () =>
    [...document.querySelectorAll('main [aria-label=Notice]')].map((it) => it.textContent).join()
  await eventually(() => expect(notice()).toContain('Port 8484 is in use'))
  expect(notice()).toContain(busy)
  expect(control('button', 'Try again').closest('[aria-label=Notice]')).not.toBeNull()
  expect(notice().match(/Port 8484 is in use/g), 'it is said once').toHaveLength(1)
  await app.tell({ name: 'listener.changed', data: listening })
  await eventually(() => expect(notice()).toBe(''))
})

test('warns while the computer’s clock seems wrong', async () => {
  const clock = 'This computer’s clock is about 10 minutes behind.'
  await open('#/inspector', { 'listener.status': () => ({ ...listening, clock }) })
  await shows('The clock of this computer may be wrong')
  await shows(clock)
  expect(document.querySelectorAll('main [aria-label=Notice]'), 'it is said once').toHaveLength(1)
  await app.tell({ name: 'listener.changed', data: listening })
  await eventually(() => expect(document.body.textContent).not.toContain('may be wrong'))
})

async function open(hash: string, answers: Answers = {}): Promise<void> {
  app = await openApp(hash, {
    'endpoints.list': () => [anEndpoint()],
    'deliveries.list': () => ({ deliveries, hasMore: false }),
    'deliveries.get': () => whole,
    ...answers,
  })
  await shows('Inspector')
  await eventually(() => expect(document.querySelector('[aria-label="Deliveries"]')).not.toBeNull())
  await eventually(() => expect(document.querySelector('main [aria-busy]')).toBeNull())
}

function first() {
  const [attempt] = aWholeDelivery(2).attemptLog
  if (!attempt) throw new Error('The sample has an attempt.')
  return attempt
}

function rows(): readonly string[] {
  const list = control('listbox', 'Deliveries')
  return [...list.querySelectorAll('[role=option]')].map((row) => row.getAttribute('aria-label') ?? '')
}

test('removes a delivery from the list of retrying deliveries once it succeeds', async () => {
  const retrying = [3, 2, 1].map((id) => aDelivery(id, { status: 503 }))
  app = await openApp(`#/inspector?q=${encodeURIComponent('status:retrying')}`, {
    'deliveries.list': () => ({ deliveries: retrying, hasMore: false }),
  })
  await eventually(() => expect(rows()).toHaveLength(3))
  const deliver = (id: number) =>
    app.tell({ name: 'deliveries.received', data: aDelivery(id, { status: 200, attempts: 2 }) })
  await deliver(2)
  await eventually(() => expect(rows()).toHaveLength(2))

  await choose('Inspector actions', 'Pause the list')
  await deliver(1)
  await eventually(() => expect(rows()[1]).toContain('200'))
  expect(rows()).toHaveLength(2)
  await choose('Inspector actions', 'Resume the list')
  await eventually(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]).toContain('503')
})
