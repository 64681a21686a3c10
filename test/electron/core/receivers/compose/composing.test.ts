import { beforeEach, expect, test } from 'vitest'
import { breakKinds, type Composition, sampleSecret } from '#shared/receivers/compose.ts'
import { refusalOf } from '../../../../support/core/open-core.ts'
import { notePayload, otherSecret } from '../../../../support/deliveries/signed-delivery.ts'
import { theLibraryAccepts, weAccept } from '../../../../support/receivers/judges.ts'
import {
  answerWith,
  headersOf,
  openRawReceiver,
  type RawReceiver,
} from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../../support/receivers/receiving-core.ts'

let core: ReceivingCore
let raw: RawReceiver

beforeEach(async () => {
  core = await openReceivingCore()
  raw = await openRawReceiver()
})

const body = notePayload('evt_composed', { note_id: 'not_Aaaaaaaaaaaaa1' })
const aComposition = (parts: Partial<Composition> = {}): Composition => ({
  deliveryId: null,
  bodyBase64: btoa(body),
  headers: [['Content-Type', 'application/json']],
  breakIt: null,
  signedBy: { kind: 'sample' },
  ...parts,
})
const send = (id: string, parts: Partial<Composition> = {}) =>
  core.client.call('receivers.send-composed', { id, composition: aComposition(parts) })
const lastRequest = () => {
  const request = raw.requests.at(-1)
  if (!request) throw new Error('Nothing came.')
  return request
}

test('stores a composed delivery as simulated, so that it is not counted as received', async () => {
  const { id } = await core.addReceiver({ url: raw.url })
  raw.answer = answerWith(400, 'No')
  const { sends } = await send(id, {
    headers: [
      ['Content-Type', 'text/plain'],
      ['X-Mine', '1'],
    ],
  })
  expect(sends).toMatchObject([
    {
      mode: 'edited',
      simulated: true,
      status: 400,
      deliveryId: null,
      webhookId: 'evt_composed',
      eventType: 'note.generated',
      noteId: 'not_Aaaaaaaaaaaaa1',
      verdict: null,
      response: { bodyBase64: btoa('No') },
    },
  ])
  expect(weAccept(lastRequest(), sampleSecret)).toBe(true)
  expect(theLibraryAccepts(lastRequest(), sampleSecret)).toBe(true)
  expect(lastRequest().body.toString()).toBe(body)
  expect(headersOf(lastRequest())).toMatchObject({
    'content-type': 'text/plain',
    'x-mine': '1',
    'notehook-sent': 'edited',
    'content-length': String(body.length),
  })
  const [sent] = sends
  expect(atob(sent?.request?.bodyBase64 ?? '')).toBe(body)
  expect(await core.client.call('receivers.get-send', { id: sent?.id ?? 0 })).toEqual(sent)
  expect((await core.client.call('receivers.sends', { receiverId: id })).sends).toMatchObject([
    { id: sent?.id, eventType: 'note.generated' },
  ])
  const marked = Buffer.from(`\ufeff${body}`).toString('base64')
  expect((await send(id, { bodyBase64: marked })).sends).toMatchObject([{ eventType: 'note.generated' }])
  const [listed] = await core.client.call('receivers.list')
  expect(listed).toMatchObject({ status: { lastSend: null, health: { state: 'up' } } })
  expect(listed?.lastUsedAt).not.toBeNull()
  const { deliveries } = await core.client.call('deliveries.list', {})
  expect(deliveries.some(({ webhookId }) => webhookId === 'evt_composed')).toBe(false)
})

test('lists a composed delivery with the delivery that it was based on', async () => {
  const deliveryId = await core.deliver()
  const { id } = await core.addReceiver({ url: raw.url })
  await core.client.call('receivers.send', { id, sending: { mode: 'retry', deliveryId } })
  const { sends } = await send(id, { deliveryId, bodyBase64: btoa('{"changed":true}') })
  expect(sends).toMatchObject([{ deliveryId, simulated: true, verdict: null }])
  expect((await core.client.call('receivers.sends', { deliveryId })).total).toBe(2)
})

