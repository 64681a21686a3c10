import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { defaultPace } from '#core/service-api/assumptions.ts'
import type { NewEndpoint } from '#core/service-api/endpoints/endpoints-api.ts'
import { realSleep } from '#core/service-api/requests/pacing.ts'
import { openSandbox } from '../../../../electron/sandbox/sandbox.ts'
import { createNetFetch } from '../../../support/electron/net-fetch.ts'
import { eventually } from '../../../support/eventually.ts'
import {
  closedPort,
  type Fault,
  type FaultyService,
  openFaultyService,
  openRawServer,
} from '../../../support/service/faulty-service.ts'
import { apiOn, failureOf, testKey } from './api-on.ts'

const opened: FaultyService[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((service) => service.close()))
})

async function serving(...script: Fault[]) {
  const service = await openFaultyService(script)
  opened.push(service)
  return service
}

const emptyPage = { json: { notes: [], hasMore: false, cursor: null } }
const draft: NewEndpoint = {
  url: 'https://hooks.example.com/x',
  scopes: ['public'],
  events: [],
  folderIds: [],
}
const shortLimits = { headersMs: 150, wholeMs: 300, createMs: 300, bodyBytes: 5 * 1024 * 1024 }

test('sends the API key as a bearer header, and a page size with every list', async () => {
  const service = await serving({ ...emptyPage, headers: { 'set-cookie': 'a=1' } })
  const { api } = apiOn(`${service.baseUrl}/prefix`)
  await api.notesPage({ folderId: 'fol_abcdefghijklmn', cursor: 'a b&c=d/é', createdAfter: '2026-01-02' })
  await api.check()
  expect(service.seen.map((request) => request.target)).toEqual([
    '/prefix/v1/notes?page_size=30&folder_id=fol_abcdefghijklmn&created_after=2026-01-01&cursor=a+b%26c%3Dd%2F%C3%A9',
    '/prefix/v1/notes?page_size=1',
  ])
  expect(service.seen[1]?.headers).toMatchObject({
    authorization: `Bearer ${testKey}`,
    accept: 'application/json',
  })
  expect(service.seen[1]?.headers.cookie).toBeUndefined()
})

test('tests an API key with a single attempt', async () => {
  const service = await serving({ status: 503 })
  const { api, time } = apiOn(service.baseUrl)
  expect((await failureOf(api.check())).code).toBe('service-failed')
  expect([service.seen.length, time.pauses]).toEqual([1, []])
})

test('reports the service as unreachable after four attempts at a closed port', async () => {
  const { api, time } = apiOn(`http://127.0.0.1:${await closedPort()}`)
  expect((await failureOf(api.notesPage({}))).code).toBe('unreachable')
  expect(time.pauses).toEqual([1000, 2000, 4000])
})

test('reports the service as unreachable if its name cannot be resolved', async () => {
  const failure = await failureOf(apiOn('https://nowhere.invalid').api.check())
  expect(failure.code).toBe('unreachable')
})

test('reports a service with an https URL but without TLS as insecure, without a retry', async () => {
  const service = await serving(emptyPage)
  const { api, time } = apiOn(service.baseUrl.replace('http:', 'https:'))
  const failure = await failureOf(api.check())
  expect(failure.code).toBe('insecure')
  expect(time.pauses).toEqual([])
  expect(service.seen).toEqual([])
})

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'insecure'],
  ['CERT_HAS_EXPIRED', 'insecure'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'insecure'],
  ['ENOTFOUND', 'unreachable'],
  ['net::ERR_CERT_AUTHORITY_INVALID', 'insecure'],
  ['net::ERR_NAME_NOT_RESOLVED', 'unreachable'],
  ['net::ERR_INTERNET_DISCONNECTED', 'unreachable'],
  ['Attempted to redirect, but redirect policy was «error»', 'redirected'],
])('recognizes the network error %s of Node or Chromium', async (words, code) => {
  const thrown =
    words.includes(' ') || words.startsWith('net::')
      ? new Error(words)
      : new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: words }) })
  const { api } = apiOn('https://api.example.com', {
    fetch: async () => {
      throw thrown
    },
  })
  expect((await failureOf(api.check())).code).toBe(code)
})

