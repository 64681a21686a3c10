import { expect, test } from 'vitest'
import { discoveries, discoveryWords } from '#shared/deliveries/discovery.ts'
import { aDelivery } from '../../support/renderer/samples.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()
const generated = (id: number, seconds: number, parts = {}) =>
  aDelivery(id, { eventType: 'note.generated', occurredAt: at(seconds), ...parts })
const granted = (id: number, seconds: number, parts = {}) =>
  aDelivery(id, { eventType: 'note.access_granted', occurredAt: at(seconds), ...parts })

test('pairs the “generated” event of a note with its “access granted” event', () => {
  const [first, second] = [generated(1, 0), granted(2, 4)]
  const found = discoveries([second, aDelivery(3), first])
  expect([...found.keys()].sort()).toEqual([1, 2])
  expect(discoveryWords(first, second).join(' ')).toBe('and access granted 4 s later')
  expect(discoveryWords(second, first).join(' ')).toBe('and generated 4 s earlier')
  expect(discoveryWords(first, granted(4, 300_000)).join(' ')).toBe('and access granted 3 days later')
  expect(discoveryWords(first, granted(4, 0)).join(' ')).toBe('and access granted in the same second')
})

test('pairs only the nearest verified events of the same note and endpoint', () => {
  const found = discoveries([
    generated(1, 0),
    granted(2, 4),
    granted(3, 9_000),
    granted(4, 1, { noteId: 'not_Bbbbbbbbbbbbb2' }),
    granted(5, 1, { endpointId: 'whe_Bbbbbbbbbbbbb2' }),
    granted(6, 1, { verdict: 'signature-mismatch' }),
    granted(7, 1, { noteId: null }),
  ])
  expect([...found].map(([id, other]) => [id, other.id]).sort(([a = 0], [b = 0]) => a - b)).toEqual([
    [1, 2],
    [2, 1],
    [3, 1],
  ])
})

test('pairs the nearest of thousands of events of a note', () => {
  const many = Array.from({ length: 4_000 }, (_, index) =>
    (index % 2 === 0 ? generated : granted)(index + 1, index * 10 + (index % 2 === 0 ? 3 : 0)),
  )
  const found = discoveries(many.toReversed())
  expect(found.size).toBe(many.length)
  // The next event is 7 s away, and the previous one 13 s.
  for (const { id } of many.slice(0, -1)) expect(found.get(id)?.id).toBe(id % 2 === 1 ? id + 1 : id - 1)
})