test('signs a composed delivery with an endpoint’s, receiver’s, pasted or sample secret', async () => {
  const { id } = await core.addReceiver({ url: raw.url, signsWith: 'own', ownSecret: otherSecret })
  const { id: without } = await core.addReceiver({ url: raw.url })
  const pasted = `whsec_${Buffer.from('a pasted secret of a test, no more').toString('base64')}`
  for (const [signedBy, secret] of [
    [{ kind: 'endpoint', endpointId: core.endpointId }, core.secret],
    [{ kind: 'receiver' }, otherSecret],
    [{ kind: 'pasted', secret: pasted }, pasted],
    [{ kind: 'sample' }, sampleSecret],
  ] as const) {
    await send(id, { signedBy })
    expect(weAccept(lastRequest(), secret), signedBy.kind).toBe(true)
  }
  expect((await refusalOf(send(without, { signedBy: { kind: 'receiver' } }))).code).toBe('secret-missing')
  const unknown = { kind: 'endpoint', endpointId: 'whe_Bbbbbbbbbbbbb2' } as const
  expect((await refusalOf(send(without, { signedBy: unknown }))).code).toBe('secret-missing')
})

test('a secret that the user pasted appears in no log, record or event', async () => {
  const { id } = await core.addReceiver({ url: raw.url })
  const bare = Buffer.from('a pasted secret of a test, no more').toString('base64')
  await send(id, { signedBy: { kind: 'pasted', secret: `whsec_${bare}` } })
  const refusal = await refusalOf(send(id, { signedBy: { kind: 'pasted', secret: `${bare}!!` } }))
  expect(refusal).toMatchObject({ code: 'invalid-input', message: 'Enter whsec_ followed by base64.' })
  const sends = await core.client.call('receivers.sends', { receiverId: id })
  expect(JSON.stringify([core.log, core.events, sends])).not.toContain(bare)
})

test.each(breakKinds)('previews the exact bytes of a composed delivery with %s', async (breakIt) => {
  const { id } = await core.addReceiver({
    url: raw.url,
    headers: [{ name: 'Content-Type', value: 'application/json', isVisible: true }],
  })
  // A body that every rewrite changes, including the one to Windows-1252.
  const body = '{"t":"é<a/b>=","event_id":"evt_1","event_type":"note.edited", "n":1,\n"data":{}}'
  const composition = aComposition({ breakIt, bodyBase64: Buffer.from(body).toString('base64') })
  const preview = await core.client.call('receivers.preview-composed', { id, composition })
  expect(raw.bytes()).toBe(0)
  const { sends } = await core.client.call('receivers.send-composed', { id, composition })
  expect(sends).toHaveLength(preview.times)
  expect(raw.requests).toHaveLength(preview.times)
  const names = (headers: readonly (readonly [string, string])[] | undefined) =>
    headers?.map(([name]) => name)
  expect(names(lastRequest().headers)).toEqual(names(preview.headers))
  expect(lastRequest().body.length).toBe(Buffer.from(preview.bodyBase64, 'base64').length)
  expect('content-type' in headersOf(lastRequest())).toBe(breakIt !== 'no-content-type')
  const signed = Buffer.from(preview.signedBase64, 'base64').toString()
  expect(signed).toMatch(new RegExp(`^${preview.webhookId}\\.\\d{10}\\.`))
})

test('explains why an invalid composed delivery is rejected', async () => {
  const { id } = await core.addReceiver({ url: raw.url })
  const refused = async (parts: Partial<Composition>) => (await refusalOf(send(id, parts))).message
  expect(await refused({ headers: [['bad name', 'x']] })).toContain('can’t be sent')
  expect(await refused({ headers: [['X-Split', 'a\r\nb: c']] })).toContain('can’t be sent')
  expect(await refused({ breakIt: 'unknown-type', bodyBase64: btoa('[]') })).toContain('no event_type')
  expect(await refused({ deliveryId: 999_999 })).toMatch(/\S/)
  expect(raw.bytes()).toBe(0)
})

test('stores only the newest 200 composed deliveries', async () => {
  const { id } = await core.addReceiver({ url: raw.url })
  for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 41 }, () => send(id)))
  expect((await core.client.call('receivers.sends', { receiverId: id })).total).toBe(200)
})