test.each([
  ['ERR_PROXY_AUTH_REQUESTED', /proxy asks for a user name and password/],
  ['ERR_PROXY_AUTH_UNSUPPORTED', /proxy asks for a user name and password/],
  ['ERR_PROXY_CERTIFICATE_INVALID', /certificate of your proxy/],
  ['ERR_TUNNEL_CONNECTION_FAILED', /proxy does not allow/],
  ['ERR_PROXY_CONNECTION_FAILED', /proxy cannot be reached/],
  ['ERR_PAC_SCRIPT_FAILED', /settings are invalid/],
  ['ERR_CERT_DATE_INVALID', /expired or is not valid yet.+date and time/],
  ['CERT_HAS_EXPIRED', /expired or is not valid yet.+date and time/],
  ['ERR_CERT_COMMON_NAME_INVALID', /belongs to another host/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /belongs to another host/],
  ['ERR_CERT_AUTHORITY_INVALID', /does not trust the certificate/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /does not trust the certificate/],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /does not trust the certificate/],
  ['ERR_CERT_REVOKED', /was revoked/],
  ['ERR_SSL_PROTOCOL_ERROR', /secure connection to the service could not be made/],
])('explains the network error %s to the user', async (words, message) => {
  const { api } = apiOn('https://api.example.com', {
    fetch: async () => {
      throw new Error(`net::${words}`)
    },
  })
  const failure = await failureOf(api.check())
  expect(failure.message).toMatch(message)
  expect(failure.message).toContain('Nothing was sent.')
})

test.each([
  'ERR_TUNNEL_CONNECTION_FAILED',
  'ERR_PROXY_AUTH_UNSUPPORTED',
  'ERR_PROXY_AUTH_REQUESTED',
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_PROXY_CERTIFICATE_INVALID',
  'ERR_SOCKS_CONNECTION_FAILED',
  'ERR_SOCKS_CONNECTION_HOST_UNREACHABLE',
  'ERR_MANDATORY_PROXY_CONFIGURATION_FAILED',
  'ERR_NO_SUPPORTED_PROXIES',
  'ERR_PAC_SCRIPT_FAILED',
  'ERR_NETWORK_ACCESS_DENIED',
  'ERR_BLOCKED_BY_ADMINISTRATOR',
  'ERR_HOST_RESOLVER_QUEUE_TOO_LARGE',
])('reports that a change was not sent after %s', async (words) => {
  const { api } = apiOn('https://api.example.com', {
    fetch: async () => {
      throw new Error(`net::${words}`)
    },
  })
  const failure = await failureOf(api.createEndpoint(draft))
  expect(failure.code).toBe('unreachable')
  if (/PROXY|PROXIES|SOCKS|TUNNEL|PAC/.test(words)) expect(failure.message).toMatch(/proxy/i)
})

test.each([
  'ERR_CONNECTION_RESET',
  'ERR_EMPTY_RESPONSE',
  'ERR_NETWORK_CHANGED',
  'ERR_TIMED_OUT',
  'ERR_FAILED',
])('reports that a change may have been sent after %s', async (words) => {
  const { api } = apiOn('https://api.example.com', {
    fetch: async () => {
      throw new Error(`net::${words}`)
    },
  })
  expect((await failureOf(api.createEndpoint(draft))).code).toBe('outcome-unknown')
})

test.each([
  ['an answer over 5 MB', { body: Buffer.alloc(6 * 1024 * 1024, ' ') }, 'bad-response'],
  ['an error page over 64 KB', { status: 404, body: 'x'.repeat(4 * 1024 * 1024) }, 'not-found'],
])('closes the connection to the service after %s', async (_name, fault, code) => {
  const large = Array.from({ length: 7 }, () => fault)
  const service = await serving(...large, emptyPage)
  const { api } = apiOn(service.baseUrl, {
    fetch: createNetFetch(),
    limits: { ...shortLimits, headersMs: 5_000, wholeMs: 20_000 },
  })
  for (const _ of large) expect((await failureOf(api.check())).code).toBe(code)
  expect(await api.notesPage({})).toMatchObject({ items: [] })
})

