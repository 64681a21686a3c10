import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diagnose } from '#core/deliveries/diagnosis/diagnose.ts'
import { originals, rewrite } from '#core/deliveries/diagnosis/rewrites.ts'
import { type Rewrite, rewriteKinds, rewrites } from '#shared/deliveries/rewrites.ts'
import { sampleSecret, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { property } from '../../../../support/runs.ts'

const receivedAt = new Date('2026-11-21T09:00:00Z')
const timestamp = receivedAt.getTime() / 1000

function diagnosed(signed: Uint8Array, received: Uint8Array) {
  const { id, signature } = signDelivery({ timestamp, body: signed })
  return diagnose(
    {
      headers: [
        ['webhook-id', id],
        ['webhook-timestamp', String(timestamp)],
        ['webhook-signature', signature],
      ],
      body: received,
      receivedAt,
    },
    { own: [sampleSecret], whyNone: 'missing', isProven: true, others: [] },
    { toleranceSeconds: 300, serviceAheadSeconds: null },
  )
}

const source = `{"n":12345678901234567890,"é😀":"a/b=<c>&'+\\"\u2028\u0085\\u001b\\\\","d":[1,{}],"n":1.0,"b":[]}`
const written: Readonly<Record<Exclude<Rewrite, 'line-breaks'>, string>> = {
  'json-compact': source,
  'json-2-spaces': `{\n  "n": 12345678901234567890,\n  "é😀": "a/b=<c>&'+\\"\u2028\u0085\\u001b\\\\",\n  "d": [\n    1,\n    {}\n  ],\n  "n": 1.0,\n  "b": []\n}`,
  'json-4-spaces': `{\n    "n": 12345678901234567890,\n    "é😀": "a/b=<c>&'+\\"\u2028\u0085\\u001b\\\\",\n    "d": [\n        1,\n        {}\n    ],\n    "n": 1.0,\n    "b": []\n}`,
  'json-tabs': `{\n\t"n": 12345678901234567890,\n\t"é😀": "a/b=<c>&'+\\"\u2028\u0085\\u001b\\\\",\n\t"d": [\n\t\t1,\n\t\t{}\n\t],\n\t"n": 1.0,\n\t"b": []\n}`,
  'json-ascii': `{"n":12345678901234567890,"\\u00e9\\ud83d\\ude00":"a/b=<c>&'+\\"\\u2028\\u0085\\u001b\\\\","d":[1,{}],"n":1.0,"b":[]}`,
  python: `{"n": 12345678901234567890, "\\u00e9\\ud83d\\ude00": "a/b=<c>&'+\\"\\u2028\\u0085\\u001b\\\\", "d": [1, {}], "n": 1.0, "b": []}`,
  'python-utf8': `{"n": 12345678901234567890, "é😀": "a/b=<c>&'+\\"\u2028\u0085\\u001b\\\\", "d": [1, {}], "n": 1.0, "b": []}`,
  php: `{"n":12345678901234567890,"\\u00e9\\ud83d\\ude00":"a\\/b=<c>&'+\\"\\u2028\\u0085\\u001b\\\\","d":[1,{}],"n":1.0,"b":[]}`,
  'php-utf8': `{"n":12345678901234567890,"é😀":"a\\/b=<c>&'+\\"\\u2028\u0085\\u001b\\\\","d":[1,{}],"n":1.0,"b":[]}`,
  go: `{"n":12345678901234567890,"é😀":"a/b=\\u003cc\\u003e\\u0026'+\\"\\u2028\u0085\\u001b\\\\","d":[1,{}],"n":1.0,"b":[]}`,
  'go-map': `{"b":[],"d":[1,{}],"n":1,"é😀":"a/b=\\u003cc\\u003e\\u0026'+\\"\\u2028\u0085\\u001b\\\\"}`,
  gson: `{"n":12345678901234567890,"é😀":"a/b\\u003d\\u003cc\\u003e\\u0026\\u0027+\\"\\u2028\u0085\\u001b\\\\","d":[1,{}],"n":1.0,"b":[]}`,
  'gson-map': `{"n":1.2345678901234567E19,"é😀":"a/b\\u003d\\u003cc\\u003e\\u0026\\u0027+\\"\\u2028\u0085\\u001b\\\\","d":[1.0,{}],"n":1.0,"b":[]}`,
  dotnet: `{"n":12345678901234567890,"\\u00E9\\uD83D\\uDE00":"a/b=\\u003Cc\\u003E\\u0026\\u0027\\u002B\\u0022\\u2028\\u0085\\u001B\\\\","d":[1,{}],"n":1.0,"b":[]}`,
  newtonsoft: `{"n":12345678901234567890,"é😀":"a/b=<c>&'+\\"\\u2028\\u0085\\u001b\\\\","d":[1,{}],"n":1.0,"b":[]}`,
  'jackson-ascii': `{"n":12345678901234567890,"\\u00E9\\uD83D\\uDE00":"a/b=<c>&'+\\"\\u2028\\u0085\\u001B\\\\","d":[1,{}],"n":1.0,"b":[]}`,
  'jackson-pretty': `{\n  "n" : 12345678901234567890,\n  "é😀" : "a/b=<c>&'+\\"\u2028\u0085\\u001b\\\\",\n  "d" : [ 1, { } ],\n  "n" : 1.0,\n  "b" : [ ]\n}`,
  jsonb: `{"b": [], "d": [1, {}], "n": 1.0, "é😀": "a/b=<c>&'+\\"\u2028\u0085\\u001b\\\\"}`,
  'final-line-break': `${source}\n`,
  'byte-order-mark': `\ufeff${source}`,
  'windows-1252': '',
  'utf-8-twice': '',
  base64: Buffer.from(source).toString('base64'),
  'json-string': JSON.stringify(source),
}

test.each(Object.entries(written).filter(([, text]) => text !== ''))(
  'the rewrite “%s” of a body returns the expected bytes',
  (kind, text) => {
    // Starts with a space, so that compact output differs as well.
    const isJson = !['final-line-break', 'byte-order-mark', 'base64', 'json-string'].includes(kind)
    const [made] = rewrite(kind as Rewrite, Buffer.from(isJson ? ` ${source}` : source))
    expect(made?.toString()).toBe(text)
  },
)

test('converts the encoding and line breaks of a body to the expected bytes', () => {
  const bytes = (kind: Rewrite, text: string) =>
    rewrite(kind, Buffer.from(text)).map((one) => one.toString('latin1'))
  expect(bytes('windows-1252', '{"a":"ë’€"}')).toEqual(['{"a":"\xeb\x92\x80"}'])
  expect(bytes('windows-1252', '{"a":"語"}')).toEqual([])
  expect(rewrite('utf-8-twice', Buffer.from('ë’')).map(String)).toEqual(['Ã«â€™', 'Ã«â\u0080\u0099'])
  expect(bytes('line-breaks', '{\n}\n')).toEqual(['{\r\n}\r\n'])
  expect(bytes('line-breaks', '{\r\n}')).toEqual(['{\n}'])
  expect(bytes('final-line-break', '{}')).toEqual(['{}\n', '{}\r\n'])
  expect(bytes('final-line-break', '{}\r\n')).toEqual(['{}'])
})

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    'https://a.example/b?c=d&e=<f>',
    'Zoë',
    'it’s + "x"',
    '\u2028\u0085\u007f\u001b\b',
    '😀\\',
    '',
  ),
)
const number = fc.constantFrom('0', '7', '12345678901234567890', '-1.50', '1e400', '12345678')
const json = fc.letrec<{ value: unknown; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    text.map((value) => JSON.stringify(value)),
    number,
    fc.constantFrom('true', 'null'),
  ),
  value: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    members(tie('value') as fc.Arbitrary<string>),
  ),
})).value as fc.Arbitrary<string>
function members(value: fc.Arbitrary<string>) {
  return fc
    .array(fc.tuple(fc.oneof(text, fc.constantFrom('a', 'b')), value), { maxLength: 3 })
    .map((all) => `{${all.map(([name, one]) => `${JSON.stringify(name)}:${one}`).join(',')}}`)
}
const payload = members(json).map((object) => `{"event_id":"evt_1","data":${object},"extra":[]}`)

