import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signingKey } from '#core/deliveries/listener/verify.ts'
import { signWritten } from '#core/receivers/compose/sign-with-fault.ts'
import { rewriteKinds } from '#shared/deliveries/rewrites.ts'
import { AppError } from '#shared/errors.ts'
import { type BreakKind, breakKinds } from '#shared/receivers/compose.ts'
import { longestBody } from '#shared/receivers/limits.ts'
import { notePayload, sampleSecret } from '../../../../support/deliveries/signed-delivery.ts'
import { theLibraryAccepts, weAccept } from '../../../../support/receivers/judges.ts'
import { property } from '../../../../support/runs.ts'

/** Faults that every receiver must reject, listed independently of the code that adds them. */
const forged: readonly BreakKind[] = [
  ...(['body-changed', 'space-added', 'wrong-secret', 'too-old', 'too-new'] as const),
  ...(['id-changed', 'no-signature', 'only-v2'] as const),
]
const faults = breakKinds.filter((kind) => !rewriteKinds.some((one) => one === kind))

const key = signingKey(sampleSecret)
const nowSeconds = () => Math.floor(Date.now() / 1000)
const headers = [
  ['Content-Type', 'application/json'],
  ['X-Mine', 'a'],
] as const
const make = (
  body: string | Uint8Array,
  breakIt: BreakKind | null,
  more: readonly (readonly [string, string])[] = [],
) =>
  signWritten(
    { headers: [...headers, ...more], body: Buffer.from(body) },
    { key, nowSeconds: nowSeconds(), breakIt },
  )
const headerOf = ({ headers }: ReturnType<typeof make>, lower: string) =>
  headers.find(([name]) => name.toLowerCase() === lower)?.[1]

test.each([null, ...faults])(
  'Notehook and the library agree whether the signature is valid after the fault %s',
  (breakIt) => {
    const sent = make(notePayload('evt_1'), breakIt)
    const isGenuine = breakIt === null || !forged.includes(breakIt)
    expect(weAccept(sent, sampleSecret)).toBe(isGenuine)
    expect(theLibraryAccepts(sent, sampleSecret)).toBe(isGenuine)
  },
)

test.each(faults)('the fault %s keeps the byte order mark of a body', (breakIt) => {
  const written = (body: string) => {
    try {
      return make(body, breakIt).body
    } catch (error) {
      return String(error)
    }
  }
  const plain = written(notePayload('evt_1'))
  const marked = written(`\ufeff${notePayload('evt_1')}`)
  const mark = [0xef, 0xbb, 0xbf]
  if (typeof marked === 'string') return expect(marked).toBe(plain)
  expect([...marked.subarray(0, 3)]).toEqual(mark)
  if (plain.length === longestBody) return expect(marked).toHaveLength(plain.length)
  if (breakIt === 'body-changed') return
  expect(marked.subarray(3)).toEqual(plain)
})

/** Bodies that the library can read, because it takes the body as text and parses JSON. */
const textBody = fc
  .record({
    title: fc.string({ unit: 'grapheme' }),
    pad: fc.nat(40),
    tail: fc.constantFrom('', '\n', '\r\n', ' '),
  })
  .map(
    ({ title, pad, tail }) =>
      `{${' '.repeat(pad)}"event_id" : "evt_2", "event_type":"note.edited","url":"https:\\/\\/example.com","t":${JSON.stringify(title)}}${tail}`,
  )

test('composes a delivery with any body and any fault', () => {
  fc.assert(
    fc.property(textBody, fc.constantFrom(null, ...faults), (body, breakIt) => {
      const sent = make(body, breakIt)
      const isGenuine = breakIt === null || !forged.includes(breakIt)
      expect(weAccept(sent, sampleSecret)).toBe(isGenuine)
      expect(theLibraryAccepts(sent, sampleSecret)).toBe(isGenuine)
    }),
    property(20_000),
  )
})

test('signs a body of arbitrary bytes without changing it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(null, ...forged), (bytes, breakIt) => {
      const sent = make(bytes, breakIt)
      expect(weAccept(sent, sampleSecret)).toBe(breakIt === null)
      const changed = breakIt === 'body-changed' || breakIt === 'space-added'
      expect(Buffer.compare(sent.body, bytes) === 0).toBe(!changed)
    }),
    property(20_000),
  )
})

/**
 * Returns a body that each rewrite changes: several lines, names that are not sorted, a number, and characters that need escapes.
 */
const rewritable = (text: string) =>
  `{\n "z":${JSON.stringify(`${text} é/<>&='+\u2028`)},"event_id":"evt_1" , "n":1}`

test.each(rewriteKinds)('both verifiers reject a delivery whose signed body was rewritten by %s', (kind) => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const body = rewritable(kind === 'windows-1252' ? '' : text).replace(
        kind === 'windows-1252' ? '\u2028' : '',
        '',
      )
      const sent = make(body, kind)
      expect(sent.signed.toString()).toBe(`evt_1.${headerOf(sent, 'webhook-timestamp')}.${body}`)
      expect(Buffer.from(sent.body).toString('latin1')).not.toBe(Buffer.from(body).toString('latin1'))
      expect(weAccept(sent, sampleSecret)).toBe(false)
      expect(theLibraryAccepts(sent, sampleSecret)).toBe(false)
    }),
    property(),
  )
})

