import { expect, test } from 'vitest'
import { eventually } from '../../../../support/eventually.ts'
import { answerWith, openRawReceiver } from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore } from '../../../../support/receivers/receiving-core.ts'

test('returns the last result of a delivery at each receiver, consistent with the filter', async () => {
  const app = await openReceivingCore()
  const { client } = app
  const receiver = await openRawReceiver()
  receiver.answer = answerWith(500)
  const { id } = await app.addReceiver({ name: 'Laptop', url: receiver.url })
  await client.call('receivers.set-live', { id, live: true })
  const deliveryId = await app.deliver()
  const results = (deliveryIds = [deliveryId]) => client.call('receivers.results', { deliveryIds })
  const hasFailed = async () =>
    (await client.call('deliveries.list', { q: 'sent:failed' })).deliveries.some(
      (one) => one.id === deliveryId,
    )
  await eventually(async () =>
    expect(await results()).toMatchObject({
      sends: [{ deliveryId, receiverId: id, status: 500, cause: 'live' }],
      pending: [],
    }),
  )
  expect(await hasFailed()).toBe(true)
  // Uses an id far above the last one, because the sandbox's own events get the next ids.
  expect(await results([deliveryId + 1_000_000])).toEqual({ sends: [], pending: [] })
  const send = () => client.call('receivers.send', { id, sending: { mode: 'retry', deliveryId } })
  receiver.answer = answerWith(204)
  await send()
  expect(await results()).toMatchObject({ sends: [{ status: 204, verdict: 'fixed' }] })
  expect(await hasFailed()).toBe(false)
  receiver.answer = answerWith(410)
  await client.call('receivers.send-composed', {
    id,
    composition: {
      deliveryId,
      bodyBase64: btoa('{}'),
      headers: [],
      breakIt: null,
      signedBy: { kind: 'sample' },
    },
  })
  expect(await results(), 'a composed request may be broken on purpose').toMatchObject({
    sends: [{ status: 204 }],
  })
  expect(await hasFailed()).toBe(false)
})

test('returns which deliveries are being sent and which are queued', async () => {
  const app = await openReceivingCore()
  const { client } = app
  const receiver = await openRawReceiver()
  const answered = Promise.withResolvers<void>()
  receiver.answer = (...to: Parameters<ReturnType<typeof answerWith>>) =>
    void answered.promise.then(() => answerWith(204)(...to))
  const { id } = await app.addReceiver({ name: 'Laptop', url: receiver.url })
  await client.call('receivers.set-live', { id, live: true })
  const first = await app.deliver()
  const pending = async (deliveryIds: number[]) =>
    (await client.call('receivers.results', { deliveryIds })).pending
  await eventually(async () =>
    expect(await pending([first])).toEqual([{ deliveryId: first, receiverId: id, why: null }]),
  )
  answered.resolve()
  await eventually(async () => expect(await pending([first])).toEqual([]))
  await receiver.close()
  const second = await app.deliver()
  await eventually(async () =>
    expect(await pending([first, second])).toEqual([
      { deliveryId: second, receiverId: id, why: 'No connection' },
    ]),
  )
})
