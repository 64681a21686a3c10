import { expect, test } from 'vitest'
import { passThroughAnswer } from '#core/receivers/forward/pass-through.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'

/** The receiver's response, the response to the service, and the same with *exactly*. */
const table: readonly (readonly [received: number | null, told: string, exactly: string])[] = [
  [200, '200', '200'],
  [201, '200', '200'],
  [204, '200', '200'],
  [301, '503 softened', '301'],
  [302, '503 softened', '302'],
  [304, '503 softened', '304'],
  [400, '503 softened', '400'],
  [401, '503 softened', '401'],
  [404, '503 softened', '404'],
  [408, '408', '408'],
  [410, '503 softened', '410'],
  [429, '429', '429'],
  [500, '500', '500'],
  [502, '502', '502'],
  [503, '503', '503'],
  [599, '599', '599'],
  [600, '503 softened', '503 softened'],
  [999, '503 softened', '503 softened'],
  [null, '503', '503'],
]

const words = (received: number | null, exactly: boolean) => {
  const { status, isSoftened } = passThroughAnswer(received, exactly)
  return `${status}${isSoftened ? ' softened' : ''}`
}

test.each(table)(
  'passes a receiver’s status %s to the service as %s, or with “exactly” as %s',
  (received, told, exactly) => {
    expect([words(received, false), words(received, true)]).toEqual([told, exactly])
  },
)

test('without “exactly”, no status of a receiver fails a delivery permanently', () => {
  for (let received = 100; received < 1000; received++) {
    const { status } = passThroughAnswer(received, false)
    expect(deliveryOutcome(status)).not.toBe('failed')
    expect(deliveryOutcome(status) === 'delivered').toBe(deliveryOutcome(received) === 'delivered')
  }
})
