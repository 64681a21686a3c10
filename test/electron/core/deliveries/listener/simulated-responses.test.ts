import { describe, expect, onTestFinished, test } from 'vitest'
import type { ResponseRule } from '#shared/deliveries/responses/simulated-response.ts'
import { openCore, refusalOf } from '../../../../support/core/open-core.ts'
import { openTestDeliveryEngine } from '../../../../support/deliveries/open-delivery-engine.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { notePayload, rawRequest, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'

const plain: ResponseRule = {
  ...{ status: 500, delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 },
}

async function open() {
  const opened = await openTestDeliveryEngine()
  onTestFinished(() => opened.close())
  const path = opened.addPath('sim')
  const send = async (delivery = signDelivery(), to = path) => {
    const { responses } = await exchange(opened.port, rawRequest(to, delivery), 1)
    return responses[0]?.status
  }
  const { engine, store } = opened
  const simulate = (rule: Partial<ResponseRule> | null) =>
    engine.simulatedResponses.set('whe_sim', rule && { ...plain, ...rule })
  const all = () => store.deliveries({ limit: 200 }).deliveries
  return { ...opened, send, simulate, all }
}

describe('simulated responses', () => {
  test('stores a delivery with its simulated response, marked as simulated', async () => {
    const { send, simulate, all, store } = await open()
    simulate({ status: 500 })
    expect(await send()).toBe(500)
    const [kept] = all()
    expect(kept).toMatchObject({ verdict: 'verified', status: 500, attempts: 1 })
    expect(store.delivery(kept?.id ?? 0).attemptLog).toMatchObject([{ status: 500, answer: 'simulated 500' }])
  })

  test.each([200, 204, 302, 304, 404, 429, 599])(
    'the listener answers a delivery with the simulated status %i',
    async (status) => {
      const { send, simulate } = await open()
      simulate({ status })
      expect(await send()).toBe(status)
    },
  )

  test('the listener responds normally as soon as the user resets simulated responses', async () => {
    const { send, simulate, events } = await open()
    expect(simulate({ status: 410 })).toMatchObject([{ endpointId: 'whe_sim', rule: { status: 410 } }])
    expect(await send()).toBe(410)
    expect(simulate(null)).toEqual([])
    expect(await send()).toBe(200)
    expect(events.filter(({ name }) => name === 'listener.simulated-responses-changed')).toHaveLength(2)
  })

  test('a simulated response fails the first two attempts of each event and accepts the third', async () => {
    const { send, simulate, all, store } = await open()
    simulate({ status: 503, firstAttempts: 2 })
    const [one, two] = [signDelivery(), signDelivery()]
    expect([await send(one), await send(one), await send(two), await send(one), await send(two)]).toEqual([
      503, 503, 503, 200, 503,
    ])
    const kept = all().find(({ webhookId }) => webhookId === one.id)
    expect(kept).toMatchObject({ status: 200, attempts: 3 })
    expect(store.delivery(kept?.id ?? 0).attemptLog).toMatchObject([
      { status: 503, answer: 'simulated 503' },
      { status: 503, answer: 'simulated 503' },
      { status: 200, answer: 'duplicate' },
    ])
  })

  test('simulates responses only for the selected event types of the endpoint', async () => {
    const { send, simulate, addPath } = await open()
    simulate({ status: 418, eventTypes: ['note.edited'] })
    const edited = () => signDelivery({ body: notePayload('evt_1', { event_type: 'note.edited' }) })
    expect(await send(edited())).toBe(418)
    expect(await send(signDelivery({ body: 'not json' }))).toBe(200)
    expect(await send()).toBe(200)
    expect(await send(edited(), addPath('other'))).toBe(200)
  })

  test('simulates a response for the selected share of deliveries, chosen at random', async () => {
    const { send, simulate } = await open()
    simulate({ status: 500, sharePercent: 50 })
    const got = await Promise.all(Array.from({ length: 60 }, () => send()))
    expect(new Set(got)).toEqual(new Set([200, 500]))
  })

  test('does not simulate responses to unverified requests', async () => {
    const { send, simulate } = await open()
    simulate({ status: 204 })
    const forged = { ...signDelivery(), signature: 'v1,AAAA' }
    expect(await send(forged)).toBe(401)
    const stale = signDelivery({ timestamp: Math.floor(Date.now() / 1000) - 4000 })
    expect(await send(stale)).toBe(503)
  })

  test('delays up to 32 simulated responses without delaying other endpoints', async () => {
    const { send, simulate, all, addPath } = await open()
    simulate({ status: 200, delayMs: 3000 })
    const other = addPath('quick')
    const late = Array.from({ length: 40 }, () => send())
    await eventually(() => expect(all()).toHaveLength(40))
    expect(await send(signDelivery(), other)).toBe(200)
    const got = await Promise.all(late)
    expect(got.filter((status) => status === 200)).toHaveLength(32)
    expect(got.filter((status) => status === 503)).toHaveLength(8)
    // The delayed responses no longer occupy their slots.
    simulate({ status: 202, delayMs: 1 })
    expect(await send()).toBe(202)
  })

  test('sends delayed simulated responses at once when the listener stops', async () => {
    const { send, simulate, all, engine, store } = await open()
    simulate({ status: 201, delayMs: 60_000 })
    const waiting = send()
    await eventually(() => expect(all()).toHaveLength(1))
    await engine.stop()
    expect(await waiting).toBe(201)
    // The service times out after a minute, so the list shows 408. The attempt log keeps the actual response.
    const [line] = all()
    expect(line).toMatchObject({ status: 408, attempts: 1 })
    expect(line?.responseMs).toBeGreaterThanOrEqual(60_000)
    expect(store.delivery(line?.id ?? 0).attemptLog).toEqual([
      expect.objectContaining({ status: 201, answer: 'simulated 201 after 60000 ms' }),
    ])
  })

  test('rejects a simulated response for an endpoint whose deliveries go to another URL', async () => {
    const { engine, paths, simulate } = await open()
    expect(() => engine.simulatedResponses.set('whe_elsewhere', plain)).toThrow('go to another receiver')
    simulate({})
    paths.remove('sim')
    expect(engine.simulatedResponses.list()).toEqual([])
  })
})

