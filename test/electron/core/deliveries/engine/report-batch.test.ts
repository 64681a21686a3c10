import { expect, test } from 'vitest'
import { readCommitted } from '#core/deliveries/engine/engine-messages.ts'
import { createReportBatch } from '#core/deliveries/engine/serve-engine.ts'
import { DeliverySummary } from '#shared/deliveries/model.ts'
import { aDelivery } from '../../../../support/renderer/samples.ts'

const at = (second: number) => `2026-11-21T09:00:0${second}.000Z`
const response = (second: number, status: number, pathId = 'path-a') => ({
  pathId,
  status,
  isMismatch: false,
  webhookId: `evt_${second}`,
  at: at(second),
})

test('a batch reports all committed deliveries, and separately those that are new events', () => {
  const batch = createReportBatch(() => {})
  const event = aDelivery(1, { flags: ['schema'], remark: 'Look "here"', starred: true, endpointUrl: null })
  const unverified = aDelivery(2, { verdict: 'unsigned', status: 401, noteId: null, eventType: null })
  const again = aDelivery(3, { attempts: 2 })
  batch.committed({ deliveries: [event, unverified], events: [event] })
  batch.committed({ deliveries: [again], events: [] })
  const [committed, ...others] = batch.take()
  expect(others).toEqual([])
  if (committed?.kind !== 'committed') throw new Error('No deliveries.')
  const { deliveries, events } = readCommitted(committed.rows)
  expect(deliveries).toEqual([event, unverified, again])
  expect(events).toEqual([event])
  expect(Object.keys(deliveries[0] ?? {}).sort()).toEqual(Object.keys(DeliverySummary.shape).sort())
  expect(batch.take()).toEqual([])
})

test('a batch groups consecutive responses if their path and status are equal', () => {
  const batch = createReportBatch(() => {})
  for (const one of [response(1, 200), response(2, 200), response(3, 500), response(4, 200, 'path-b')])
    batch.responded(one)
  batch.responded(response(5, 200))
  batch.responded({ ...response(6, 200), isMismatch: true })
  const said = batch.take().map((one) => (one.kind === 'responded' ? { ...one, kind: undefined } : one))
  expect(said).toEqual([
    { pathId: 'path-a', status: 200, isMismatch: false, webhookIds: ['evt_1', 'evt_2'], at: [at(1), at(2)] },
    { pathId: 'path-a', status: 500, isMismatch: false, webhookIds: ['evt_3'], at: [at(3)] },
    { pathId: 'path-b', status: 200, isMismatch: false, webhookIds: ['evt_4'], at: [at(4)] },
    { pathId: 'path-a', status: 200, isMismatch: false, webhookIds: ['evt_5'], at: [at(5)] },
    { pathId: 'path-a', status: 200, isMismatch: true, webhookIds: ['evt_6'], at: [at(6)] },
  ])
  batch.responded(response(7, 200))
  expect(batch.take()).toHaveLength(1)
})

test('a batch reports only the latest verified delivery of each path', () => {
  const batch = createReportBatch(() => {})
  batch.verified({ pathId: 'path-a', at: at(1) })
  batch.verified({ pathId: 'path-b', at: at(2) })
  batch.verified({ pathId: 'path-a', at: at(3) })
  expect(batch.take()).toEqual([
    { kind: 'verified', pathId: 'path-a', at: at(3) },
    { kind: 'verified', pathId: 'path-b', at: at(2) },
  ])
})
