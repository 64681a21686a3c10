import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteChanges, hexRowsAround } from '../../../../../renderer/places/inspector/compare/differences.ts'
import { property } from '../../../../support/runs.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('returns where two bodies first differ and how many bytes at their ends are equal', () => {
  expect(byteChanges(bytes('{"a": 1}'), bytes('{"a":1}'))).toEqual({ at: 5, sameEnd: 2 })
  expect(byteChanges(bytes('same'), bytes('same'))).toEqual({ at: null, sameEnd: 0 })
  expect(byteChanges(bytes('body'), bytes('body\n'))).toEqual({ at: 4, sameEnd: 0 })
  expect(byteChanges(bytes(''), bytes('a'))).toEqual({ at: 0, sameEnd: 0 })
})

test('finds exactly the bytes in which two bodies differ', () => {
  const some = fc.uint8Array({ maxLength: 40, max: 3 })
  fc.assert(
    fc.property(some, some, (one, other) => {
      const { at, sameEnd } = byteChanges(one, other)
      if (at === null) {
        expect([...one]).toEqual([...other])
        return
      }
      const changed = other.subarray(at, other.length - sameEnd)
      const made = [...one.subarray(0, at), ...changed, ...one.subarray(one.length - sameEnd)]
      expect(made).toEqual([...other])
      expect(one[at] === other[at]).toBe(false)
    }),
    property(20_000),
  )
})

test('shows the bytes around a difference between two bodies in rows', () => {
  const one = new Uint8Array(200).fill(0x61)
  const other = one.slice(0, 150)
  other[100] = 0xff
  const rows = hexRowsAround(100, one, other)
  expect(rows.map(({ offset }) => offset)).toEqual([64, 80, 96, 112, 128, 144, 160, 176])
  const differing = rows.flatMap((row) =>
    row.bytes.flatMap(({ differs }, at) => (differs ? [row.offset + at] : [])),
  )
  expect(differing[0]).toBe(100)
  expect(differing[1]).toBe(150)
  expect(rows[2]?.bytes[4]).toEqual({ hex: '61', character: 'a', differs: true })
})
