import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bounded, cursorKeyOf, decodeCursor, emptyEnvelope, pieceOf } from '#core/agents/answers.ts'
import { hostileTexts } from '../../../support/hostile-text.ts'
import { property } from '../../../support/runs.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

test('limits a tool’s answer to 24 kB, and returns every one of 10,000 rows once across its pages', () => {
  const text = fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.string({ unit: 'binary', minLength: 200, maxLength: 2_000 }),
  )
  const scenario = fc.property(fc.array(text, { minLength: 1, maxLength: 7 }), (texts) => {
    const all = Array.from({ length: 10_000 }, (_, id) => ({
      id,
      untrusted: { text: texts[id % texts.length] },
    }))
    const key = cursorKeyOf('a_tool', 'w', { q: '' })
    const seen: number[] = []
    let next: string | null = null
    do {
      const from = Number(decodeCursor(key, next ?? undefined) ?? 0)
      const rows = all.slice(from, from + 50)
      const more = { of: 'rows', hasMore: from + 50 < all.length, after: (kept: number) => from + kept }
      const answer = bounded({ ...emptyEnvelope(null), rows }, more, key)
      const shown = answer.rows as typeof rows
      expect(bytesOf(answer)).toBeLessThan(24_000)
      expect(answer.shown).toBe(shown.length)
      expect(answer.truncated).toBe(answer.next !== null)
      seen.push(...shown.map(({ id }) => id))
      next = answer.next
    } while (next !== null)
    expect(seen).toEqual(all.map(({ id }) => id))
  })
  fc.assert(scenario, { ...property(200), numRuns: 5, endOnFailure: true })
})

test('rejects a paging cursor that was returned for a different tool input', () => {
  const answer = bounded(
    { ...emptyEnvelope(null), rows: [1] },
    { of: 'rows', hasMore: true, after: () => 1 },
    'one',
  )
  expect(decodeCursor('one', answer.next)).toBe(1)
  for (const [key, next] of [
    ['other', answer.next],
    ['one', 'nonsense'],
    ['one', Buffer.from('["one"').toString('base64url')],
  ] as const) {
    expect(() => decodeCursor(key, next)).toThrow('belongs to another input')
  }
})

test('splits a body into pieces of limited size without losing a byte', () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(text)),
    fc.constantFrom(...hostileTexts).map((text) => Buffer.from(text.repeat(20))),
  )
  const scenario = fc.property(content, fc.integer({ min: 32, max: 200 }), (bytes, most) => {
    const pieces: Buffer[] = []
    for (let from = 0; from < bytes.length; ) {
      const { body, end } = pieceOf(bytes, from, most)
      expect(bytesOf(body.text)).toBeLessThanOrEqual(most)
      expect(end).toBeGreaterThan(from)
      pieces.push(Buffer.from(body.text, body.encoding))
      from = end
    }
    expect(Buffer.concat(pieces)).toEqual(bytes)
  })
  fc.assert(scenario, property())
})