test('rejects a fault that would leave the body unchanged', () => {
  const failure = (body: string, kind: BreakKind) => {
    try {
      return make(body, kind).times
    } catch (error) {
      return error instanceof AppError && `${error.code}: ${error.message}`
    }
  }
  expect(failure(notePayload('evt_1'), 'json-compact')).toMatch(
    /^invalid-input: “Rewritten by JSON.*would leave this body as it is/,
  )
  expect(failure('not json', 'gson')).toMatch(/^invalid-input: /)
})

describe('the differences between a broken delivery and the original', () => {
  const body = notePayload('evt_1', { note_id: 'not_Aaaaaaaaaaaaa1' })
  const good = () => make(body, null)

  test('the fault “body changed” keeps the length of the body and its JSON valid', () => {
    const changed = make(body, 'body-changed')
    expect(changed.body.length).toBe(body.length)
    expect(changed.body.toString()).not.toBe(body)
    expect(() => JSON.parse(Buffer.from(changed.body).toString())).not.toThrow()
    expect(Buffer.from(make(body, 'space-added').body).toString()).toBe(`${body} `)
  })

  test('signs a broken delivery with a timestamp that is 10 minutes too old or too new', () => {
    const seconds = Number(headerOf(good(), 'webhook-timestamp'))
    expect(Number(headerOf(make(body, 'too-old'), 'webhook-timestamp')) - seconds).toBeCloseTo(-600, -1)
    expect(Number(headerOf(make(body, 'too-new'), 'webhook-timestamp')) - seconds).toBeCloseTo(600, -1)
    const old = make(body, 'too-old')
    expect(weAccept(old, sampleSecret, new Date(Date.now() - 600_000))).toBe(true)
  })

  test('sends a broken delivery with a webhook-id other than the signed one', () => {
    const changed = make(body, 'id-changed')
    expect(changed.webhookId).toBe('evt_1')
    expect(changed.signed.toString()).toMatch(/^evt_1\.\d+\.\{/)
    expect(headerOf(changed, 'webhook-id')).toMatch(/^evt_[A-Za-z0-9]{14}$/)
  })

  test('signs a broken delivery whose event_id differs from its webhook-id', () => {
    const other = make(body, 'other-event-id')
    expect(headerOf(other, 'webhook-id')).toBe(other.webhookId)
    expect(other.webhookId).not.toBe('evt_1')
    expect(Buffer.from(other.body).toString()).toBe(body)
  })

  test('sends a delivery without a signature, with only v2, or with the valid signature second', () => {
    expect(headerOf(make(body, 'no-signature'), 'webhook-signature')).toBeUndefined()
    expect(headerOf(make(body, 'only-v2'), 'webhook-signature')).toMatch(/^v2,[^ ]{44}$/)
    expect(headerOf(make(body, 'good-second'), 'webhook-signature')).toMatch(/^v1,[^ ]{44} v1,[^ ]{44}$/)
    expect(headerOf(good(), 'webhook-signature')).toMatch(/^v1,[^ ]{44}$/)
  })

  test('sends a delivery twice with the same webhook-id', () => {
    expect(make(body, 'two-same-id').times).toBe(2)
    expect(good().times).toBe(1)
  })

  test('sends a delivery without its content type but otherwise unchanged', () => {
    const sent = make(body, 'no-content-type')
    expect(headerOf(sent, 'content-type')).toBeUndefined()
    expect(sent.headers[0]).toEqual(['X-Mine', 'a'])
  })

  test('pads the body of a delivery to exactly 256 KiB of valid JSON', () => {
    for (const one of [body, '{}', 'not json']) {
      const { body: large } = make(one, 'large-body')
      expect(large.length).toBe(longestBody)
      if (one !== 'not json') expect(JSON.parse(Buffer.from(large).toString())).toMatchObject(JSON.parse(one))
    }
  })

  test('sends a delivery with another event type or other changed fields', () => {
    const unknown = Buffer.from(make(body, 'unknown-type').body).toString()
    expect(unknown).toBe(body.replace('note.generated', 'note.archived'))
    const edited = JSON.parse(Buffer.from(make(body, 'new-changed-fields').body).toString())
    expect(edited).toMatchObject({
      event_type: 'note.edited',
      data: { changed_fields: ['summary', 'attendees'] },
    })
  })
})

test('explains why the selected fault does not apply to a body', () => {
  const failure = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      return error instanceof AppError ? `${error.code}: ${error.message}` : error
    }
    return 'nothing'
  }
  expect(failure(() => make('[]', 'unknown-type'))).toMatch(/^invalid-input: The body has no event_type/)
  expect(failure(() => make('nope', 'new-changed-fields'))).toMatch(/^invalid-input: .*not a JSON object/)
  expect(failure(() => make(Buffer.alloc(longestBody + 1), null))).toMatch(/^invalid-input: .*256 KB/)
  expect(failure(() => make('{}', null, [['webhook-id', 'evt one']]))).toMatch(
    /^invalid-input: .*visible ASCII/,
  )
})