/** Rewrites that lose digits, duplicate names or the order of names. */
const lossy = new Set<Rewrite>(['go-map', 'gson-map', 'jsonb'])
const serializers = rewriteKinds.slice(rewriteKinds.indexOf('json-compact'))
const exact = serializers.filter((kind) => !lossy.has(kind))

test.each(rewriteKinds.filter((kind) => !lossy.has(kind)))(
  'recognizes a body rewritten by %s, whichever program wrote the original',
  (kind) => {
    fc.assert(
      fc.property(payload, fc.constantFrom(...exact), fc.constantFrom('', '\n'), (object, writer, tail) => {
        const original = Buffer.concat([
          rewrite(writer, Buffer.from(` ${object}`))[0] ?? Buffer.alloc(0),
          Buffer.from(tail),
        ])
        for (const received of rewrite(kind, original)) {
          const { conclusion, checks } = diagnosed(original, received)
          const same = rewriteKinds.find((one) =>
            rewrite(one, original).some((made) => made.equals(received)),
          )
          const label = rewrites[same ?? kind][0]
          expect(checks.filter(({ outcome }) => outcome === 'matches')).toMatchObject([{ sentence: label }])
          expect(conclusion.sentence.toLowerCase()).toBe(`changed in transit: ${label}`.toLowerCase())
          expect(conclusion.advice).toContain(rewrites[same ?? kind][1])
        }
      }),
      property(),
    )
  },
)

