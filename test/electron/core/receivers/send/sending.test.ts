import { Webhook } from 'standardwebhooks'
import { beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#shared/rpc/contract.ts'
import { refusalOf } from '../../../../support/core/open-core.ts'
import { otherSecret } from '../../../../support/deliveries/signed-delivery.ts'
import {
  answerWith,
  headersOf,
  openRawReceiver,
  type RawReceiver,
  type RawRequest,
} from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../../support/receivers/receiving-core.ts'

let core: ReceivingCore
let raw: RawReceiver

beforeEach(async () => {
  core = await openReceivingCore()
  raw = await openRawReceiver()
})

const send = (id: string, sending: InputOf<'receivers.send'>['sending']) =>
  core.client.call('receivers.send', { id, sending })

/** Returns the official library's verdict, by the library's own clock. */
function judged(secret: string, request: RawRequest | undefined): string {
  if (!request) return 'nothing came'
  try {
    new Webhook(secret).verify(request.body.toString(), headersOf(request))
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : 'refused'
  }
}

test('sends a delivery unchanged to a receiver and records the response', async () => {
  const deliveryId = await core.deliver({
    headers: ['X-Custom', 'one', 'x-custom', 'Two', 'X-Forwarded-For', '192.0.2.1'],
  })
  const { id } = await core.addReceiver({ url: raw.url })
  raw.answer = answerWith(202, 'Thanks')
  const sent = await send(id, { mode: 'exact', deliveryId })
  expect(sent).toMatchObject({
    status: 202,
    problem: null,
    verdict: null,
    mode: 'exact',
    cause: 'user',
    deliveryId,
    simulated: false,
    response: { statusText: 'Answer', bodyBase64: btoa('Thanks'), bodyBytes: 6, isCut: false },
    request: { leftOut: ['X-Forwarded-For'], isBodyUnchanged: true },
  })
  for (const ms of [sent.phases.connectMs, sent.phases.firstByteMs, sent.phases.totalMs]) {
    expect(ms).toBeGreaterThan(0)
  }
  const [request] = raw.requests
  expect(request?.line).toBe('POST /webhooks HTTP/1.1')
  expect(request?.headers.filter(([name]) => name.toLowerCase() === 'x-custom')).toEqual([
    ['X-Custom', 'one'],
    ['x-custom', 'Two'],
  ])
  expect(request && headersOf(request)).toMatchObject({
    'notehook-sent': 'exact',
    host: `127.0.0.1:${raw.port}`,
  })

  const page = await core.client.call('receivers.sends', { deliveryId })
  expect(page).toMatchObject({ total: 1, hasMore: false, sends: [{ id: sent.id, status: 202 }] })
  expect(await core.client.call('receivers.get-send', { id: sent.id })).toEqual(sent)
  expect(core.events.some((event) => event.name === 'receivers.sent' && event.data.id === sent.id)).toBe(true)
  const [listed] = await core.client.call('receivers.list')
  expect(listed).toMatchObject({ status: { lastSend: { id: sent.id }, health: { state: 'up' } } })
  expect(listed?.lastUsedAt).not.toBeNull()
})

test('signs a week-old delivery again for a retry, but not for an exact copy', async () => {
  core.ahead = -7 * 24 * 3_600_000
  const deliveryId = await core.deliver()
  core.ahead = 0
  const original = await core.client.call('deliveries.get', { id: deliveryId })
  expect(original.verdict).toBe('verified')
  const { id } = await core.addReceiver({ url: raw.url })
  const preview = (mode: 'exact' | 'retry') =>
    core.client.call('receivers.preview', { id, sending: { mode, deliveryId } })
  expect(await preview('exact')).toMatchObject({ signedWith: null, ageSeconds: expect.closeTo(604_800, -2) })
  expect(await preview('retry')).toMatchObject({ signedWith: 'endpoint', ageSeconds: 0 })
  expect(raw.bytes()).toBe(0)

  await send(id, { mode: 'retry', deliveryId })
  expect(judged(core.secret, raw.requests[0])).toBe('accepted')
  expect(raw.requests[0] && headersOf(raw.requests[0])['webhook-id']).toBe(original.webhookId)
  await send(id, { mode: 'exact', deliveryId })
  expect(judged(core.secret, raw.requests[1])).toBe('Message timestamp too old')
})

test('sends a delivery as a new event with a new ID in its header and body', async () => {
  const body =
    '{ "note_id":"not_1",\n "data":{"event_id":"inner"}, "event_id" : "evt_b", "event_type":"note.edited","occurred_at":"2026-03-02T09:00:00Z","t":"caf\u00e9 \\/ \u2028"}'
  const deliveryId = await core.deliver({ id: 'evt_b', body })
  const { id } = await core.addReceiver({ url: raw.url })
  const sent = await send(id, { mode: 'new-event', deliveryId })
  const [request] = raw.requests
  const newId = request ? headersOf(request)['webhook-id'] : undefined
  expect(newId).toMatch(/^evt_[A-Za-z0-9]{14}$/)
  expect(request?.body.toString()).toBe(body.replace('"evt_b"', `"${newId}"`))
  expect(judged(core.secret, request)).toBe('accepted')
  expect(sent).toMatchObject({ webhookId: newId, request: { isBodyUnchanged: false } })
  expect(Buffer.from(sent.request?.bodyBase64 ?? '', 'base64').toString()).toBe(request?.body.toString())
})

test('never signs a delivery that was not verified', async () => {
  const deliveryId = await core.deliver({ secret: otherSecret })
  const { id } = await core.addReceiver({ url: raw.url })
  for (const mode of ['retry', 'new-event'] as const) {
    expect(await refusalOf(send(id, { mode, deliveryId }))).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('exactly as it came'),
    })
  }
  const composition = {
    deliveryId,
    bodyBase64: btoa('{}'),
    headers: [],
    breakIt: null,
    signedBy: { kind: 'endpoint', endpointId: core.endpointId } as const,
  }
  const composed = core.client.call('receivers.send-composed', { id, composition })
  expect((await refusalOf(composed)).code).toBe('invalid-input')
  expect(raw.bytes()).toBe(0)
  expect(await send(id, { mode: 'exact', deliveryId })).toMatchObject({ status: 200 })
  expect(judged(core.secret, raw.requests[0])).toBe('No matching signature found')
  expect(judged(otherSecret, raw.requests[0])).toBe('accepted')
})