test('a request times out if the service does not respond or responds too slowly', async () => {
  const silent = await openRawServer(() => {})
  const dripping = await openRawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n')
    const drip = setInterval(() => socket.write('['), 20)
    socket.on('close', () => clearInterval(drip))
  })
  opened.push(silent, dripping)
  for (const service of [silent, dripping]) {
    const { api } = apiOn(service.baseUrl, { limits: shortLimits })
    expect((await failureOf(api.check())).code).toBe('timeout')
  }
})

const answersAfter = (ms: number, json: unknown): Fault => ({
  raw(socket) {
    const body = JSON.stringify(json)
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    setTimeout(() => socket.write(head + body), ms)
  },
})

test('waits longer for the reply to an endpoint’s creation', async () => {
  const made = { id: 'whe_abcdefghijklmn', signing_secret: 'whsec_c2VjcmV0c2VjcmV0c2VjcmV0' }
  const service = await serving(answersAfter(450, made))
  const limits = { ...shortLimits, headersMs: 60, wholeMs: 150, createMs: 5_000 }
  const { api } = apiOn(service.baseUrl, { limits })
  expect(await api.createEndpoint(draft)).toMatchObject({ signingSecret: made.signing_secret })
})

test('waits longer for the response to a change than to a read', async () => {
  const service = await serving(answersAfter(400, { deleted: true }))
  const { api } = apiOn(service.baseUrl, { limits: { ...shortLimits, headersMs: 60, wholeMs: 5_000 } })
  await api.removeEndpoint('whe_abcdefghijklmn')
  expect(service.seen.map(({ method }) => method)).toEqual(['DELETE'])
  expect((await failureOf(api.check())).code).toBe('timeout')
})

const webPage: Fault = { status: 201, body: '<p>created' }
test.each<[string, Fault, RegExp]>([
  ['no answer in time', { raw: () => {} }, /^The service didn’t respond within 1 s/],
  [
    'an answer that does not end in time',
    { raw: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{') },
    /^The service didn’t finish its response within 1 s/,
  ],
  ['a cut connection', { raw: (socket) => socket.destroy() }, /^The connection was lost after/],
  ['a gateway that gave up', { status: 504 }, /^A gateway responded 504/],
  ['an answer that is a web page', webPage, /^The service sent an invalid response \(.*web page/],
])('explains that the outcome of an endpoint’s creation is unknown after %s', async (_what, fault, words) => {
  const service = await serving(fault)
  const { api } = apiOn(service.baseUrl, { limits: { ...shortLimits, createMs: 1_000 } })
  const { code, message } = await failureOf(api.createEndpoint(draft))
  expect(code).toBe('outcome-unknown')
  expect(message).toMatch(words)
  expect(message).toMatch(/Check the list before you try again\.$/)
})

test.each([500, 502, 503, 504])(
  'reports that the service failed after four attempts with %i',
  async (status) => {
    const service = await serving({
      status,
      json: { code: 'boom', message: 'Out of tea', requestId: 'req_7' },
    })
    const { api, time } = apiOn(service.baseUrl)
    const failure = await failureOf(api.spaces())
    expect(failure.toWire()).toMatchObject({
      code: 'service-failed',
      status,
      requestId: 'req_7',
      detail: 'boom: Out of tea',
    })
    expect(service.seen).toHaveLength(4)
    expect(time.pauses).toEqual([1000, 2000, 4000])
  },
)

test('a request succeeds after temporary faults of the service', async () => {
  const service = await serving({ status: 503 }, { raw: (socket) => socket.destroy() }, emptyPage)
  expect(await apiOn(service.baseUrl).api.notesPage({})).toMatchObject({ items: [], incomplete: null })
})

test.each([
  ['2', 2000],
  ['Mon, 02 Mar 2026 09:00:05 GMT', 5000],
  ['0', 1000],
  ['-1', 30_000],
  ['abc', 30_000],
  ['99999999', 900_000],
  [null, 1000],
])('waits after a 429 with the Retry-After %s for %i ms', async (header, ms) => {
  const headers: Record<string, string> = header === null ? {} : { 'retry-after': header }
  const service = await serving(
    { status: 429, headers: { ...headers, date: 'Mon, 02 Mar 2026 09:00:00 GMT' } },
    emptyPage,
  )
  const { api, time, waits } = apiOn(service.baseUrl)
  await api.notesPage({})
  expect(Math.max(...time.pauses)).toBe(ms)
  expect(waits.map((until) => until && until.getTime() - Date.parse('2026-03-02T09:00:00Z'))).toEqual([
    ms,
    null,
  ])
})

test('reports a rate limit after four 429 responses, with the number of seconds to wait', async () => {
  const service = await serving({ status: 429, headers: { 'retry-after': '7' } })
  const failure = await failureOf(apiOn(service.baseUrl).api.notesPage({}))
  expect(failure.toWire()).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 7, status: 429 })
  expect(service.seen).toHaveLength(4)
})

const refusedFor = (seconds: string): Fault => ({ status: 429, headers: { 'retry-after': seconds } })

test('repeats a change after the wait that a 429 response asks for', async () => {
  const service = await serving(refusedFor('9'), { json: { deleted: true } }, emptyPage)
  const { api, time } = apiOn(service.baseUrl)
  await api.removeEndpoint('whe_abcdefghijklmn')
  await api.notesPage({})
  expect(service.seen.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'GET'])
  expect(time.clock.monotonicMs()).toBe(9000)
})

