import { expect, test } from 'vitest'
import { fakeKeychain, openCore, separateService } from '../../../../support/core/open-core.ts'
import {
  notePayload,
  otherSecret,
  type SignedDelivery,
  signDelivery,
} from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'

/** Creates an endpoint whose deliveries are signed with another secret than the stored one. */
async function mistaken() {
  const service = await separateService()
  const opened = await openCore({ secrets: fakeKeychain() })
  const { client } = opened
  await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
  await client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com' })
  const endpoint = await client.call('endpoints.create', {
    receiver: { kind: 'inspector' },
    scopes: ['personal'],
    events: [],
    folderIds: [],
  })
  const right = service.endpoints()[0]?.signingSecret ?? ''
  const post = async ({ id, timestamp, signature, body }: SignedDelivery) => {
    const status = await client.call('listener.status')
    const origin = status.state === 'listening' ? status.origin : ''
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    const answer = await fetch(origin + new URL(endpoint.url).pathname, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    })
    return answer.status
  }
  const state = async (expected: string) =>
    eventually(async () => expect(await client.call('endpoints.list')).toMatchObject([{ secret: expected }]))
  const clock = async () => (await client.call('endpoints.list'))[0]?.fourDays
  return { client, opened, service, endpoint, right, post, state, clock }
}

test('reports a wrong secret after three failed events unless it has verified a delivery', async () => {
  const { client, endpoint, right, post, state } = await mistaken()
  await client.call('endpoints.import-secret', { id: endpoint.id, secret: otherSecret })
  for (let n = 0; n < 2; n += 1) await post(signDelivery({ id: `evt_${n}`, secret: right }))
  // Retries of an event do not count again.
  for (let n = 0; n < 3; n += 1) await post(signDelivery({ id: 'evt_1', secret: right }))
  await state('kept')
  await post(signDelivery({ id: 'evt_2', secret: right }))
  await state('wrong')

  await client.call('endpoints.import-secret', { id: endpoint.id, secret: right })
  await state('proven')
  for (let n = 10; n < 14; n += 1) await post(signDelivery({ id: `evt_${n}`, secret: otherSecret }))
  await state('proven')
})

test('altered bodies and stale deliveries do not count as signs of a wrong secret', async () => {
  const { right, post, state } = await mistaken()
  for (let n = 0; n < 4; n += 1) {
    const signed = signDelivery({ id: `evt_${n}`, secret: right })
    const rewritten = JSON.stringify(JSON.parse(notePayload(`evt_${n}`)), null, 2)
    await post({ ...signed, body: Buffer.from(rewritten) })
    const old = Math.floor(Date.now() / 1000) - 4_000
    await post(signDelivery({ id: `evt_old_${n}`, secret: otherSecret, timestamp: old }))
  }
  await state('kept')
})

test('does not count forged requests as failures of an endpoint', async () => {
  const { opened, right, post, clock } = await mistaken()
  expect(await post(signDelivery({ id: 'evt_real', secret: right }))).toBe(200)
  for (let n = 0; n < 4; n += 1) {
    expect(await post(signDelivery({ id: `evt_forged_${n}`, secret: otherSecret }))).toBe(401)
  }
  expect(await clock()).toMatchObject({
    failingSince: null,
    failures: 0,
    disablesAt: null,
    mismatches: { requests: 4, since: expect.any(String) },
  })

  // Signs a delivery correctly and alters it afterwards, as only the genuine sender can cause.
  const signed = signDelivery({ id: 'evt_altered', secret: right })
  const rewritten = JSON.stringify(JSON.parse(notePayload('evt_altered')), null, 2)
  expect(await post({ ...signed, body: Buffer.from(rewritten) })).toBe(401)
  expect(await clock()).toMatchObject({ failingSince: expect.any(String), failures: 5, mismatches: null })

  expect(await post(signDelivery({ id: 'evt_later', secret: right }))).toBe(200)
  expect(await clock()).toMatchObject({ failingSince: null, failures: 0, mismatches: null })
  // A correctly signed delivery that is not stored counts as a failure at once.
  opened.ahead = 3_600_000
  expect(await post(signDelivery({ id: 'evt_old', secret: right }))).toBe(503)
  expect(await clock()).toMatchObject({ failures: 1, mismatches: null })
})

test('starts the four-day countdown to the endpoint’s disabling if its secret is wrong', async () => {
  const { client, endpoint, right, post, state, clock } = await mistaken()
  await client.call('endpoints.import-secret', { id: endpoint.id, secret: otherSecret })
  await post(signDelivery({ id: 'evt_1', secret: right }))
  expect(await clock()).toMatchObject({ failingSince: null, mismatches: { requests: 1 } })
  for (let n = 2; n < 4; n += 1) await post(signDelivery({ id: `evt_${n}`, secret: right }))
  await state('wrong')
  expect(await clock()).toMatchObject({ failures: 3, disablesAt: expect.any(String), mismatches: null })
})