/** JSON with numbers that fit in a double, unique names, and few possible orders. */
const sortable = fc
  .tuple(
    fc.shuffledSubarray(['event_id', 'note_id', 'by', 'é', 'data'], { minLength: 2 }),
    fc.array(text, { minLength: 5, maxLength: 5 }),
    fc.constantFrom('7', '12345678', '-3'),
  )
  .map(
    ([names, texts, count]) =>
      `{${names.map((name, at) => `"${name}":${name === 'data' ? `{"n":${count},"m":["x"]}` : JSON.stringify(texts[at])}`).join(',')}}`,
  )

test.each([...lossy])('recognizes a body rewritten by %s if the rewrite lost no data', (kind) => {
  fc.assert(
    fc.property(sortable, fc.constantFrom('json-compact', 'python', 'json-2-spaces'), (object, writer) => {
      const original = rewrite(writer as Rewrite, Buffer.from(` ${object}`))[0] ?? Buffer.alloc(0)
      for (const received of rewrite(kind, original)) {
        const found = diagnosed(original, received).checks.filter(({ outcome }) => outcome === 'matches')
        const same = rewriteKinds.find((one) => rewrite(one, original).some((made) => made.equals(received)))
        expect(found).toMatchObject([{ sentence: rewrites[same ?? kind][0] }])
      }
    }),
    property(200),
  )
})

test('names both changes of a body that was changed twice in transit', () => {
  const original = Buffer.from('{"event_id":"evt_1","url":"https://a.example/?b=c&d"}')
  const received = Buffer.concat([rewrite('go', original)[0] ?? original, Buffer.from('\n')])
  expect(diagnosed(original, received).conclusion.sentence).toBe(
    'Changed in transit: rewritten by Go or Rails, then final line break added or removed',
  )
})

test('names the program and the indentation of a body that was escaped and pretty-printed', () => {
  const original = Buffer.from('{"event_id":"evt_1","url":"https://a.example/é?b=c&d","none":[]}')
  const pretty =
    '{\n    "event_id": "evt_1",\n    "url": "https:\\/\\/a.example\\/\\u00e9?b=c&d",\n    "none": []\n}'
  for (const received of [pretty, `${pretty}\n`]) {
    expect(diagnosed(original, Buffer.from(received)).conclusion.sentence).toBe(
      'Changed in transit: rewritten by PHP, then rewritten with 4 spaces',
    )
  }
})

test('reports JSON in an unknown style without naming a program', () => {
  const original = Buffer.from('{"a":"b","c":[1,2]}')
  const received = Buffer.from('{ "a":"b" , "c":[1, 2] }')
  expect(diagnosed(original, received).conclusion.sentence).toBe(
    'Changed in transit: rewritten as other JSON',
  )
})

test('does not rewrite invalid or deeply nested JSON', () => {
  for (const body of [
    Buffer.from('not json'),
    Buffer.from([0xff, 0x7b, 0x7d]),
    Buffer.from('['.repeat(65) + ']'.repeat(65)),
  ])
    expect(serializers.flatMap((kind) => rewrite(kind, body))).toEqual([])
})

test('returns different possible originals of a body, up to a limit', () => {
  const body = fc.oneof(
    payload.map((object) => Buffer.from(object)),
    fc.uint8Array({ maxLength: 60 }),
  )
  fc.assert(
    fc.property(body, fc.nat(60), (received, most) => {
      const found = [...originals(received, most)].map((one) => one.toString('latin1'))
      expect(found.length).toBeLessThanOrEqual(most)
      expect(new Set([...found, Buffer.from(received).toString('latin1')]).size).toBe(found.length + 1)
    }),
    property(5_000),
  )
})