test('sends a change at most four times if each attempt gets a 429', async () => {
  const service = await serving(refusedFor('9'))
  const failure = await failureOf(apiOn(service.baseUrl).api.removeEndpoint('whe_abcdefghijklmn'))
  expect(failure.toWire()).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 9 })
  expect(service.seen).toHaveLength(4)
})

test.each<[string, Fault]>([
  ['whose reply was lost after a 429', { raw: (socket) => socket.destroy() }],
  ['that failed after a 429', { status: 500 }],
  ['that was refused with 503 and a time to come back', { status: 503, headers: { 'retry-after': '1' } }],
])('gives up a change %s', async (_what, fault) => {
  const service = await serving(refusedFor('1'), fault)
  const { api } = apiOn(service.baseUrl)
  const draft = { url: 'https://a.example.com/', scopes: ['public'], events: [], folderIds: [] }
  await failureOf(api.createEndpoint(draft))
  expect(service.seen).toHaveLength(2)
})

test('the user can stop a change that waits after a 429', async () => {
  const service = await serving(refusedFor('900'))
  let changeWaits = false
  let changeRefused = false
  const onWaiting = (_until: Date | null, waits: boolean, refused: boolean) => {
    changeWaits = waits
    changeRefused = refused
  }
  const { api } = apiOn(service.baseUrl, { sleep: untilWoken, onWaiting })
  const call = failureOf(api.removeEndpoint('whe_abcdefghijklmn'))
  await eventually(() => expect(service.seen).toHaveLength(1))
  await eventually(() => expect([changeWaits, changeRefused]).toEqual([true, true]))
  api.stopChanges()
  expect((await call).toWire()).toEqual({
    code: 'canceled',
    message: 'Stopped. Endpoint not deleted.',
  })
  expect(service.seen).toHaveLength(1)
})

test('reports that a canceled change may have been made if it was already sent', async () => {
  const controller = new AbortController()
  const service = await openRawServer((socket) => socket.once('data', () => controller.abort()))
  opened.push(service)
  const { api } = apiOn(service.baseUrl)
  const call = failureOf(api.removeEndpoint('whe_abcdefghijklmn', controller.signal))
  const failure = await call
  expect(failure.code).toBe('outcome-unknown')
  expect(failure.message).toMatch(/^Canceled after/)
})

