import { expect, test } from 'vitest'
import { parseHostEvent } from '../../../shared/contract/events.ts'

test('reads an event it knows', () => {
  expect(parseHostEvent({ name: 'endpoints.changed', data: {} })).toEqual({
    name: 'endpoints.changed',
    data: {},
  })
})

test.each([
  ['an event of a newer host', { name: 'weather.changed', data: {} }],
  ['a name of Object.prototype', { name: 'constructor', data: {} }],
  ['data off its schema', { name: 'session.link', data: { waitingUntil: 7, trouble: null } }],
  ['no event at all', 'host.opened'],
  ['nothing', null],
])('passes over %s', (_what, value) => {
  expect(parseHostEvent(value)).toBeNull()
})
