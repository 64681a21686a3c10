import { expect, test } from 'vitest'
import { attemptsOf } from '../../../../../renderer/places/inspector/detail/same-event.ts'
import { aWholeDelivery } from '../../../../support/renderer/samples.ts'

const at = (id: number, ...seconds: number[]) => {
  const times = seconds.map((second) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString())
  return aWholeDelivery(id, {
    firstReceivedAt: times[0] ?? '',
    attemptLog: times.map((receivedAt) => ({
      receivedAt,
      webhookTimestamp: null,
      verdict: 'verified' as const,
      status: 500,
      answer: 'stored',
    })),
  })
}
const idsOf = (deliveries: Parameters<typeof attemptsOf>[0]) =>
  attemptsOf(deliveries).map(({ deliveryId }) => deliveryId)

test('lists the attempts of an event in order of arrival', () => {
  expect(idsOf([at(2, 5, 30), at(1, 0), at(3, 10)])).toEqual([1, 2, 3, 2])
})

test('keeps the attempts of an event in order after the clock was set back', () => {
  expect(idsOf([at(2, 5, 10), at(1, 40)])).toEqual([1, 2, 2])
})
