import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { notePayload, signDelivery } from '../../../../support/deliveries/signed-delivery.ts'
import { eventually } from '../../../../support/eventually.ts'
import { headersOf, openRawReceiver } from '../../../../support/receivers/raw-receiver.ts'
import { openReceivingCore } from '../../../../support/receivers/receiving-core.ts'
import { patience, property } from '../../../../support/runs.ts'

/** A header value of visible ASCII, bytes above ASCII, and inner spaces. */
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

/** Whether a header is replaced, determined independently of the code that sends. */
const isReplaced = (name: string) =>
  /^(?:host|content-length|transfer-encoding|connection|notehook-sent)$/i.test(name)
const isLeftOut = (name: string) =>
  /^(?:x-forwarded-|cf-|ngrok-)|^(?:forwarded|via|x-real-ip)$/i.test(name) ||
  /^(?:te|keep-alive|trailer|proxy-connection|upgrade|x-listed)$/i.test(name)
const isSigned = (name: string) => /^webhook-(?:timestamp|signature)$/i.test(name)

test(
  'sends bodies byte for byte, and headers in their original order and case',
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
        // The headers that the test generated come last.
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

/** Headers that an HTTP client rejects, replaces or treats specially. */
const special: readonly (readonly [name: string, value: string])[] = [
  ['Trailer', 'X-T'],
  ['Transfer-Encoding', 'chunked'],
  ['transfer-encoding', 'gzip, chunked'],
  ['Content-Length', '1'],
  ['Expect', '100-continue'],
  ['expect', 'anything'],
  ['HOST', '[::1]:1'],
  ['Host', ''],
  ['Connection', 'webhook-id, Webhook-Signature,content-type'],
  ['Connection', 'keep-alive, x-a, host, content-length, notehook-sent'],
  ['connection', ' ,, '],
  ['Upgrade', 'websocket'],
  ['HTTP2-Settings', ''],
  ['TE', 'trailers'],
  ['Keep-Alive', 'timeout=5'],
  ['Content-Disposition', 'attachment; filename=\xfc'],
  ['content-disposition', 'attachment; filename=\xc3\xbc'],
  ['Content-Encoding', 'gzip'],
  ['Date', 'never'],
  ['Cookie', 'a=b'],
  ['Set-Cookie', '\x80'],
  ['Proxy-Authorization', '\ta'],
  ['X-Folded', 'a\r\n b'],
  ['X-Empty', ''],
]
const upgrade = [
  ['Connection', 'Upgrade, HTTP2-Settings'],
  ['Upgrade', 'h2c'],
  ['HTTP2-Settings', 'AAMAAABk'],
] as const
const expecting = [
  ['Expect', '100-continue'],
  ['X-Bytes', '\xfc'],
] as const
const examples = [...special.map((header) => [header]), [...upgrade], [...expecting]].map(
  (headers): [(readonly [string, string])[], boolean] => [headers, false],
)
const anyName = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,12}$/)
const anyValue = fc
  .array(
    fc.oneof(fc.constant(9), fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff })),
    {
      maxLength: 16,
    },
  )
  .map((codes) => String.fromCharCode(...codes))
const anyHeaders = fc.array(fc.oneof(fc.constantFrom(...special), fc.tuple(anyName, anyValue)), {
  maxLength: 5,
})

test(
  'sends every delivery that the listener accepts, with a valid signature',
  async () => {
    const core = await openReceivingCore({ listening: false })
    const { client } = core
    const raw = await openRawReceiver()
    const receiver = await core.addReceiver({ url: raw.url })
    await client.call('receivers.set-live', { id: receiver.id, live: true })
    const status = await client.call('listener.status')
    const [endpoint] = await client.call('endpoints.list')
    if (status.state !== 'listening' || !endpoint) throw new Error('unreachable')
    const noteId = 'not_sameNote000001'
    let serial = 0
    const accepted = new Set<string>()
    const arrived = (id: string) => raw.requests.find((request) => headersOf(request)['webhook-id'] === id)

    const parameters = property(20_000)
    await fc.assert(
      fc.asyncProperty(anyHeaders, fc.boolean(), async (extra, isChunked) => {
        const id = `evt_odd${String(++serial).padStart(8, '0')}`
        const signed = signDelivery({
          id,
          secret: core.secret,
          timestamp: Math.floor((Date.now() + core.ahead) / 1000),
          body: notePayload(id, { note_id: noteId }),
        })
        const lines = [
          ['Host', 'hooks.example.com'],
          ['Content-Type', 'application/json'],
          ['webhook-id', id],
          ['webhook-timestamp', signed.timestamp],
          ['webhook-signature', signed.signature],
          ['Connection', 'close'],
          isChunked ? ['Transfer-Encoding', 'chunked'] : ['Content-Length', String(signed.body.length)],
          ...extra,
        ].map(([name, value]) => `${name}: ${value}\r\n`)
        const head = `POST ${new URL(endpoint.url).pathname} HTTP/1.1\r\n${lines.join('')}\r\n`
        const text = signed.body.toString('latin1')
        const body = isChunked ? `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n` : text
        const { responses } = await exchange(status.port, head + body, 3)
        if (responses.at(-1)?.status !== 200) return
        for (const [name] of extra) accepted.add(name.toLowerCase())
        const next = `evt_next${String(serial).padStart(8, '0')}`
        await core.deliver({ id: next, noteId })
        await eventually(() => expect(arrived(next)).toBeDefined())
        const got = arrived(id)
        expect(got?.body.toString()).toBe(signed.body.toString())
        for (const [name, value] of extra)
          if (!isReplaced(name) && !value.includes('\r') && got?.headers.some((header) => header[0] === name))
            expect(got.headers).toContainEqual([name, value.replace(/^[ \t]+|[ \t]+$/g, '')])
        expect(new Webhook(core.secret).verify(got?.body ?? '', headersOf(got))).toMatchObject({
          event_id: id,
        })
      }),
      // Runs every example, even in the quick run.
      { ...parameters, numRuns: Math.max(parameters.numRuns, examples.length), examples },
    )
    for (const name of ['trailer', 'expect', 'connection', 'upgrade', 'x-empty', 'set-cookie'])
      expect(accepted).toContain(name)
  },
  patience(60_000),
)
