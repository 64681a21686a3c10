import { expect, test } from 'vitest'
import { eventually } from '../../../../support/eventually.ts'
import { answerWith, openRawReceiver } from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore } from '../../../../support/receivers/receiving-core.ts'

test('lists a failed forward until a later send of the delivery succeeds', async () => {
  const app = await openReceivingCore()
  const { client } = app
  const receiver = await openRawReceiver()
  receiver.answer = answerWith(500)
  const { id } = await app.addReceiver({ name: 'Laptop', url: receiver.url })
  await client.call('receivers.set-live', { id, live: true })
  const deliveryId = await app.deliver()
  const failed = (deliveryIds = [deliveryId]) => client.call('receivers.failed-forwards', { deliveryIds })
  await eventually(async () =>
    expect(await failed()).toMatchObject([{ deliveryId, receiverId: id, status: 500, cause: 'live' }]),
  )
  // The next ids may be those of the sandbox's own events.
  expect(await failed([deliveryId + 1_000_000])).toEqual([])
  // A manual send may fail on purpose.
  const send = () => client.call('receivers.send', { id, sending: { mode: 'retry', deliveryId } })
  receiver.answer = answerWith(404)
  await send()
  expect(await failed()).toMatchObject([{ status: 500 }])
  receiver.answer = answerWith(204)
  await send()
  expect(await failed()).toEqual([])
  receiver.answer = answerWith(410)
  await send()
  expect(await failed(), 'the forward is made good, whatever comes later').toEqual([])
})
