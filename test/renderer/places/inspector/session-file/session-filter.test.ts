import { expect, test } from 'vitest'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { matchingDeliveries } from '../../../../../renderer/places/inspector/session-file/session-filter.ts'
import { aWholeDelivery } from '../../../../support/renderer/samples.ts'

test('filters the deliveries of a session file by fields and words of bodies', () => {
  const said = (text: string) => Buffer.from(JSON.stringify({ said: text })).toString('base64')
  const all = [
    aWholeDelivery(1, { bodyBase64: said('Crème Brûlée'), status: 500 }),
    aWholeDelivery(2, { bodyBase64: said('weekly budget'), verdict: 'stale' }),
    aWholeDelivery(3, { bodyBase64: '/w==', remark: 'odd bytes' }),
  ]
  const ids = (text: string) => matchingDeliveries(all, parseDeliveryFilter(text)).map(({ id }) => id)
  expect(ids('')).toEqual([1, 2, 3])
  expect(ids('creme bru')).toEqual([1])
  expect(ids('"weekly budget" verdict:stale')).toEqual([2])
  expect(ids('weekly status:5xx')).toEqual([])
  expect(ids('-budget')).toEqual([1, 3])
  expect(ids('remark:bytes')).toEqual([3])
  expect(ids('verdict:foo')).toEqual([1, 2, 3])
})
