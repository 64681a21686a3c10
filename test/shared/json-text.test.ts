import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatJson, membersOf, onlyMembers, withMember } from '#shared/json-text.ts'
import { property } from '../support/runs.ts'

const space = fc.constantFrom('', ' ', '\n  ', '\t', '\r\n')
const number = fc.constantFrom('12345678901234567890', '1.0', '-0', '1e400', '0.10', '7')
const text = fc.string({ unit: 'binary', maxLength: 6 }).map((value) => JSON.stringify(value))
const escaped = fc.constantFrom('"\\u003d"', '"\\/"', '"\\ud83d"', '"}"', '",\\""')
const name = fc.constantFrom('"a"', '"b"', '"data"', '"\\u0061"', '"__proto__"', '""')

/** Valid but unusual JSON: odd numbers, escapes, white space and duplicate names. */
const { value } = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, number, text, escaped, tie('list'), tie('object')),
  list: fc
    .tuple(fc.array(tie('value'), { maxLength: 3 }), space)
    .map(([all, gap]) => `[${gap}${all.join(`${gap},`)}${gap}]`),
  object: objectOf(tie('value')),
}))

function objectOf(some: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.tuple(name, some), { maxLength: 4 }), space, space)
    .map(
      ([all, gap, other]) =>
        `{${gap}${all.map(([key, one]) => `${key}${other}:${gap}${one}`).join(`${other},${gap}`)}${other}}`,
    )
}

const tokens = (json: string) => json.match(/"(?:[^"\\]|\\.)*"|[^\s"]/gs)

test('formatting JSON changes only its white space', () => {
  fc.assert(
    fc.property(value, (json) => {
      expect(tokens(formatJson(json) ?? '')).toEqual(tokens(json))
    }),
    property(),
  )
})

test('finds every member of a JSON object at its position', () => {
  fc.assert(
    fc.property(objectOf(value), (json) => {
      const members = membersOf(json)
      const last = new Map(members.map((one) => [one.name, JSON.parse(json.slice(one.from, one.to))]))
      expect([...last]).toEqual(Object.entries(parsed(json)))
    }),
    property(),
  )
})

test('copies the selected members of a JSON object as written', () => {
  fc.assert(
    fc.property(objectOf(value), (json) => {
      expect(tokens(onlyMembers(json, () => true))).toEqual(tokens(json))
      expect(Object.entries(parsed(onlyMembers(json, (key) => key !== 'a')))).toEqual(
        Object.entries(parsed(json)).filter(([key]) => key !== 'a'),
      )
    }),
    property(),
  )
})

test('sets a member of a JSON object and keeps every other character', () => {
  fc.assert(
    fc.property(objectOf(value), fc.constantFrom('a', 'b', 'new', '__proto__'), value, (json, key, next) => {
      const edited = withMember(json, [key], next)
      expect([...new Map([...Object.entries(parsed(json)), [key, JSON.parse(next)]])]).toEqual(
        Object.entries(parsed(edited)),
      )
      const place = membersOf(edited).findLast((one) => one.name === key)
      const before = membersOf(json).findLast((one) => one.name === key)
      const start = before?.from ?? membersOf(json).at(-1)?.to ?? 0
      expect(edited.slice(0, start)).toBe(json.slice(0, start))
      if (before) expect(edited.slice(place?.to)).toBe(json.slice(before.to))
    }),
    property(),
  )
})

test('sets a nested JSON member and creates its parent if it is missing', () => {
  expect(withMember('{"n": 1.0, "data": {"x": 12345678901234567890}}', ['data', 'y'], '[]')).toBe(
    '{"n": 1.0, "data": {"x": 12345678901234567890,"y": []}}',
  )
  expect(withMember('{"data": null}', ['data', 'y'], '[]')).toBe('{"data": {"y": []}}')
  expect(withMember('{\n  "a": 1\n}', ['data', 'y'], '[]')).toBe('{\n  "a": 1,\n  "data": {"y": []}\n}')
})

/** Parses into an object without a prototype, so that `__proto__` is an ordinary name. */
function parsed(json: string): object {
  return Object.assign(Object.create(null), JSON.parse(json))
}
