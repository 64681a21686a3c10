import { expect, test } from 'vitest'
import { sampleEvents } from '#shared/deliveries/events/event-types.ts'
import { unknownNames } from '#shared/deliveries/events/unknown-names.ts'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'

test('finds no unknown fields or event types in the specification’s samples', () => {
  for (const event of Object.values(sampleEvents)) expect(unknownNames(JSON.stringify(event))).toEqual([])
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"data":[],"event_type":4}',
    '{"data":{"changed_fields":[1,null]}}',
  ])
    expect(unknownNames(text)).toEqual([])
})

test('ignores a byte order mark before the payload', () => {
  const body = '{"event_type":"note.archived","data":{"or":2}}'
  expect(unknownNames(`\ufeff${body}`)).toEqual(unknownNames(body))
  expect(unknownNames(body)).toHaveLength(2)
})

test('returns a filter for each unknown field or event type', () => {
  const names = unknownNames(
    '{"event_type":"note.archived","my key":1,"data":{"or":2,"changed_fields":["title","title"]}}',
  )
  expect(names.map(({ kind, name }) => [kind, name])).toEqual([
    ['event-type', 'note.archived'],
    ['field', 'my key'],
    ['field', 'data.or'],
    ['changed-field', 'title'],
  ])
  const [type, key, or] = names.map(({ q }) => parseDeliveryFilter(q))
  expect(type?.types.any).toEqual(['note.archived'])
  expect(key?.phrases).toHaveLength(1)
  expect(or?.phrases).toHaveLength(1)
  for (const filter of [type, key, or]) expect(filter?.verdicts.any).toEqual(['verified'])
})

test('returns at most eight unknown fields and event types', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]))
  expect(unknownNames(JSON.stringify(many))).toHaveLength(8)
  expect(
    unknownNames(JSON.stringify({ '" -type:x "': 1, '': 2, ['x'.repeat(200)]: 3, '\u202ename': 4 })),
  ).toEqual([])
  expect(unknownNames('{"__proto__":{"changed_fields":["x"]}}').map(({ name }) => name)).toEqual([
    '__proto__',
  ])
})
