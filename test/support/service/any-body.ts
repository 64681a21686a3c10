import fc from 'fast-check'
import { notePayload } from '../deliveries/signed-delivery.ts'
import { hostileTexts } from '../hostile-text.ts'

const repeated = (text: string, most: number) => fc.integer({ min: 1, max: most }).map((n) => text.repeat(n))
const hostile = fc.constantFrom(...hostileTexts)
const text = fc.oneof(fc.string({ unit: 'binary' }), hostile)

/** Any body that a sender may send: an event, something similar, JSON, text, bytes, and long or deeply nested values. */
export const anyBody: fc.Arbitrary<Buffer> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(hostile, text, text, fc.jsonValue())
      .map(([type, note, key, value]) =>
        notePayload(note, { event_type: type, note_id: note, [key]: value, changed_fields: [type] }),
      )
      .map((body) => Buffer.from(body)),
  },
  { weight: 4, arbitrary: fc.json().map((body) => Buffer.from(body)) },
  { weight: 4, arbitrary: text.map((body) => Buffer.from(body)) },
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 400 }).map((body) => Buffer.from(body)) },
  {
    weight: 1,
    arbitrary: fc
      .oneof(
        repeated('[', 20_000),
        repeated('1,', 20_000).map((list) => `[${list}1]`),
        repeated('\u202e', 20_000),
        repeated('"\u200b",', 5_000).map((list) => `[${list}1]`),
        repeated('<b>', 20_000),
        repeated('x', 100_000),
      )
      .map((body) => Buffer.from(body)),
  },
)
