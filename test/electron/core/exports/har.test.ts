import { expect, test } from 'vitest'
import { harEntry } from '#core/exports/har.ts'
import { aWholeDelivery } from '../../../support/renderer/samples.ts'

test('exports the attempts of an event as one HAR entry', () => {
  const at = (second: number, status: number) => ({
    receivedAt: `2026-01-01T00:00:0${second}Z`,
    webhookTimestamp: '1767225600',
    verdict: 'verified' as const,
    status,
    answer: 'stored',
  })
  const entry = harEntry(
    aWholeDelivery(1, { attempts: 3, status: 200, attemptLog: [at(1, 500), at(2, 500), at(7, 200)] }),
  )
  expect(entry.response.status).toBe(200)
  expect(entry._attempts).toBe(3)
  expect(entry._attemptLog).toEqual([
    { startedDateTime: '2026-01-01T00:00:01Z', status: 500 },
    { startedDateTime: '2026-01-01T00:00:02Z', status: 500 },
    { startedDateTime: '2026-01-01T00:00:07Z', status: 200 },
  ])
})
