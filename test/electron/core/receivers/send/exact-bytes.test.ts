import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openRawReceiver } from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore } from '../../../../support/receivers/receiving-core.ts'
import { patience, property } from '../../../../support/runs.ts'

/** Visible, or a byte above ASCII, and spaces inside. */
const value = fc
  .array(fc.oneof(fc.integer({ min: 0x21, max: 0x7e }), fc.integer({ min: 0xa0, max: 0xff })), {
    maxLength: 24,
  })
  .map((codes) => String.fromCharCode(...codes))
const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]{0,11}$/).map((text) => `x-${text}`)
const usual = fc.constantFrom(
  'Accept',
  'ACCEPT',
  'User-Agent',
  'Content-Encoding',
  'content-type',
  'x-dup',
  'X-Dup',
  'constructor',
  '__proto__',
)
/** RFC 9110, section 7.6.1. */
const ofConnection = fc.constantFrom('TE', 'Keep-Alive', 'Trailer', 'proxy-connection', 'Upgrade', 'X-Listed')
const ofProxies = fc.constantFrom(
  'X-Forwarded-For',
  'x-forwarded-proto',
  'Forwarded',
  'Via',
  'X-Real-IP',
  'CF-Ray',
  'cf-connecting-ip',
  'Ngrok-Trace-Id',
)
const headers = fc.array(fc.tuple(fc.oneof(token, usual, ofProxies, ofConnection), value), { maxLength: 12 })

const oddJson = fc
  .record({
    title: fc.string({ unit: 'binary' }),
    pad: fc.nat(40),
    tail: fc.constantFrom('', '\n', '\r\n', ' '),
  })
  .map(({ title, pad, tail }) =>
    Buffer.from(
      `{${' '.repeat(pad)}"event_type" :\t"note.edited","url":"https:\\/\\/example.com","t":${JSON.stringify(title)}}${tail}`,
    ),
  )
const body = fc.oneof(
  oddJson,
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
)

/** By the design: written apart from what sends. */
const isReplaced = (name: string) =>
  /^(?:host|content-length|transfer-encoding|connection|notehook-sent)$/i.test(name)
const isLeftOut = (name: string) =>
  /^(?:x-forwarded-|cf-|ngrok-)|^(?:forwarded|via|x-real-ip)$/i.test(name) ||
  /^(?:te|keep-alive|trailer|proxy-connection|upgrade|x-listed)$/i.test(name)
const isSigned = (name: string) => /^webhook-(?:timestamp|signature)$/i.test(name)

test(
  'bodies arrive byte for byte, and headers in their order and case, as often as they came',
  async () => {
    const core = await openReceivingCore()
    const raw = await openRawReceiver()
    const { id } = await core.addReceiver({ url: raw.url })
    await fc.assert(
      fc.asyncProperty(headers, body, fc.constantFrom('exact', 'retry'), async (extra, bytes, mode) => {
        const deliveryId = await core.deliver({
          body: bytes,
          headers: ['Connection', 'X-Listed', ...extra.flat()],
        })
        const before = raw.requests.length
        const sent = await core.client.call('receivers.send', { id, sending: { mode, deliveryId } })
        expect(sent.problem).toBeNull()
        const got = raw.requests[before]
        const stored = await core.client.call('deliveries.get', { id: deliveryId })
        // The last ones that came are the ones that were made up here.
        expect(stored.headers.slice(stored.headers.length - extra.length)).toEqual(extra)
        expect(Buffer.compare(got?.body ?? Buffer.alloc(0), bytes)).toBe(0)
        const comparable = (pairs: readonly (readonly [string, string])[] = []) =>
          pairs.filter(([name]) => !isReplaced(name) && (mode === 'exact' || !isSigned(name)))
        expect(comparable(got?.headers)).toEqual(
          comparable(stored.headers).filter(([name]) => !isLeftOut(name)),
        )
        expect(got?.headers.filter(([name]) => isLeftOut(name))).toEqual([])
        expect(sent.request?.leftOut).toEqual(extra.flatMap(([name]) => (isLeftOut(name) ? [name] : [])))
        expect(got?.headers.filter(([name]) => /^notehook-sent$/i.test(name))).toEqual([
          ['notehook-sent', mode],
        ])
      }),
      property(20_000),
    )
  },
  patience(60_000),
)
