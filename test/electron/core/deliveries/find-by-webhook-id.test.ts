import { expect, onTestFinished, test } from 'vitest'
import { createFindByWebhookId } from '#core/deliveries/find-by-webhook-id.ts'
import { openDeliveryStore } from '../../../support/deliveries/delivery-store.ts'
import { anIncomingDelivery, storeIn } from '../../../support/deliveries/incoming-deliveries.ts'

const rejected = { verdict: 'signature-mismatch', status: 401 } as const

function openLookup() {
  const { database, store, end } = openDeliveryStore()
  onTestFinished(end)
  let at = Date.UTC(2026, 10, 20)
  const next = (webhookId: string, changes: Parameters<typeof anIncomingDelivery>[2]) =>
    anIncomingDelivery(webhookId, at++, changes)
  return {
    database,
    verified: (webhookId: string, changes = {}) => storeIn(store, next(webhookId, changes)),
    unverified: (webhookId: string, changes = {}) => {
      const { trace } = next(webhookId, {})
      store.storeUnverified(
        next(webhookId, { ...rejected, trace: { ...trace, signature: 'mismatch' }, ...changes }),
      )
    },
    find(webhookId: string, workspaceId = 'mine', limit?: number) {
      return createFindByWebhookId(database.sql)({ workspaceId, webhookId, limit }).map(
        ({ webhookId: found, endpointId }) => `${found} ${endpointId}`,
      )
    },
  }
}

test('finds verified and unverified deliveries of all endpoints in a workspace by webhook-id', async () => {
  const { verified, unverified, find } = openLookup()
  unverified('evt_R56u29tnO7FlML', { pathId: 'path-b', endpointId: 'whe_b' })
  await verified('evt_R56u29tnO7FlML')
  await verified('evt_Other000000001')
  await verified('evt_R56u29tnO7FlML', { pathId: 'path-c', endpointId: 'whe_c', workspaceId: 'other' })
  expect(find('evt_R56u29tnO7FlML')).toEqual(['evt_R56u29tnO7FlML whe_a', 'evt_R56u29tnO7FlML whe_b'])
  expect(find('evt_R56u29tnO7FlML', 'other')).toEqual(['evt_R56u29tnO7FlML whe_c'])
  expect(find('evt_R56u29tnO7FlML', 'third')).toEqual([])
  expect(find('evt_r56')).toEqual([])
})

test('finds deliveries by a prefix of their webhook-id, exact matches first and then the newest', async () => {
  const { verified, find } = openLookup()
  for (const end of ['', '1', '2', '3']) await verified(`evt_Same${end}`)
  await verified('evt_Sand')
  expect(find('evt_Same')).toEqual(
    ['evt_Same', 'evt_Same3', 'evt_Same2', 'evt_Same1'].map((id) => `${id} whe_a`),
  )
  expect(find('evt_Same', 'mine', 2)).toHaveLength(2)
  expect(find('%')).toEqual([])
  expect(find('evt_Same\u0000')).toEqual([])
})

test('finds a delivery by its exact webhook-id among thousands with the same prefix', async () => {
  const { database, verified, find } = openLookup()
  await verified('evt_x', { pathId: 'path-z' })
  database.sql.exec(
    `INSERT INTO deliveries (path_id, workspace_id, endpoint_id, webhook_id, webhook_timestamp, first_received_at,
     last_received_at, attempts, verified, verdict, status, response, response_ms, flags, trace, headers, body)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
     SELECT path_id, workspace_id, endpoint_id, 'evt_x' || i, webhook_timestamp, first_received_at, last_received_at,
     1, 1, verdict, status, response, response_ms, flags, trace, headers, body FROM deliveries, n`,
  )
  expect(find('evt_x')[0]).toBe('evt_x whe_a')
})
