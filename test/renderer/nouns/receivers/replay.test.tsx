// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Receiver } from '#shared/receivers/model.ts'
import type { OutputOf } from '#shared/rpc/contract.ts'
import { notForwarded, replayAction } from '../../../../renderer/nouns/receivers/copy.ts'
import { replay } from '../../../../renderer/nouns/receivers/replay/copy.ts'
import { modes } from '../../../../renderer/nouns/receivers/sends/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import {
  type Answers,
  choose,
  control,
  openApp,
  press,
  pressKey as pressKeyOn,
  shows,
} from '../../../support/renderer/open-app.tsx'
import { aReceiver, aSend, aWholeSend } from '../../../support/renderer/receiver-samples.ts'
import { aDelivery, aWholeDelivery } from '../../../support/renderer/samples.ts'

let list: Receiver[]
let app: Awaited<ReturnType<typeof openApp>>

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  list = [aReceiver()]
})
afterEach(() => app.close())

const office = 'whe_Aaaaaaaaaaaaa1'
const archive = 'whe_Bbbbbbbbbbbbb2'
const only = (endpointId: string) => ({ rules: { ...aReceiver().rules, endpointIds: [endpointId] } })
const aPreview = { ageSeconds: 10, isUnverified: false, signedWith: 'endpoint' } as const
const open = async (hash: string, answers: Answers = {}) => {
  app = await openApp(hash, {
    'receivers.list': () => list,
    'deliveries.list': () => ({ deliveries: [aDelivery(2), aDelivery(1)], hasMore: false }),
    'deliveries.get': ({ id }) => aWholeDelivery(id),
    'receivers.preview': () => ({ ...previewed(), ...aPreview }),
    'receivers.send': ({ id }) => aWholeSend(9, { receiverId: id, verdict: 'fixed' }),
    'receivers.count-replay': () => ({
      matching: 3,
      unverified: 0,
      endpointIds: [],
      oldest: 1,
      next: null,
      newest: 2,
    }),
    'receivers.start-replay': () => ({ jobId: 'job_1' }),
    ...answers,
  })
  await shows('note.edited')
}

function previewed() {
  const { request } = aWholeSend(1)
  if (request === null) throw new Error('The sample has a request.')
  return request
}

function sendButton(): HTMLElement {
  const buttons = [...document.querySelectorAll<HTMLElement>('[role="dialog"] footer button')]
  const found = buttons.at(-1)
  if (!found) throw new Error('There is no dialog.')
  return found
}
/** Presses a key until the check passes, because keys work shortly after the pane appears. */
const pressUntil = (key: string, check: () => void) =>
  eventually(() => {
    if (!document.querySelector('[role="dialog"]')) pressKey(key)
    check()
  })
const pressKey = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

test('the key R sends to the local receiver used last, without confirmation', async () => {
  const reply = Promise.withResolvers<ReturnType<typeof aWholeSend>>()
  list = [
    aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Other', lastUsedAt: '2026-01-01T00:00:00Z' }),
    aReceiver({ lastUsedAt: '2026-01-02T00:00:00Z' }),
  ]
  await open('#/inspector?delivery=1', { 'receivers.send': () => reply.promise })
  await eventually(() => control('tab', /^Sends/))
  await eventually(() => {
    pressKey('r')
    expect(app.inputsOf('receivers.send')).toHaveLength(1)
  })
  for (let at = 0; at < 20; at += 1) pressKey('r')
  expect(app.inputsOf('receivers.send')).toEqual([
    { id: 'rcv_Aaaaaaaaaaaaa1', sending: { mode: 'retry', deliveryId: 1 } },
  ])
  reply.resolve(aWholeSend(9, { verdict: 'still-passing' }))
  await shows('Local dev server: 200 · 29 ms · Still passing')
})

