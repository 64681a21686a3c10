import { expect, test } from 'vitest'
import { rewriteKinds } from '#shared/deliveries/rewrites.ts'
import { breakKinds, expectationOf, judge } from '#shared/receivers/compose.ts'

const response = (status: number | null, code: 'timeout' | 'no-connection' | null = null) => ({
  status,
  problem: code === null ? null : { code },
})

test('compares a receiver’s response with that of a correct receiver', () => {
  const table = [200, 204, 302, 400, 404, 503].map((status) => [
    judge('accept', response(status)),
    judge('refuse', response(status)),
    judge('no-5xx', response(status)),
  ])
  expect(table).toEqual([
    ['right', 'wrong', 'right'],
    ['right', 'wrong', 'right'],
    ['wrong', 'right', 'right'],
    ['wrong', 'right', 'right'],
    ['wrong', 'right', 'right'],
    ['wrong', 'right', 'wrong'],
  ])
})

test('a receiver’s missing response counts as wrong only if the request was sent', () => {
  expect(judge('refuse', response(null, 'timeout'))).toBe('wrong')
  expect(judge('refuse', response(null, 'no-connection'))).toBe('unknown')
  expect(judge('accept', response(null))).toBe('unknown')
})

test('a correct receiver rejects every delivery with an invalid signature', () => {
  expect(breakKinds.filter((kind) => expectationOf(kind) === 'refuse')).toEqual([
    ...breakKinds.slice(0, breakKinds.indexOf('only-v2') + 1),
    ...rewriteKinds,
  ])
  expect(expectationOf(null)).toBe('accept')
})
