import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeliveryFlag, Verdict } from '#shared/deliveries/model.ts'
import {
  openTestDeliveryEngine,
  type TestDeliveryEngine,
} from '../../../../support/deliveries/open-delivery-engine.ts'
import { exchange } from '../../../../support/deliveries/raw-http.ts'
import { settled } from '../../../../support/deliveries/settled.ts'
import {
  notePayload,
  otherSecret,
  rawRequest,
  type SignedDelivery,
  sampleSecret,
  signDelivery,
} from '../../../../support/deliveries/signed-delivery.ts'

let app: TestDeliveryEngine

beforeAll(async () => {
  app = await openTestDeliveryEngine()
})
afterAll(() => app.close())

/** A request to its own path, the expected responses, and the deliveries stored afterwards, newest first. */
interface Row {
  readonly input: string
  readonly send: (path: string) => Buffer | string
  readonly statuses: readonly number[]
  readonly word?: string
  readonly head?: RegExp
  readonly kept?: readonly Verdict[]
  readonly flags?: readonly DeliveryFlag[]
  readonly path?: Parameters<TestDeliveryEngine['addPath']>[1]
  readonly closes?: boolean
}

const now = () => Math.floor(Date.now() / 1000)
const signed = signDelivery
const valid = (path: string, headers: string[] = []) => rawRequest(path, signed(), { headers })
const altered = (changes: Partial<SignedDelivery>) => (path: string) =>
  rawRequest(path, { ...signed(), ...changes })
const bare = (lines: readonly string[], body = '') => `${lines.join('\r\n')}\r\n\r\n${body}`
const webhookLines = ({ id, timestamp, signature }: SignedDelivery) => [
  `webhook-id: ${id}`,
  `webhook-timestamp: ${timestamp}`,
  `webhook-signature: ${signature}`,
]
const chunked = (path: string, delivery: SignedDelivery, chunks: string, extra: string[] = []) =>
  bare(
    [`POST ${path} HTTP/1.1`, 'Host: a', ...webhookLines(delivery), 'Transfer-Encoding: chunked', ...extra],
    chunks,
  )
const inChunks = (body: Buffer) => {
  const text = body.toString('latin1')
  const half = Math.floor(text.length / 2)
  return [text.slice(0, half), text.slice(half)]
    .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
    .join('')
}

