// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'
import { AppError } from '#shared/errors.ts'
import type { SandboxDelivery } from '#shared/sandbox/model.ts'
import { facts, produced } from '../../../../../renderer/places/inspector/detail/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { aReceiver, aSend, aWholeSend } from '../../../../support/renderer/receiver-samples.ts'
import { aDelivery, aWholeDelivery } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const open = async (tab: string, whole: () => DeliveryDetail) => {
  app = await openApp(
    `#/inspector?delivery=2${tab}`,
    {
      'deliveries.list': () => ({ deliveries: [aDelivery(2)], hasMore: false }),
      'deliveries.get': whole,
    },
    1000,
  )
}
const elements = () => document.querySelectorAll('#delivery-detail *').length
const many = 20_000
const whole = aWholeDelivery(2)
const [attempt] = whole.attemptLog
const countless: DeliveryDetail = {
  ...whole,
  attempts: many,
  attemptLog: Array.from({ length: many }, () => attempt ?? raise()),
  headers: Array.from({ length: many }, (_, at) => [`X-${at}`, 'v'] as const),
  trace: {
    ...whole.trace,
    entries: Array.from({ length: many }, () => ({ version: 'v1', text: 'a', matches: false })),
  },
}

test.each(['attempts', 'headers', 'verification'])(
  'shows only one page of an open delivery’s 20,000 entries in the tab %s',
  async (tab) => {
    await open(`&tab=${tab}`, () => countless)
    await shows('1 to 100 of 20,000')
    expect(elements()).toBeLessThan(4_000)
    await press('button', /^Last$/)
    await shows('19,901 to 20,000 of 20,000')
    if (tab === 'attempts')
      expect([...document.querySelectorAll('[aria-label=Attempts] tr')].at(-1)?.textContent).toMatch(
        /^20,000/,
      )
    await press('button', 'Previous')
    await shows('19,801 to 19,900 of 20,000')
  },
)

test('reports that another client deleted the open delivery', async () => {
  let isKept = true
  await open('', () => {
    if (isKept) return whole
    throw new AppError('not-found', 'This delivery is not stored here any more.')
  })
  await shows('Received')
  isKept = false
  await app.tell({ name: 'deliveries.removed', data: {} })
  await shows('This delivery is not stored here any more.')
  await eventually(() => expect(document.querySelector('#delivery-detail dl')).toBeNull())
})

test('shows the receiver’s last response to a delivery, and compares two responses', async () => {
  const parts = { deliveryId: 2, status: 500 }
  const sends = [aSend(8, { ...parts, verdict: 'still-failing' }), aSend(7, { ...parts, cause: 'live' })]
  const bodies = ['{"error":"missing"}', '{"error":"null"}']
  const response = (id: number) => ({
    statusText: '',
    headers: [],
    bodyBase64: btoa(bodies[id - 7] ?? ''),
    bodyBytes: 16,
    isCut: false,
  })
  app = await openApp('#/inspector?delivery=2', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2)], hasMore: false }),
    'deliveries.get': () => whole,
    'receivers.list': () => [aReceiver({ live: true, name: 'Laptop' })],
    'receivers.results': () => ({ sends: sends.slice(0, 1), pending: [] }),
    'receivers.sends': () => ({ sends, hasMore: false, total: 2 }),
    'receivers.get-send': ({ id }) => aWholeSend(id, { ...parts, response: response(id) }),
  })
  await shows('Laptop · 500 · 29 ms · Still failing')
  await shows('{"error":"null"}')
  const rows = [...document.querySelectorAll('[aria-label=Sends] li')].map(({ textContent }) => textContent)
  expect(rows.map((text) => text?.replace(/^.*?(?=Replayed|Forwarded)/, ''))).toEqual([
    'Replayed50029 msStill failing',
    'Forwarded50029 msFailed',
  ])
  expect(app.inputsOf('receivers.results'), 'the list has it').toHaveLength(1)
  await press('link', 'Compare')
  await shows('Later response')
  await shows('missing')
})

test('marks fields and event types that the specification does not define', async () => {
  const body = {
    event_id: 'evt_2',
    event_type: 'note.archived',
    note_id: 'not_Aaaaaaaaaaaaa1',
    occurred_at: '2026-01-01T00:00:00Z',
    priority: 'high',
    data: { changed_fields: ['summary', 'title'], reason: 'moved' },
  }
  const earlier: Answers['deliveries.list'] = ({ q, before }) => {
    if (before === undefined) return { deliveries: [aDelivery(2)], hasMore: false }
    if (q === '"priority" verdict:verified') return { deliveries: [aDelivery(1)], hasMore: false }
    // The first search ends before all deliveries were read.
    if (q === '"title" verdict:verified' && before === 2) return { deliveries: [], hasMore: true, reached: 1 }
    return { deliveries: [], hasMore: false }
  }
  const marked = () =>
    [...document.querySelectorAll('[aria-label="First time seen"] li')].map((line) => line.textContent)
  const openBody = async (parts: Partial<DeliveryDetail>) => {
    app = await openApp(
      '#/inspector?delivery=2',
      {
        'deliveries.list': earlier,
        'deliveries.get': () => ({ ...whole, bodyBase64: btoa(JSON.stringify(body)), ...parts }),
      },
      1000,
    )
    await shows('not_Aaaaaaaaaaaaa1')
  }
  await openBody({})
  await eventually(() =>
    expect(marked()).toEqual(['event type note.archived', 'field data.reason', 'changed_fields value title']),
  )
  expect(app.inputsOf('deliveries.list')).toContainEqual({
    q: '"title" verdict:verified',
    before: 1,
    limit: 1,
  })
  await app.close()
  await openBody({ verdict: 'signature-mismatch' })
  expect(marked(), 'the sender of an unverified request is unknown').toEqual([])
  expect(app.inputsOf('deliveries.list')).not.toContainEqual(expect.objectContaining({ limit: 1 }))
})

