import { expect, test } from 'vitest'
import { readPassedResponse, serviceWaitsMs } from '#shared/deliveries/responses/recorded-response.ts'
import { refusalOf } from '../../../../support/core/open-core.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { notePayload, rawRequest, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import { answerWith, openRawReceiver, type RawReceiver } from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore, type ReceivingCore } from '../../../../support/receivers/receiving-core.ts'

const quiet = { listening: false }

/** Delivers as the service does, and resolves to the status and the duration of the response. */
async function serviceGets(app: ReceivingCore, id: string, secret = app.secret) {
  const status = await app.client.call('listener.status')
  const [endpoint] = await app.client.call('endpoints.list')
  const path = new URL(endpoint?.url ?? '').pathname
  const body = notePayload(id, { note_id: `not_of_${id}` })
  const began = performance.now()
  const { responses } = await exchange(
    status.state === 'listening' ? status.port : 0,
    rawRequest(path, signDelivery({ id, secret, body })),
  )
  return { status: responses[0]?.status ?? null, ms: performance.now() - began }
}

const recorded = async (app: ReceivingCore, id: string) => {
  const { deliveries } = await app.client.call('deliveries.list', { limit: 200 })
  const found = deliveries.find(({ webhookId }) => webhookId === id)
  return app.client.call('deliveries.get', { id: found?.id ?? 0 })
}

async function passing(app: ReceivingCore, target: RawReceiver, exactly = false) {
  const receiver = await app.addReceiver({ url: target.url })
  const on = { receiverId: receiver.id, endpointId: app.endpointId, exactly }
  const { passThrough } = await app.client.call('receivers.set-pass-through', { on })
  expect(passThrough).toMatchObject(on)
  return receiver
}

/** The receiver's response, then the response to the service and its record, by default and with *exactly*. */
const table: readonly (readonly [number, number, string, number, string])[] = [
  [200, 200, 'passed 200', 200, 'passed 200'],
  [204, 200, 'passed 204 for 200', 200, 'passed 204 for 200'],
  [301, 503, 'passed 301 as 503', 301, 'passed 301'],
  [302, 503, 'passed 302 as 503', 302, 'passed 302'],
  [400, 503, 'passed 400 as 503', 400, 'passed 400'],
  [401, 503, 'passed 401 as 503', 401, 'passed 401'],
  [404, 503, 'passed 404 as 503', 404, 'passed 404'],
  [408, 408, 'passed 408', 408, 'passed 408'],
  [410, 503, 'passed 410 as 503', 410, 'passed 410'],
  [429, 429, 'passed 429', 429, 'passed 429'],
  [500, 500, 'passed 500', 500, 'passed 500'],
  [503, 503, 'passed 503', 503, 'passed 503'],
]

test.each([false, true])(
  'passes twelve kinds of receiver responses to the service (exactly: %s)',
  async (exactly) => {
    const app = await openReceivingCore(quiet)
    const target = await openRawReceiver()
    await passing(app, target, exactly)
    for (const [received, softened, text, exact, exactText] of table) {
      const id = `evt_p${received}`
      // Checks when the receiver gets the request that the delivery is already stored.
      let wasStored = false
      target.answer = (request, socket) => {
        void recorded(app, id).then((delivery) => {
          wasStored = delivery.status === 503 && delivery.attemptLog[0]?.answer === 'passed none as 503'
          answerWith(received)(request, socket)
        })
      }
      const { status } = await serviceGets(app, id)
      expect({ received, status, wasStored }).toEqual({
        received,
        status: exactly ? exact : softened,
        wasStored: true,
      })
      await eventually(async () => {
        const delivery = await recorded(app, id)
        expect(delivery).toMatchObject({ status: exactly ? exact : softened })
        expect(delivery.attemptLog[0]).toMatchObject({
          status: exactly ? exact : softened,
          answer: exactly ? exactText : text,
        })
      })
    }
    expect(target.requests).toHaveLength(table.length)
  },
)