const verified: readonly Row[] = [
  { input: 'a valid delivery', send: valid, statuses: [200], word: 'stored', kept: ['verified'] },
  {
    input: 'an id with dots',
    send: (path) => rawRequest(path, signed({ id: 'evt.1.2' })),
    statuses: [200],
    kept: ['verified'],
    flags: ['dotted-id'],
  },
  {
    input: 'several signatures of which one is right',
    send: (path) => {
      const delivery = signed()
      return rawRequest(path, { ...delivery, signature: `v1,bad v1a,x ${delivery.signature}` })
    },
    statuses: [200],
    kept: ['verified'],
  },
  {
    input: 'a signature behind one that ends with a comma',
    send: (path) => {
      const delivery = signed()
      return rawRequest(path, { ...delivery, signature: `v1,bad, ${delivery.signature}` })
    },
    statuses: [200],
    kept: ['verified'],
  },
  {
    input: 'the second of two active secrets',
    send: (path) => rawRequest(path, signed({ secret: otherSecret })),
    path: { secrets: { kind: 'ready', secrets: [sampleSecret, otherSecret] } },
    statuses: [200],
    kept: ['verified'],
  },
  {
    input: 'a chunked body',
    send: (path) => {
      const delivery = signed()
      return chunked(path, delivery, `${inChunks(delivery.body)}0\r\n\r\n`)
    },
    statuses: [200],
    kept: ['verified'],
  },
  {
    input: 'a chunked body with another id in a trailer',
    send: (path) => {
      const delivery = signed()
      return chunked(path, delivery, `${inChunks(delivery.body)}0\r\nwebhook-id: evil\r\n\r\n`, [
        'Trailer: webhook-id',
      ])
    },
    statuses: [200],
    kept: ['verified'],
  },
  {
    input: 'a signed gzip body, never inflated',
    send: (path) =>
      rawRequest(path, signed({ body: gzipSync('{}') }), { headers: ['Content-Encoding: gzip'] }),
    statuses: [200],
    kept: ['verified'],
    flags: ['encoded', 'not-json'],
  },
  {
    input: 'Expect: 100-continue',
    send: (path) => valid(path, ['Expect: 100-continue']),
    statuses: [100, 200],
    kept: ['verified'],
  },
  {
    input: 'an upgrade to a WebSocket, which is ignored',
    send: (path) => valid(path, ['Upgrade: websocket', 'Connection: Upgrade']),
    statuses: [200],
    kept: ['verified'],
  },
  {
    input: 'no content type',
    send: (path) =>
      Buffer.from(valid(path).toString('latin1').replace('Content-Type: application/json\r\n', ''), 'latin1'),
    statuses: [200],
    kept: ['verified'],
  },
  {
    input: 'HTTP/1.0',
    send: (path) => Buffer.from(valid(path).toString('latin1').replace('HTTP/1.1', 'HTTP/1.0'), 'latin1'),
    statuses: [200],
    kept: ['verified'],
  },
  ...(
    [
      ['a body that is not JSON', 'hello', ['not-json']],
      ['an empty body', '', ['not-json']],
      ['a body of invalid UTF-8', new Uint8Array([0xff, 0xfe, 0x80]), ['not-json']],
      ['a body with a byte order mark', `\ufeff${notePayload('e')}`, []],
      ['a body with two byte order marks', `\ufeff\ufeff${notePayload('e')}`, ['not-json']],
      ['JSON 240,000 brackets deep', '['.repeat(120_000) + ']'.repeat(120_000), ['too-deep']],
      ['an unknown event type', notePayload('e', { event_type: 'note.archived' }), ['unknown-type']],
      ['fields of the wrong type', notePayload('e', { note_id: 7 }), ['schema']],
      ['a payload without fields', '{}', ['schema']],
      ['extra fields', notePayload('e', { extra: { a: 1 } }), []],
      ['other changed fields', notePayload('e', { data: { changed_fields: ['title', 'summary'] } }), []],
      ['another event_id in the body', notePayload('other'), ['id-mismatch']],
      ['event_id twice in the body', notePayload('e').replace('{', '{"event_id":"x",'), ['id-mismatch']],
    ] as const
  ).map(
    ([input, body, flags]): Row => ({
      input,
      send: (path) => rawRequest(path, signed({ id: 'e', body })),
      statuses: [200],
      kept: ['verified'],
      flags,
    }),
  ),
  {
    input: 'the same delivery again',
    send: (path) => {
      const delivery = signed()
      return Buffer.concat([rawRequest(path, delivery), rawRequest(path, delivery)])
    },
    statuses: [200, 200],
    word: 'duplicate',
    kept: ['verified'],
    flags: [],
  },
  {
    input: 'the same id with another signed body',
    send: (path) => {
      const first = signed({ id: 'same' })
      const second = signed({ id: 'same', body: notePayload('same', { note_id: 'not_other' }) })
      return Buffer.concat([rawRequest(path, first), rawRequest(path, second)])
    },
    statuses: [200, 200],
    word: 'body_changed',
    kept: ['verified'],
    flags: ['body-changed'],
  },
  {
    input: 'three pipelined deliveries',
    send: (path) => Buffer.concat([valid(path), valid(path), valid(path)]),
    statuses: [200, 200, 200],
    kept: ['verified', 'verified', 'verified'],
  },
  {
    input: 'a second request smuggled behind the body',
    send: (path) => Buffer.concat([valid(path), Buffer.from('GET /session HTTP/1.1\r\nHost: a\r\n\r\n')]),
    statuses: [200, 404],
    kept: ['verified'],
  },
  {
    input: 'garbage behind a complete delivery, which is stored anyway',
    send: (path) => Buffer.concat([valid(path), Buffer.from('\x00\x01garbage\r\n\r\n')]),
    statuses: [400],
    kept: ['verified'],
    closes: true,
  },
]