function raise(): never {
  throw new Error('The sample has no attempt.')
}

test('labels a delivery that the sandbox made invalid on purpose', async () => {
  const made: DeliveryDetail = {
    ...whole,
    workspaceId: 'sandbox',
    verdict: 'signature-mismatch',
    headers: [...whole.headers, ['sandbox-produced', 'wrong-secret']],
  }
  await open('', () => made)
  await shows(produced.kinds.get('wrong-secret') ?? '')
  await app.close()
  await open('', () => ({ ...made, workspaceId: 'another' }))
  await shows('Received')
  await eventually(() => expect(document.querySelector('[role=tab]')).not.toBeNull())
  expect(document.body.textContent).not.toContain(produced.kinds.get('wrong-secret'))
})

test('a late request shows that a later attempt of the event was accepted', async () => {
  const late = { verdict: 'stale', status: 200, webhookId: 'evt_one' } as const
  const onTime = { webhookId: 'evt_one' }
  app = await openApp('#/inspector?delivery=2', {
    'deliveries.list': () => ({ deliveries: [aDelivery(3, onTime), aDelivery(2, late)], hasMore: false }),
    'deliveries.get': () => ({
      ...whole,
      ...late,
      attemptLog: [{ ...(attempt ?? raise()), status: 503, answer: 'stale_timestamp', verdict: 'stale' }],
    }),
  })
  await shows(/503\s*requested a retry · in \d+ ms · delivered by a later attempt/)
  const ofEvent = [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  expect(ofEvent).toEqual([expect.stringMatching(/Attempt 2 200$/), expect.stringMatching(/Too old 503$/)])
  await press('tab', /^Attempts/)
  await shows('A later attempt delivered this event.')
  await app.close()

  app = await openApp('#/inspector?delivery=2', {
    'deliveries.list': () => ({ deliveries: [aDelivery(3, onTime), aDelivery(2, late)], hasMore: false }),
    'deliveries.get': ({ id }) => ({ ...whole, id, ...(id === 2 ? late : onTime) }),
    'deliveries.find': () => [aDelivery(3, onTime), aDelivery(2, late)],
  })
  await eventually(() => control('link', 'delivered on attempt 2'))
  await press('link', 'delivered on attempt 2')
  await eventually(() => expect(location.hash).toContain('delivery=3'))
})

test('shows when the sandbox retries the delivery', async () => {
  const retrying = { status: 503, webhookId: 'evt_one' } as const
  const sent: SandboxDelivery = {
    id: 1,
    eventId: 'evt_one',
    endpointId: whole.endpointId ?? raise(),
    eventType: 'note.edited',
    noteId: 'not_Aaaaaaaaaaaaa1',
    startedAt: new Date().toISOString(),
    state: 'pending',
    attempts: [],
    produced: null,
    isTest: false,
    nextAt: new Date(Date.now() + 40 * 60_000).toISOString(),
  }
  let deliveries = [sent]
  const openAttempts = async () => {
    app = await openApp('#/inspector?delivery=2&tab=attempts', {
      'deliveries.list': () => ({ deliveries: [aDelivery(2, retrying)], hasMore: false }),
      'deliveries.get': () => ({
        ...whole,
        ...retrying,
        attemptLog: [{ ...(attempt ?? raise()), status: 503, answer: 'not_ready' }],
      }),
      'sandbox.activity': () => ({ deliveries, requests: [] }),
    })
  }
  await openAttempts()
  await shows(/Next attempt in (39|40) min\./)
  await app.close()
  deliveries = []
  await openAttempts()
  await eventually(() => control('link', 'See when in Sandbox'))
})

test('a late request and a later attempt of the same event show the same attempts', async () => {
  const ofOne = { webhookId: 'evt_one' }
  const attemptAt = (second: number, status: number, answer: string, verdict: 'stale' | 'verified') => ({
    ...(attempt ?? raise()),
    receivedAt: new Date(Date.parse(whole.firstReceivedAt) + second * 1000).toISOString(),
    status,
    answer,
    verdict,
  })
  const late = aWholeDelivery(2, {
    ...ofOne,
    verdict: 'stale',
    status: 200,
    attemptLog: [attemptAt(0, 503, 'stale_timestamp', 'stale')],
  })
  const onTime = aWholeDelivery(3, {
    ...ofOne,
    attempts: 2,
    attemptLog: [attemptAt(5, 500, 'simulated 500', 'verified'), attemptAt(10, 200, 'duplicate', 'verified')],
  })
  const rows = [onTime, late].map(({ attemptLog, ...row }) => aDelivery(row.id, row))
  app = await openApp('#/inspector?delivery=2&tab=attempts', {
    'deliveries.list': () => ({ deliveries: rows, hasMore: false }),
    'deliveries.get': ({ id }) => (id === 2 ? late : onTime),
    'deliveries.find': () => [
      aDelivery(9, { webhookId: 'evt_one_more' }),
      // Unverified, because anyone can send this id without having the secret.
      aDelivery(8, { ...ofOne, verdict: 'signature-mismatch' }),
      ...rows,
    ],
  })
  const listed = () => [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  const lines = [/^1.*503Timestamp outside/, /^2.*500/, /^3.*200Verified, stored with an earlier attempt/]
  const linesWhereOpenIn = (others: readonly number[]) =>
    lines.map(({ source }, at) =>
      expect.stringMatching(new RegExp(`${source}.*${others.includes(at) ? 'Open' : '(?<!Open)'}$`)),
    )
  await eventually(() => expect(listed()).toEqual(linesWhereOpenIn([1, 2])))
  expect(control('tab', /^Attempts/).textContent).toBe('Attempts3')
  await press('link', 'Open attempt 3')
  await eventually(() => expect(location.hash).toContain('delivery=3'))
  await eventually(() => expect(listed()).toEqual(linesWhereOpenIn([0])))
  expect(control('tab', /^Attempts/).textContent).toBe('Attempts3')
  await shows(/200\s*attempt 3 · delivered/)
  await press('link', 'Open attempt 1')
  await eventually(() => expect(location.hash).toContain('delivery=2'))
})

test('adds an attempt that arrives while an earlier request of the event is open', async () => {
  const late = aWholeDelivery(2, {
    webhookId: 'evt_one',
    verdict: 'stale',
    status: 503,
    attemptLog: [{ ...(attempt ?? raise()), status: 503, answer: 'stale_timestamp', verdict: 'stale' }],
  })
  const rows = [aDelivery(2, { webhookId: 'evt_one', verdict: 'stale', status: 503 })]
  app = await openApp('#/inspector?delivery=2&tab=attempts', {
    'deliveries.list': () => ({ deliveries: rows, hasMore: false }),
    'deliveries.get': ({ id }) => (id === 2 ? late : aWholeDelivery(3, { webhookId: 'evt_one' })),
    'deliveries.find': () => [...rows],
  })
  await eventually(() => expect(control('tab', /^Attempts/).textContent).toBe('Attempts1'))
  const next = aDelivery(3, { webhookId: 'evt_one', status: 500 })
  rows.unshift(next)
  await app.tell({ name: 'deliveries.received', data: next })
  await eventually(() => expect(control('tab', /^Attempts/).textContent).toBe('Attempts2'))
})

test('distinguishes receivers on the same host by their ports in narrow columns', async () => {
  const second = 'rcv_Bbbbbbbbbbbbb2'
  const sends = [aSend(8, { deliveryId: 2, receiverId: second }), aSend(7, { deliveryId: 2 })]
  app = await openApp('#/inspector?delivery=2&tab=sends', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2)], hasMore: false }),
    'deliveries.get': () => whole,
    'receivers.list': () => [
      aReceiver({ name: '127.0.0.1:4000' }),
      aReceiver({ id: second, name: '127.0.0.1:4001' }),
    ],
    'receivers.results': () => ({ sends, pending: [] }),
    'receivers.sends': () => ({ sends, hasMore: false, total: 2 }),
  })
  const ends = (where: string) =>
    [...document.querySelectorAll(`${where} .end`)].map(({ textContent }) => textContent)
  await eventually(() => expect(ends('#delivery-detail li')).toEqual([':4001', ':4000']))
  expect(ends('#delivery-detail dl')).toEqual([':4001'])
})

test('links to the results of a delivery’s other receivers', async () => {
  const second = 'rcv_Bbbbbbbbbbbbb2'
  const sends = [
    aSend(8, { deliveryId: 2, receiverId: second, status: 500 }),
    aSend(7, { deliveryId: 2, status: 200 }),
  ]
  app = await openApp('#/inspector?delivery=2', {
    'deliveries.list': () => ({ deliveries: [aDelivery(2)], hasMore: false }),
    'deliveries.get': () => whole,
    'receivers.list': () => [aReceiver({ name: 'Laptop' }), aReceiver({ id: second, name: 'Staging' })],
    'receivers.results': () => ({ sends, pending: [] }),
    'receivers.sends': () => ({ sends, hasMore: false, total: 2 }),
  })
  const more = facts.others(1)
  await shows(more)
  const title = document.querySelector('#delivery-detail dl [title^="Staging"]')?.getAttribute('title')
  expect(title).toBe('Staging: 500, Laptop: 200')
  await press('link', more)
  await eventually(() => expect(window.location.hash).toContain('tab=sends'))
})