test('makes 29 changes while reads are running without exceeding the rate limit', async () => {
  const sandbox = await openSandbox({ notes: 10, listenerOrigin: () => null })
  try {
    sandbox.knobs.rateLimit = { requests: 25, perMs: 5000, retryAfter: 'absent' }
    const { baseUrl, apiKey } = sandbox
    const clock = { now: () => new Date(), monotonicMs: () => performance.now() }
    const { api } = apiOn(baseUrl, { apiKey, clock, sleep: realSleep, pace: () => defaultPace })
    const url = 'https://hooks.service-example.com/a'
    const draft = { url, scopes: ['public'], events: [], folderIds: [] }
    const { endpoint } = await api.createEndpoint(draft)
    const ended = new AbortController()
    const reading = (async () => {
      while (!ended.signal.aborted) await api.notesPage({}, ended.signal).catch(() => {})
    })()
    const whole = { ...draft, enabled: true }
    for (let turn = 0; turn < 29; turn += 1) {
      await api.updateEndpoint(endpoint.id, { enabled: turn % 2 === 1 }, whole)
    }
    ended.abort()
    await reading
    expect(sandbox.requests().filter(({ method }) => method === 'PATCH').length).toBeGreaterThanOrEqual(29)
  } finally {
    await sandbox.close()
  }
})

const untilWoken = (_ms: number, signal?: AbortSignal) =>
  new Promise<void>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('woken')))
  })

test('sends no further request after a 401 until the API key changes', async () => {
  const service = await serving({ status: 401, json: { error: 'unauthorized' } }, emptyPage)
  const { api } = apiOn(service.baseUrl)
  expect((await failureOf(api.check())).toWire()).toMatchObject({
    code: 'key-rejected',
    status: 401,
    detail: 'unauthorized',
  })
  const later = await Promise.all([
    failureOf(api.spaces()),
    failureOf(api.notesPage({})),
    failureOf(api.endpoints()),
  ])
  expect(later.map(({ code }) => code)).toEqual(['key-rejected', 'key-rejected', 'key-rejected'])
  expect(service.seen).toHaveLength(1)
  api.reset()
  await api.notesPage({})
  expect(service.seen).toHaveLength(2)
})