test('the sandbox service retries a delivery after a simulated 500', async () => {
  const { client, sandboxes } = await openCore({ sandbox: { speed: 20_000 } })
  await client.call('sandbox.start', { notes: 10 })
  const [endpoint] = await client.call('endpoints.list')
  const endpointId = endpoint?.id ?? ''
  await client.call('listener.set-simulated-response', { endpointId, rule: { ...plain, firstAttempts: 2 } })
  const retried = await eventually(() => {
    const log = sandboxes[0]?.deliveries() ?? []
    const one = log.find(({ state, attempts }) => state === 'delivered' && attempts.length >= 3)
    if (!one) throw new Error('None was tried three times yet.')
    return one
  })
  expect(retried.attempts.map(({ status }) => status)).toEqual([500, 500, 200])
  const { deliveries } = await client.call('deliveries.list', {})
  const kept = deliveries.filter(({ webhookId }) => webhookId === retried.eventId)
  expect(kept).toMatchObject([{ attempts: 3, status: 200, verdict: 'verified' }])
})

test('restarting the app removes all simulated responses', async () => {
  const first = await openCore()
  await first.client.call('sandbox.start', { notes: 10 })
  const [endpoint] = await first.client.call('endpoints.list')
  await first.client.call('listener.set-simulated-response', { endpointId: endpoint?.id ?? '', rule: plain })
  expect(await first.client.call('listener.simulated-responses')).toHaveLength(1)
  await first.close()
  const second = await openCore({ dataFolder: first.dataFolder })
  expect(await second.client.call('listener.simulated-responses')).toEqual([])
})

test('rejects a simulated response with values out of range', async () => {
  const { client } = await openCore()
  for (const odd of [{ status: 100 }, { delayMs: 90_000 }, { sharePercent: 0 }, { firstAttempts: 0 }]) {
    const call = client.call('listener.set-simulated-response', {
      endpointId: 'whe_x',
      rule: { ...plain, ...odd },
    })
    expect(await refusalOf(call)).toMatchObject({ code: 'invalid-input' })
  }
})
