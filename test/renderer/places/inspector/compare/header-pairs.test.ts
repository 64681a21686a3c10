import { expect, test } from 'vitest'
import { headerPairs, isReordered } from '../../../../../renderer/places/inspector/compare/differences.ts'

test('pairs the headers of two deliveries by name, ignoring case', () => {
  const left = [
    ['Webhook-Id', 'evt_1'],
    ['Via', 'a'],
    ['Via', 'b'],
    ['Accept', '*/*'],
  ] as const
  const right = [
    ['Via', 'a'],
    ['webhook-id', 'evt_1'],
    ['Via', 'c'],
    ['Connection', 'close'],
  ] as const
  expect(
    headerPairs(left, right).map(({ left: one, right: other, state }) => [one?.[1], other?.[1], state]),
  ).toEqual([
    ['evt_1', 'evt_1', 'spelled'],
    ['a', 'a', 'same'],
    ['b', 'c', 'changed'],
    ['*/*', undefined, 'left-only'],
    [undefined, 'close', 'right-only'],
  ])
  expect(isReordered(left, right)).toBe(true)
  expect(isReordered(left, left)).toBe(false)
})
