import { expect, test } from 'vitest'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [299, 'delivered'],
  [301, 'failed'],
  [308, 'failed'],
  [400, 'failed'],
  [401, 'failed'],
  [404, 'failed'],
  [408, 'retried'],
  [409, 'failed'],
  [410, 'failed'],
  [429, 'retried'],
  [500, 'retried'],
  [503, 'retried'],
  [599, 'retried'],
])('the service treats a response of %i as %s (section 3 of the specification)', (status, outcome) => {
  expect(deliveryOutcome(status)).toBe(outcome)
})