test('answers the service with a retryable status while the receiver is down or late', async () => {
  const app = await openReceivingCore(quiet)
  const target = await openRawReceiver()
  await passing(app, target)
  target.answer = () => {}
  const late = await serviceGets(app, 'evt_late')
  expect(late.status).toBe(503)
  expect(late.ms).toBeGreaterThan(9_000)
  expect(late.ms).toBeLessThan(serviceWaitsMs)
  await eventually(async () => {
    const { responseMs } = await recorded(app, 'evt_late')
    expect(responseMs).toBeGreaterThan(9_000)
    expect(responseMs).toBeLessThanOrEqual(Math.ceil(late.ms))
  })
  await target.close()
  expect((await serviceGets(app, 'evt_late')).status).toBe(503)
  const again = await openRawReceiver({ port: target.port })
  expect((await serviceGets(app, 'evt_late')).status).toBe(200)
  expect(again.requests).toHaveLength(1)
  await eventually(async () => {
    const { attempts, status, attemptLog } = await recorded(app, 'evt_late')
    expect({ attempts, status }).toEqual({ attempts: 3, status: 200 })
    expect(attemptLog.map(({ answer }) => answer)).toEqual([
      'passed none as 503',
      'passed none as 503',
      'passed 200',
    ])
  })
  const [endpoint] = await app.client.call('endpoints.list')
  expect(endpoint?.fourDays).toMatchObject({ failingSince: null })
})

test('never passes unverified requests to the receiver', async () => {
  const app = await openReceivingCore(quiet)
  const target = await openRawReceiver()
  await passing(app, target)
  const forged = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  expect((await serviceGets(app, 'evt_forged', forged)).status).not.toBe(200)
  expect(target.requests).toHaveLength(0)
})

test('ends pass-through when its receiver is removed or gets another URL', async () => {
  const app = await openReceivingCore(quiet)
  const target = await openRawReceiver()
  const receiver = await passing(app, target)
  const current = async () => (await app.client.call('receivers.pass-through')).passThrough
  const on = { receiverId: receiver.id, endpointId: 'whe_00000000000000', exactly: false }
  expect((await refusalOf(app.client.call('receivers.set-pass-through', { on }))).code).toBe('not-found')
  expect(await current()).toMatchObject({ endpointId: app.endpointId })
  await app.client.call('receivers.update', { id: receiver.id, changes: { name: 'Renamed' } })
  expect(await current()).not.toBeNull()
  await app.client.call('receivers.update', { id: receiver.id, changes: { url: `${target.url}/other` } })
  expect(await current()).toBeNull()
  const other = await passing(app, target)
  await app.client.call('receivers.remove', { id: other.id })
  expect(await current()).toBeNull()
  expect((await serviceGets(app, 'evt_after')).status).toBe(200)
  expect(target.requests).toHaveLength(0)
})

test('sends a delivery only once to a receiver that is both live and passed through', async () => {
  const app = await openReceivingCore(quiet)
  const target = await openRawReceiver()
  const receiver = await passing(app, target)
  await app.client.call('receivers.set-live', { id: receiver.id, live: true })
  expect((await serviceGets(app, 'evt_once')).status).toBe(200)
  target.answer = () => {}
  const pending = serviceGets(app, 'evt_quit')
  await eventually(() => expect(target.requests).toHaveLength(2))
  await app.close()
  expect((await pending).status).toBe(503)
  expect(target.requests).toHaveLength(2)
})

test('reads the status that the service got only from records of pass-through responses', () => {
  expect(readPassedResponse('stored')).toBeNull()
  expect(readPassedResponse('passed')).toBeNull()
  expect(readPassedResponse('passed 404 as 503')).toEqual({ status: 503, received: 404, isSoftened: true })
  expect(readPassedResponse('passed 204 for 200')).toEqual({ status: 200, received: 204, isSoftened: false })
  expect(readPassedResponse('passed none as 503')).toEqual({ status: 503, received: null, isSoftened: false })
})