test('signs a delivery with the receiver’s own secret', async () => {
  const deliveryId = await core.deliver()
  const { id } = await core.addReceiver({ url: raw.url, signsWith: 'own', ownSecret: otherSecret })
  await send(id, { mode: 'retry', deliveryId })
  expect(judged(otherSecret, raw.requests[0])).toBe('accepted')
  expect(judged(core.secret, raw.requests[0])).toBe('No matching signature found')
})

test('compares the receiver’s response with its response to the previous send', async () => {
  const deliveryId = await core.deliver()
  const { id } = await core.addReceiver({ url: raw.url })
  const verdicts: unknown[] = []
  for (const status of [200, 200, 500, 302, 204]) {
    raw.answer = answerWith(status)
    verdicts.push((await send(id, { mode: 'retry', deliveryId })).verdict)
  }
  expect(verdicts).toEqual([null, 'still-passing', 'regressed', 'still-failing', 'fixed'])
})

test('does not follow a receiver’s redirects', async () => {
  const deliveryId = await core.deliver()
  const other = await openRawReceiver()
  const { id } = await core.addReceiver({ url: raw.url })
  raw.answer = (_request, socket) =>
    void socket.end(`HTTP/1.1 307 Elsewhere\r\nLocation: ${other.url}\r\nContent-Length: 0\r\n\r\n`)
  expect(await send(id, { mode: 'retry', deliveryId })).toMatchObject({ status: 307, problem: null })
  expect(other.bytes()).toBe(0)
})

test('tries both addresses of localhost to reach a receiver', async () => {
  const deliveryId = await core.deliver()
  const six = await openRawReceiver({ host: '::1' }).catch(() => null)
  if (six) {
    const { id } = await core.addReceiver({ url: `http://localhost:${six.port}/webhooks` })
    expect(await send(id, { mode: 'retry', deliveryId })).toMatchObject({ status: 200 })
    const { id: literal } = await core.addReceiver({ url: six.url })
    expect(await send(literal, { mode: 'retry', deliveryId })).toMatchObject({ status: 200 })
  }
  const { id } = await core.addReceiver({ url: `http://localhost:${raw.port}/webhooks` })
  expect(await send(id, { mode: 'retry', deliveryId })).toMatchObject({ status: 200 })
  expect(raw.requests[0] && headersOf(raw.requests[0]).host).toBe(`localhost:${raw.port}`)
})

test('a receiver’s own headers replace those of the delivery', async () => {
  const deliveryId = await core.deliver({ headers: ['X-Stage', 'production', 'X-Last', 'z'] })
  const { id } = await core.addReceiver({
    url: raw.url,
    headers: [
      { name: 'x-stage', value: 'local', isVisible: true },
      { name: 'Host', value: 'app.example.com', isVisible: true },
      { name: 'X-New', value: 'n', isVisible: true },
    ],
  })
  await send(id, { mode: 'exact', deliveryId })
  const names = raw.requests[0]?.headers.map(([name, value]) => `${name}: ${value}`) ?? []
  expect(names).toContain('X-Stage: local')
  expect(names[0]).toBe('Host: app.example.com')
  expect(names.indexOf('X-Stage: local')).toBeLessThan(names.indexOf('X-Last: z'))
  expect(names).toContain('X-New: n')
})

test('deletes the sends of a delivery or receiver that is deleted', async () => {
  const first = await core.deliver()
  const second = await core.deliver()
  const { id } = await core.addReceiver({ url: raw.url })
  for (const deliveryId of [first, second]) await send(id, { mode: 'retry', deliveryId })
  await core.client.call('deliveries.remove', { ids: [first], starredToo: true })
  expect(await core.client.call('receivers.sends', { receiverId: id })).toMatchObject({
    total: 1,
    sends: [{ deliveryId: second }],
  })
  expect((await refusalOf(send(id, { mode: 'retry', deliveryId: first }))).code).toBe('not-found')
  await core.client.call('receivers.remove', { id })
  expect(await core.client.call('receivers.sends', {})).toMatchObject({ total: 0 })
})
