import { expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { enabledState } from '../../../../../renderer/places/endpoints/endpoint-state.ts'
import {
  arrangeEndpoints,
  type EndpointSort,
} from '../../../../../renderer/places/endpoints/list/endpoint-order.ts'
import { anEndpoint } from '../../../../support/renderer/samples.ts'

const tomas = { name: 'Tomas Reyes', email: 'tomas.reyes@example.com' }
const one = anEndpoint({
  id: 'whe_1',
  url: 'https://b.example.com/in',
  createdAt: '2026-01-02T00:00:00Z',
  secret: 'proven',
})
const two = anEndpoint({
  id: 'whe_2',
  url: 'https://a.example.com/in',
  createdAt: '2026-01-03T00:00:00Z',
  enabled: false,
})
const three = anEndpoint({
  id: 'whe_3',
  url: 'https://c.example.com/in',
  createdAt: null,
  secret: 'missing',
  lastDeliveryAt: '2026-01-05T00:00:00Z',
})

test('sorts endpoints in the selected order', () => {
  expect(ids([one, two, three], 'listed')).toEqual(['whe_1', 'whe_2', 'whe_3'])
  expect(ids([one, two, three], 'name')).toEqual(['whe_2', 'whe_1', 'whe_3'])
  expect(ids([one, two, three], 'created')).toEqual(['whe_2', 'whe_1', 'whe_3'])
  expect(ids([one, two, three], 'delivery')).toEqual(['whe_3', 'whe_1', 'whe_2'])
  expect(ids([one, two, three], 'state'), 'what wants a hand comes first').toEqual([
    'whe_2',
    'whe_3',
    'whe_1',
  ])
})

test('sorts an endpoint with recent failures before healthy ones', () => {
  const failing = anEndpoint({
    id: 'whe_6',
    url: 'https://z.example.com/in',
    secret: 'proven',
    fourDays: {
      lastSuccessAt: '2026-01-05T00:00:00Z',
      failingSince: '2026-01-05T00:00:01Z',
      mismatches: null,
      failures: 1,
      disablesAt: '2026-01-09T00:00:00Z',
    },
  })
  expect(enabledState(failing)).toMatchObject({ short: 'Failing', tone: 'warn' })
  expect(enabledState({ ...failing, enabled: false }).short).toBe('Disabled')
  expect(ids([one, failing], 'state')).toEqual(['whe_6', 'whe_1'])
})

test('finds endpoints that contain every searched word in any order', () => {
  expect(ids([one, two, three], 'listed', 'IN c.example')).toEqual(['whe_3'])
  expect(ids([one, two, three], 'listed', 'nowhere')).toEqual([])
})

test('groups endpoints by creator if there is more than one', () => {
  const gone = anEndpoint({ id: 'whe_4', createdBy: null })
  const his = anEndpoint({ id: 'whe_5', createdBy: tomas })
  const { items, headings } = arrangeEndpoints(
    [gone, his, one, two],
    { text: '', sort: 'listed' },
    ({ url }) => url,
  )
  expect(items.map(({ id }) => id)).toEqual(['whe_1', 'whe_2', 'whe_5', 'whe_4'])
  expect([...headings]).toEqual([
    ['whe_1', 'Mara Lindqvist · 2'],
    ['whe_5', 'Tomas Reyes · 1'],
    ['whe_4', 'Account deleted · 1'],
  ])
  const left = arrangeEndpoints([gone, his, one], { text: 'b.example', sort: 'listed' }, ({ url }) => url)
  expect([...left.headings.keys()]).toEqual(['whe_1'])
  expect(arrangeEndpoints([one, two], { text: '', sort: 'listed' }, ({ url }) => url).headings.size).toBe(0)
})

function ids(endpoints: readonly Endpoint[], sort: EndpointSort, text = ''): readonly string[] {
  return arrangeEndpoints(endpoints, { text, sort }, ({ url }) => url).items.map(({ id }) => id)
}