const judgedButNotVerified: readonly Row[] = [
  {
    input: 'a signature by another secret',
    send: (path) => rawRequest(path, signed({ secret: otherSecret })),
    statuses: [401],
    word: 'signature_mismatch',
    head: /www-authenticate: /i,
    kept: ['signature-mismatch'],
  },
  {
    input: 'a wrong signature with an old timestamp',
    send: (path) => rawRequest(path, signed({ secret: otherSecret, timestamp: 1_700_000_000 })),
    statuses: [401],
    kept: ['signature-mismatch'],
  },
  {
    input: 'only unknown signature versions',
    send: altered({ signature: 'v1a,AAAA v2,BBBB CCCC' }),
    statuses: [401],
    word: 'no_supported_version',
    kept: ['signature-mismatch'],
  },
  ...(
    [
      ['something behind the signature', (good: string) => `${good},junk`],
      ['a signature without padding', (good: string) => good.replace(/=+$/, '')],
      ['a signature in base64url', (good: string) => good.replaceAll('+', '-').replaceAll('/', '_')],
      ['signatures separated by a tab', (good: string) => `v1,bad\t${good}`],
      ['a thousand entries before the right one', (good: string) => `${'v1,x '.repeat(1000)}${good}`],
    ] as const
  ).map(
    ([input, change]): Row => ({
      input,
      send: (path) => {
        const delivery = signed({ id: 'evt_b64url_1', timestamp: timestampWithPlus() })
        return rawRequest(path, { ...delivery, signature: change(delivery.signature) })
      },
      statuses: [401],
      word: 'signature_mismatch',
      kept: ['signature-mismatch'],
    }),
  ),
  {
    input: 'a validly signed delivery from six minutes ago',
    send: (path) => rawRequest(path, signed({ timestamp: now() - 360 })),
    statuses: [503],
    word: 'stale_timestamp',
    head: /retry-after: 30/i,
    kept: ['stale'],
  },
  {
    input: 'a validly signed delivery six minutes ahead',
    send: (path) => rawRequest(path, signed({ timestamp: now() + 360 })),
    statuses: [503],
    word: 'stale_timestamp',
    kept: ['future'],
  },
  {
    input: 'a known event, signed six minutes ago',
    send: (path) =>
      Buffer.concat([
        rawRequest(path, signed({ id: 'known' })),
        rawRequest(path, signed({ id: 'known', timestamp: now() - 360 })),
      ]),
    statuses: [200, 503],
    kept: ['stale', 'verified'],
  },
  {
    input: 'a delivery while the keychain is locked',
    send: valid,
    path: { secrets: { kind: 'unavailable', reason: 'locked' } },
    statuses: [503],
    word: 'not_ready',
    head: /retry-after: 60/i,
    kept: ['secret-locked'],
  },
  {
    input: 'a delivery whose secret is not here',
    send: valid,
    path: { secrets: { kind: 'unavailable', reason: 'missing' } },
    statuses: [503],
    word: 'not_ready',
    kept: ['no-secret'],
  },
  {
    input: 'a request without its headers while the keychain is locked',
    send: (path) => bare([`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 2'], '{}'),
    path: { secrets: { kind: 'unavailable', reason: 'locked' } },
    statuses: [503],
    word: 'not_ready',
  },
  {
    input: 'a wrong signature in the first hour of a secret that nothing proved',
    send: (path) => rawRequest(path, signed({ secret: otherSecret })),
    path: { hasVerified: false, keptAt: new Date(Date.now() - 59 * 60_000).toISOString() },
    statuses: [503],
    word: 'secret_unproven',
    kept: ['signature-mismatch'],
  },
  {
    input: 'a wrong signature after that hour',
    send: (path) => rawRequest(path, signed({ secret: otherSecret })),
    path: { hasVerified: false, keptAt: new Date(Date.now() - 61 * 60_000).toISOString() },
    statuses: [401],
    kept: ['signature-mismatch'],
  },
]

/** Returns a timestamp whose signature contains + or /, so that base64url differs. */
function timestampWithPlus(): number {
  for (let at = now(); ; at--) {
    if (/[+/]/.test(signed({ id: 'evt_b64url_1', timestamp: at }).signature.slice(3))) return at
  }
}

const wrongHeader = (name: string, value: string, word: string): Row => ({
  input: `${name}: ${JSON.stringify(value.slice(0, 30))}`,
  send: (path) =>
    Buffer.from(
      valid(path)
        .toString('latin1')
        .replace(new RegExp(`^${name}: .*$`, 'm'), `${name}: ${value}`),
      'latin1',
    ),
  statuses: [400],
  word,
})
const withoutHeader = (name: string): Row => ({
  input: `no ${name}`,
  send: (path) =>
    Buffer.from(
      valid(path)
        .toString('latin1')
        .replace(new RegExp(`${name}: .*\r\n`), ''),
      'latin1',
    ),
  statuses: [400],
  word: 'missing_header',
})

const refusedByHeaders: readonly Row[] = [
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].flatMap((name): Row[] => [
    withoutHeader(name),
    {
      input: `${name} twice`,
      send: (path) => valid(path, [`${name.toUpperCase()}: x`]),
      statuses: [400],
      word: 'duplicate_header',
    },
  ]),
  ...['', 'a b', 'x'.repeat(257), 'caf\xe9', 'a\tb'].map((id) => wrongHeader('webhook-id', id, 'bad_id')),
  ...['abc', '1e9', '1.5', '+1', '0x1', '-5', '1700000000000', '1700000000abc', ''].map((timestamp) =>
    wrongHeader('webhook-timestamp', timestamp, 'bad_timestamp'),
  ),
  {
    input: 'two Host headers',
    send: (path) => valid(path, ['Host: b']),
    statuses: [400],
    word: 'duplicate_host',
  },
  {
    input: 'no Host header',
    send: (path) =>
      Buffer.from(
        valid(path)
          .toString('latin1')
          .replace(/Host: .*\r\n/i, ''),
        'latin1',
      ),
    statuses: [400],
    word: 'missing_host',
    head: /connection: close/i,
  },
  {
    input: 'no Host header, as HTTP/1.0 allows',
    send: (path) => bare([`POST ${path} HTTP/1.0`, 'Content-Length: 0']),
    statuses: [400],
    word: 'missing_header',
  },
  {
    input: 'an expectation that is not 100-continue',
    send: (path) => valid(path, ['Expect: foo']),
    statuses: [417],
    word: 'expectation',
  },
  {
    input: '65 headers',
    send: (path) =>
      valid(
        path,
        Array.from({ length: 59 }, (_, at) => `x-${at}: 1`),
      ),
    statuses: [431],
    word: 'too_many_headers',
  },
]

const byMethodAndPath: readonly Row[] = [
  ...['GET', 'PUT', 'OPTIONS', 'TRACE', 'DELETE', 'PATCH'].map(
    (method): Row => ({
      input: `${method} on the path`,
      send: (path) => bare([`${method} ${path} HTTP/1.1`, 'Host: a']),
      statuses: [405],
      head: /allow: POST/i,
    }),
  ),
  {
    input: 'HEAD on the path',
    send: (path) => bare([`HEAD ${path} HTTP/1.1`, 'Host: a']),
    statuses: [405],
  },
  {
    input: 'CONNECT',
    send: () => bare(['CONNECT example.com:443 HTTP/1.1', 'Host: a']),
    statuses: [],
    closes: true,
  },
  ...(
    [
      ['another path', () => '/hooks/unknown'],
      ['the root', () => '/'],
      ['a trailing slash', (path: string) => `${path}/`],
      ['a query', (path: string) => `${path}?a=1`],
      ['dots in the path', (path: string) => `/x/..${path}`],
      ['an encoded letter', (path: string) => path.replace('hooks', 'hook%73')],
      ['an absolute target', (path: string) => `http://127.0.0.1${path}`],
      ['an asterisk', () => '*'],
      ['a doubled slash', (path: string) => `/${path}`],
      ['a target of 600 bytes', () => `/hooks/${'a'.repeat(600)}`],
    ] as const
  ).map(
    ([input, target]): Row => ({
      input,
      send: (path) => bare([`POST ${target(path)} HTTP/1.1`, 'Host: a', 'Content-Length: 0']),
      statuses: [404],
    }),
  ),
]

const tooLarge: readonly Row[] = [
  {
    input: 'a declared length beyond 256 KiB',
    send: (path) =>
      bare([`POST ${path} HTTP/1.1`, 'Host: a', ...webhookLines(signed()), 'Content-Length: 262145']),
    statuses: [413],
    head: /connection: close/i,
    word: 'too_large',
  },
  {
    input: 'a body of exactly 256 KiB',
    send: (path) => rawRequest(path, signed({ body: 'x'.repeat(262_144) })),
    statuses: [200],
    kept: ['verified'],
  },
  {
    input: 'a chunked body beyond 256 KiB',
    send: (path) => chunked(path, signed(), `40001\r\n${'x'.repeat(262_145)}`),
    statuses: [413],
    word: 'too_large',
  },
  {
    input: 'a target of 9 KB',
    send: () => bare([`POST /${'a'.repeat(9000)} HTTP/1.1`, 'Host: a']),
    statuses: [431],
    closes: true,
  },
  {
    input: 'a header block of 9 KB',
    send: (path) => valid(path, [`x: ${'a'.repeat(9000)}`]),
    statuses: [431],
    closes: true,
  },
]

const length = (value: string): Row => ({
  input: `Content-Length: ${value}`,
  send: (path) => bare([`POST ${path} HTTP/1.1`, 'Host: a', `Content-Length: ${value}`], 'hello'),
  statuses: [400],
  closes: true,
})
const framing = (input: string, lines: readonly string[], body = '0\r\n\r\n'): Row => ({
  input,
  send: (path) => bare([`POST ${path} HTTP/1.1`, 'Host: a', ...webhookLines(signed()), ...lines], body),
  statuses: [400],
  closes: true,
})
const chunks = (input: string, body: string): Row => framing(input, ['Transfer-Encoding: chunked'], body)
const text = (input: string, make: (path: string) => string): Row => ({
  input,
  send: make,
  statuses: [400],
  closes: true,
})

const refusedByParser: readonly Row[] = [
  ...[
    '-1',
    'abc',
    '+5',
    '5, 5',
    '5\r\nContent-Length: 5',
    '5\r\nContent-Length: 6',
    '100000000000000000000',
  ].map(length),
  framing('Content-Length and Transfer-Encoding', ['Content-Length: 5', 'Transfer-Encoding: chunked']),
  framing('Transfer-Encoding: xchunked', ['Transfer-Encoding: xchunked']),
  framing('Transfer-Encoding: chunked, identity', ['Transfer-Encoding: chunked, identity']),
  framing('Transfer-Encoding twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity']),
  framing('a space before the colon', ['Transfer-Encoding : chunked']),
  chunks('a chunk size of zz', 'zz\r\n\r\n'),
  chunks('a chunk size that overflows', 'fffffffffffffffff\r\nx'),
  chunks('a chunk extension of 20 KB', `5;a=${'b'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`),
  chunks('a bare line feed behind a chunk size', '5\nhello\r\n0\r\n\r\n'),
  text('a lower-case method', (path) => bare([`post ${path} HTTP/1.1`, 'Host: a'])),
  text('an unknown method', (path) => bare([`BREW ${path} HTTP/1.1`, 'Host: a'])),
  text('an HTTP/2 preface', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  text('HTTP/1.2', (path) => bare([`POST ${path} HTTP/1.2`, 'Host: a'])),
  text('a TLS hello', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  text('NUL in a header', (path) => bare([`POST ${path} HTTP/1.1`, 'Host: a', 'x: a\0b'])),
  text('a bare CR in a header', (path) => bare([`POST ${path} HTTP/1.1`, 'Host: a', 'x: a\rb'])),
  text('lines that end with LF alone', (path) => `POST ${path} HTTP/1.1\nHost: a\n\n`),
  text('a folded header', (path) => bare([`POST ${path} HTTP/1.1`, 'Host: a', 'x: a', ' b: c'])),
  text('a header without colon', (path) => bare([`POST ${path} HTTP/1.1`, 'Host: a', 'nonsense'])),
  text('a header name outside ASCII', (path) => bare([`POST ${path} HTTP/1.1`, 'Host: a', 'caf\xe9: 1'])),
]

let serial = 0

const refusals = () => app.engine.rejected.list(null).reduce((sum, { requests }) => sum + requests, 0)

async function walk(row: Row) {
  const pathId = `row${(++serial).toString().padStart(19, '0')}`
  const path = app.addPath(pathId, row.path)
  const before = refusals()
  const { responses, closed } = await exchange(app.port, row.send(path), row.closes ? 9 : row.statuses.length)

  expect(responses.map(({ status }) => status)).toEqual(row.statuses)
  const last = responses.at(-1)
  if (row.word) expect(last?.body).toBe(`${row.word}\n`)
  if (row.head) expect(last?.head).toMatch(row.head)
  if (row.closes) {
    expect(closed).toBe(true)
    // The parser's own response has no body. A later step would have sent one.
    expect(last?.body ?? '').toBe('')
  }

  await settled()
  const { deliveries } = app.store.deliveries({ endpointId: `whe_${pathId}` })
  expect(deliveries.map(({ verdict }) => verdict)).toEqual(row.kept ?? [])
  const kept = deliveries.reduce((sum, { attempts }) => sum + attempts, 0)
  const requests = responses.filter(({ status }) => status >= 200).length
  expect(kept + refusals() - before, 'kept or counted').toBeGreaterThanOrEqual(requests)
  if (row.flags) expect(new Set(deliveries[0]?.flags)).toEqual(new Set(row.flags))
}

describe('answers 200 to verified deliveries and stores them', () => {
  test.each(verified)('answers 200 and stores the delivery: $input', walk)
})
describe('stores unverified deliveries with well-formed headers', () => {
  test.each(judgedButNotVerified)('stores an unverified delivery: $input', walk)
})
describe('rejects requests without a well-formed header and does not store them', () => {
  test.each(refusedByHeaders)('rejects and does not store: $input', walk)
})
describe('accepts only POST to the exact spelling of a known path', () => {
  test.each(byMethodAndPath)('rejects a wrong method or path: $input', walk)
})
describe('enforces the size limits of requests', () => {
  test.each(tooLarge)('enforces a size limit: $input', walk)
})
describe('answers 400 to requests that the parser rejects and closes the connection', () => {
  test.each(refusedByParser)('answers 400 and closes the connection: $input', walk)
})

test('answers 401 to a wrong signature once a delivery has verified the endpoint’s new secret', async () => {
  const path = app.addPath('proven', { hasVerified: false, keptAt: new Date().toISOString() })
  const wrong = rawRequest(path, signDelivery({ secret: otherSecret }))
  expect((await exchange(app.port, wrong)).responses[0]?.status).toBe(503)
  expect((await exchange(app.port, valid(path))).responses[0]?.status).toBe(200)
  expect((await exchange(app.port, wrong)).responses[0]?.status).toBe(401)
})

test('treats the same webhook-id at another endpoint as a separate event', async () => {
  const delivery = signDelivery()
  for (const pathId of ['endpointA', 'endpointB']) {
    const path = app.addPath(pathId)
    const { responses } = await exchange(app.port, rawRequest(path, delivery))
    expect(responses[0]?.body).toBe('stored\n')
  }
})

test('no response of the listener repeats a part of the request', async () => {
  const path = app.addPath('echo')
  const canary = 'canary-7f3a'
  const delivery = { ...signDelivery(), id: canary, signature: `v1,${canary}` }
  const { responses } = await exchange(app.port, rawRequest(path, delivery, { headers: [`x: ${canary}`] }))
  expect(JSON.stringify(responses)).not.toContain(canary)
})
