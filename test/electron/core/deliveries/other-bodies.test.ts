import { expect, onTestFinished, test } from 'vitest'
import { createOtherBodies } from '#core/deliveries/store/delivery-queries.ts'
import { openDeliveryStore } from '../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../support/deliveries/incoming-deliveries.ts'

test('shows every body that was sent for an event, but only in the event’s workspace', async () => {
  const { database, store, end } = openDeliveryStore()
  onTestFinished(end)
  const { sql } = database
  const keep = (body: Buffer) =>
    storeIn(store, anIncomingDelivery('evt_1', Date.now(), { rawHeaders: ['Webhook-Id', 'evt_1'], body }))
  const bodies = [Buffer.from('{"a":1}'), Buffer.from([0xff, 0, 0xfe]), Buffer.from('{"a":1}')]
  for (const body of bodies) await keep(body)

  const asked = (workspaceId: string) => createOtherBodies(sql)({ workspaceId, id: 1 })
  expect(asked('mine')).toEqual([
    {
      id: 1,
      receivedAt: expect.any(String),
      headers: [['Webhook-Id', 'evt_1']],
      bodyBase64: bodies[1]?.toString('base64'),
    },
  ])
  expect(asked('other')).toEqual([])
})