test.each([
  [400, 'refused'],
  [402, 'refused'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [409, 'refused'],
  [413, 'too-large'],
  [422, 'refused'],
])('reports the status %i as %s with the service’s message', async (status, code) => {
  const service = await serving({ status, json: { message: 'Verbatim words' } })
  const failure = await failureOf(apiOn(service.baseUrl).api.notesPage({}))
  expect(failure.toWire()).toMatchObject({ code, status, detail: 'Verbatim words' })
  expect(service.seen).toHaveLength(1)
})

test.each([301, 302, 303, 307, 308, 300, 304])(
  'never follows the service’s redirect with %i',
  async (status) => {
    const elsewhere = await serving(emptyPage)
    const service = await serving({ status, headers: { location: `${elsewhere.baseUrl}/v1/notes` } })
    const failure = await failureOf(apiOn(service.baseUrl).api.check())
    expect(failure.code).toBe('redirected')
    expect(elsewhere.seen).toEqual([])
    expect(service.seen).toHaveLength(1)
  },
)

test('quotes a large HTML error page of the service in 200 escaped characters', async () => {
  const service = await serving({
    status: 400,
    headers: { 'content-type': 'text/html', 'x-request-id': 'abc-1' },
    body: `<h1>\u001b[31m\u202eBad</h1>${'x'.repeat(5_000_000)}`,
  })
  const { api, differences } = apiOn(service.baseUrl)
  const failure = await failureOf(api.check())
  expect(failure.details.detail).toHaveLength(200)
  expect(failure.details.detail).toMatch(/^<h1>\\u001b\[31m\\u202eBad<\/h1>x/)
  expect(failure.details.requestId).toBe('abc-1')
  expect(differences).toEqual([{ kind: 'error-body', where: 'list notes', what: '400: a web page' }])
})

test.each<[string, Fault, string]>([
  ['a web page', { body: '<!doctype html><p>Sign in' }, 'web page'],
  ['nothing', { body: '' }, 'empty'],
  ['JSON that breaks off', { body: '{"notes": [{"id": "not_1"' }, 'not complete JSON'],
  ['a number', { body: '7' }, 'no list of notes'],
  ['null', { body: 'null' }, 'no list of notes'],
  ['an array', { body: '[]' }, 'no list of notes'],
  ['no collection', { json: { hasMore: false, cursor: null } }, 'no list of notes'],
  ['a collection that is no list', { json: { notes: {} } }, 'no list of notes'],
  ['120,000 brackets', { body: '['.repeat(120_000) + ']'.repeat(120_000) }, 'no list of notes'],
])('rejects a 200 response of the service with %s', async (_name, fault, words) => {
  const service = await serving(fault)
  const failure = await failureOf(apiOn(service.baseUrl).api.notesPage({}))
  expect(failure.code).toBe('bad-response')
  expect(failure.message).toContain(words)
  expect(service.seen).toHaveLength(1)
})

test('stops reading a gzip bomb after 5 MB of output', async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '))
  const service = await serving({ headers: { 'content-encoding': 'gzip' }, body: bomb })
  const before = process.memoryUsage().rss
  const failure = await failureOf(apiOn(service.baseUrl).api.check())
  expect(failure.code).toBe('bad-response')
  expect(failure.message).toContain('5 MB')
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
})

test('reports the service as unreachable after several incomplete responses', async () => {
  const cut: Fault = {
    raw: (socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"notes":')
    },
  }
  const service = await serving(cut)
  expect((await failureOf(apiOn(service.baseUrl).api.notesPage({}))).code).toBe('unreachable')
  expect(service.seen).toHaveLength(4)
})

test('reports a server as unreachable if its response is not HTTP', async () => {
  const service = await openRawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
  opened.push(service)
  expect((await failureOf(apiOn(service.baseUrl).api.check())).code).toBe('unreachable')
})

test('cancels a request to the service before its start, in flight or during a pause', async () => {
  const inFlight = new AbortController()
  const service = await openRawServer((socket) => socket.once('data', () => inFlight.abort()))
  opened.push(service)
  const call = failureOf(apiOn(service.baseUrl).api.notesPage({}, inFlight.signal))
  expect((await call).code).toBe('canceled')

  const failing = await serving({ status: 500 })
  const pausing = new AbortController()
  const paused = apiOn(failing.baseUrl, {
    sleep: async (_ms, signal) => {
      pausing.abort()
      signal?.throwIfAborted()
    },
  })
  expect((await failureOf(paused.api.notesPage({}, pausing.signal))).code).toBe('canceled')
  expect((await failureOf(paused.api.notesPage({}, AbortSignal.abort()))).code).toBe('canceled')
  expect(failing.seen).toHaveLength(1)
})

test('rejects a configured path if it results in a URL with another origin', async () => {
  const elsewhere = await serving({ json: { id: 'not_1' } })
  const service = await serving({ json: { id: 'not_1' } })
  const host = new URL(elsewhere.baseUrl).host
  for (const path of [`@${host}/{note_id}`, `.example.com/{note_id}`]) {
    const { api } = apiOn(service.baseUrl, { notePath: () => path })
    expect((await failureOf(api.note('not_1'))).code).toBe('invalid-input')
  }
  expect(elsewhere.seen).toEqual([])
})

test('rejects an invalid API key without repeating it in the error', () => {
  expect(() => apiOn('https://api.example.com', { apiKey: 'se\ncret' })).toThrow(/Copy it again/)
})

test('redacts the API key if the service repeats it in an error', async () => {
  const echoes = [
    testKey,
    Buffer.from(testKey).toString('base64'),
    Buffer.from(testKey).toString('hex'),
    'whsec_c2VjcmV0',
  ]
  const service = await serving({
    status: 400,
    json: { message: `You sent ${echoes.join(' and ')}`, requestId: testKey },
  })
  const wire = JSON.stringify((await failureOf(apiOn(service.baseUrl).api.check())).toWire())
  for (const echo of [...echoes, 'c2VjcmV0']) expect(wire).not.toContain(echo)
})