test('the key R sends to the receiver whose result is shown, and never to another one while that loads', async () => {
  const other = aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Other', lastUsedAt: null })
  list = [aReceiver({ lastUsedAt: '2026-01-02T00:00:00Z' }), other]
  const results = Promise.withResolvers<OutputOf<'receivers.results'>>()
  await open('#/inspector?delivery=1', { 'receivers.results': () => results.promise })
  await pressUntil('r', () => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
  expect(app.inputsOf('receivers.send')).toEqual([])
  await press('button', 'Cancel')
  results.resolve({ sends: [aSend(3, { deliveryId: 1, receiverId: other.id, status: 500 })], pending: [] })
  await shows(/Other/)
  await eventually(() => {
    pressKey('r')
    expect(app.inputsOf('receivers.send')).toMatchObject([{ id: other.id }])
  })
})

test('the key R asks if the receiver whose result is shown no longer forwards the endpoint', async () => {
  const other = aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Other', ...only(archive) })
  list = [aReceiver({ lastUsedAt: '2026-01-02T00:00:00Z' }), other]
  const failed = aSend(3, { deliveryId: 1, receiverId: other.id, status: 500 })
  await open('#/inspector?delivery=1', { 'receivers.results': () => ({ sends: [failed], pending: [] }) })
  await shows(/Receiver.*Other/)
  await pressUntil('r', () => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
  expect(app.inputsOf('receivers.send')).toEqual([])
})

test('the button and its menu name the receiver to send to if there are several', async () => {
  list = [
    aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Other', lastUsedAt: '2026-01-01T00:00:00Z' }),
    aReceiver({ lastUsedAt: '2026-01-02T00:00:00Z' }),
  ]
  await open('#/inspector?delivery=1')
  await eventually(() => control('tab', /^Sends/))
  await eventually(() =>
    expect(control('button', 'Replay to Local dev server').textContent).toBe('Replay to Local dev server'),
  )
  await choose(replayAction.moreWays, /^Replay to Local dev server/)
  await eventually(() => expect(app.inputsOf('receivers.send')).toMatchObject([{ id: 'rcv_Aaaaaaaaaaaaa1' }]))
})

test('the key R sends without confirmation to the receiver last selected in the dialog', async () => {
  list = [
    aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Other', lastUsedAt: null }),
    aReceiver({ lastUsedAt: null }),
  ]
  await open('#/inspector?delivery=1')
  await eventually(() => control('tab', /^Sends/))
  await pressUntil('r', () => expect(sendButton()).toHaveProperty('disabled', false))
  sendButton().click()
  await eventually(() => expect(app.inputsOf('receivers.send')).toHaveLength(1))
  await eventually(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  await eventually(() => {
    pressKey('r')
    expect(app.inputsOf('receivers.send').length).toBeGreaterThan(1)
  })
  const [first, second] = app.inputsOf('receivers.send')
  expect(second).toEqual(first)
})

const openReceivers = () =>
  eventually(() => {
    const list = document.querySelector<HTMLElement>('[role="dialog"] [aria-haspopup="listbox"]')
    if (list?.getAttribute('aria-expanded') !== 'true') list?.click()
    control('option', 'Office only')
  })

test('the key R skips a receiver that does not forward from the delivery’s endpoint', async () => {
  list = [
    aReceiver({ lastUsedAt: '2026-01-01T00:00:00Z' }),
    aReceiver({
      id: 'rcv_Bbbbbbbbbbbbb2',
      name: 'Archive only',
      lastUsedAt: '2026-01-02T00:00:00Z',
      ...only(archive),
    }),
  ]
  await open('#/inspector?delivery=1')
  await eventually(() => control('tab', /^Sends/))
  await eventually(() => {
    pressKey('r')
    expect(app.inputsOf('receivers.send')).not.toEqual([])
  })
  expect(app.inputsOf('receivers.send')[0]).toMatchObject({ id: 'rcv_Aaaaaaaaaaaaa1' })
})

test('lists receivers for other endpoints last, because they may lack the secret', async () => {
  list = [
    aReceiver({ name: 'Archive only', lastUsedAt: '2026-01-02T00:00:00Z', ...only(archive) }),
    aReceiver({ id: 'rcv_Bbbbbbbbbbbbb2', name: 'Office only', ...only(office) }),
  ]
  await open('#/inspector?delivery=1')
  await eventually(() => control('tab', /^Sends/))
  await pressUntil('R', () => sendButton())
  const warning = /Archive only doesn’t forward .*, so it may not have its secret\./
  expect(document.querySelector('[role="dialog"]')?.textContent).toMatch(/ReceiverOffice only/)
  expect(document.body.textContent).not.toMatch(warning)
  await openReceivers()
  const offered = [...document.querySelectorAll('[role="option"]')].flatMap(
    ({ textContent }) => /^[A-Z][a-z]+ only/.exec(textContent ?? '')?.[0] ?? [],
  )
  expect(offered).toEqual(['Office only', 'Archive only'])
  await press('option', /^Archive only/)
  await shows(warning)
  // A receiver with its own secret verifies deliveries of any endpoint.
  list = list.map((one) => ({ ...one, signsWith: 'own', ownSecret: 'stored' }))
  await app.tell({ name: 'receivers.changed', data: {} } as never)
  await eventually(() => expect(document.body.textContent).not.toMatch(warning))
})

test('the key R asks before sending to a receiver whose address is not local', async () => {
  list = [aReceiver({ address: { kind: 'private', host: '192.168.1.5', approval: 'given' } })]
  await open('#/inspector?delivery=1')
  await eventually(() => control('tab', /^Sends/))
  await pressUntil('r', () => sendButton())
  expect(app.inputsOf('receivers.send')).toEqual([])
  await press('button', new RegExp(`^${replay.cancel}$`))
  list = [aReceiver()]
  await app.tell({ name: 'receivers.changed', data: {} } as never)
  await eventually(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  await pressUntil('R', () => sendButton())
  sendButton().click()
  await eventually(() => expect(app.inputsOf('receivers.send')).toHaveLength(1))
})

test('selects no other receiver if the selected one is deleted by another client', async () => {
  const mine = aReceiver({ id: 'rcv_Mine0000000001', name: 'Mine' })
  const other = aReceiver({ id: 'rcv_Other000000001', name: 'Other' })
  list = [mine, other]
  await open('#/inspector?delivery=1')
  await eventually(() => control('tab', /^Sends/))
  await pressUntil('R', () => expect(sendButton()).toHaveProperty('disabled', false))
  list = [other]
  await app.tell({ name: 'receivers.changed', data: {} } as never)
  await shows(replay.receiverGone('Mine'))
  expect(sendButton()).toHaveProperty('disabled', true)
  const select = document.querySelector<HTMLElement>('[role=dialog] button[aria-haspopup=listbox]')
  expect(select?.textContent).not.toContain('Other')
  select?.click()
  await eventually(() => control('option', /^Other/))
  control('option', /^Other/).click()
  await eventually(() => expect(sendButton()).toHaveProperty('disabled', false))
  sendButton().click()
  await eventually(() => expect(app.inputsOf('receivers.send')).toMatchObject([{ id: other.id }]))
})

test('Enter sends to the preselected receiver unless its address is public', async () => {
  await open('#/inspector?delivery=1')
  await eventually(() => control('tab', /^Sends/))
  await pressUntil('R', () => expect(document.activeElement).toBe(sendButton()))
  await press('button', new RegExp(`^${replay.cancel}$`))
  list = [aReceiver({ address: { kind: 'public', host: 'example.com', approval: 'given' } })]
  await app.tell({ name: 'receivers.changed', data: {} } as never)
  await eventually(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  await pressUntil('R', () => {
    expect(sendButton()).toHaveProperty('disabled', false)
    expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull()
  })
  expect(document.activeElement).not.toBe(sendButton())
})

test('the key R replays all selected deliveries', async () => {
  await open('#/inspector')
  for (const key of ['j', 'x', 'j', 'x']) await pressKeyOn('listbox', 'Deliveries', key)
  await shows('2 selected')
  await eventually(() => {
    if (!document.querySelector('[role="dialog"]')) void pressKeyOn('listbox', 'Deliveries', 'r')
    expect(app.inputsOf('receivers.count-replay')).toMatchObject([{ filter: { ids: [2, 1] } }])
  })
  // After the count, Enter replays the deliveries.
  await eventually(() => expect(document.activeElement?.textContent).toBe(replay.start(3)))
})

test('explains how each way of sending a delivery again changes it', async () => {
  await open('#/inspector?delivery=1', {
    'receivers.preview': () => ({ ...previewed(), ...aPreview, ageSeconds: 3 * 3600 + 300 }),
  })
  await eventually(() => control('tab', /^Sends/))
  await pressUntil('R', () => sendButton())
  await shows('Expired 3 h ago. A strict receiver rejects it.')
  await press('radio', new RegExp(`^${replay.modeNames.exact}`))
  await press('button', replay.previewShowOne)
  await shows('X-Forwarded-For')
  sendButton().click()
  await eventually(() =>
    expect(app.inputsOf('receivers.send')).toMatchObject([{ sending: { mode: 'exact' } }]),
  )
})

test('offers to send an unverified delivery only as an exact copy', async () => {
  await open('#/inspector?delivery=1', {
    'deliveries.list': () => ({
      deliveries: [aDelivery(1, { verdict: 'signature-mismatch' })],
      hasMore: false,
    }),
    'deliveries.get': () =>
      aWholeDelivery(1, {
        verdict: 'signature-mismatch',
        trace: { ...aWholeDelivery(1).trace, signature: 'mismatch' },
      }),
    'receivers.preview': () => ({ ...previewed(), ...aPreview, isUnverified: true }),
  })
  await eventually(() => control('tab', /^Sends/))
  await pressUntil('r', () => sendButton())
  await shows(replay.unverifiedOne)
  sendButton().click()
  await eventually(() =>
    expect(app.inputsOf('receivers.send')).toMatchObject([{ sending: { mode: 'exact' } }]),
  )
})

test('counts the deliveries that match a filter in steps before a replay starts', async () => {
  const steps = [
    { matching: 500, unverified: 2, endpointIds: [office], oldest: 41, next: 41, newest: 90 },
    { matching: 20, unverified: 0, endpointIds: [archive], oldest: 3, next: null, newest: 99 },
  ]
  list = [aReceiver(only('whe_Ccccccccccccc3'))]
  await open('#/inspector', {
    'receivers.count-replay': ({ before }) => (before === undefined ? steps[0] : steps[1]) as never,
    'receivers.replays': () => [
      {
        jobId: 'job_1',
        receiverId: 'rcv_Aaaaaaaaaaaaa1',
        mode: 'retry',
        pace: { kind: 'rate', perSecond: 10 },
        startedAt: '2026-01-01T00:00:00Z',
        total: 520,
        counts: {
          sent: 4,
          passed: 3,
          failed: 1,
          fixed: 1,
          regressed: 0,
          stillFailing: 1,
          stillPassing: 1,
          gone: 0,
          unsigned: 2,
        },
      },
    ],
  })
  await choose('Inspector actions', 'Replay all…')
  await shows(replay.start(520))
  await shows(replay.unverifiedMany(2))
  await shows(notForwarded.several('Local dev server', 2))
  expect(app.inputsOf('receivers.count-replay')).toMatchObject([{}, { before: 41 }])
  await press('button', replay.start(520))
  await eventually(() =>
    expect(app.inputsOf('receivers.start-replay')).toEqual([
      {
        id: 'rcv_Aaaaaaaaaaaaa1',
        filter: {},
        newest: 90,
        total: 520,
        mode: 'retry',
        pace: { kind: 'rate', perSecond: 10 },
      },
    ]),
  )
  await press('button', replayAction.results)
  await eventually(() => expect(location.hash).toContain('job=job_1'))
  await shows('4 of 520 sent')
  await shows('1 still failing')
  await shows('2 not sent: no signing secret')
  expect(app.inputsOf('receivers.sends')).toContainEqual({ jobId: 'job_1', limit: 50 })
})

test('shows the verdict of a send and how the service would react', async () => {
  await open('#/inspector?delivery=1&tab=sends', {
    'receivers.sends': () => ({
      sends: [aSend(5, { status: 404, verdict: 'still-failing' })],
      hasMore: false,
      total: 1,
    }),
    'receivers.get-send': () => aWholeSend(5, { status: 404 }),
  })
  await shows('Still failing')
  await shows('Local dev server')
  document.querySelector<HTMLElement>('article li > button')?.click()
  await shows('never send it again')
  await shows(modes.retry)
})
