import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { property } from '../../support/runs.ts'
import { type Answer, ask, type Served, serve } from './served.ts'

type Headers = readonly (readonly [name: string, value: string])[]

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const host = () => `127.0.0.1:${served.port}`
const body = '{"a":1}'

function validHeaders(): [string, string][] {
  return [
    ['Host', host()],
    ['Origin', served.origin],
    ['Sec-Fetch-Site', 'same-origin'],
    ['Authorization', `Bearer ${served.session}`],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
  ]
}

function withHeader(name: string, ...values: string[]): Headers {
  return [
    ...validHeaders().filter(([own]) => own !== name),
    ...values.map((value): [string, string] => [name, value]),
  ]
}

async function call(headers: Headers): Promise<Answer | null> {
  return ask(served.port, 'POST /call/app.info', headers, body)
}

test('passes a valid call of the page to the core and returns the reply', async () => {
  const before = served.calls.length
  const answer = await call(validHeaders())
  expect(answer?.status).toBe(200)
  expect(answer?.body).toContain('{"ok":true,"value":{"called":"app.info"}}')
  expect(served.calls.slice(before)).toEqual([{ name: 'app.info', input: { a: 1 } }])
})

test.each([
  ['localhost', 'Host', ['localhost:PORT'], 403],
  ['the wildcard address', 'Host', ['0.0.0.0:PORT'], 403],
  ['a name that resolves to this machine', 'Host', ['rebind.test:PORT'], 403],
  ['a name that ends in ours', 'Host', ['evil.127.0.0.1:PORT'], 403],
  ['the end of ours', 'Host', ['0.0.1:PORT'], 403],
  ['a name that begins with ours', 'Host', ['127.0.0.1:PORT.evil.test'], 403],
  ['another port', 'Host', ['127.0.0.1:1'], 403],
  ['no port', 'Host', ['127.0.0.1'], 403],
  ['the same address in another notation', 'Host', ['127.1:PORT'], 403],
  ['a trailing dot', 'Host', ['127.0.0.1.:PORT'], 403],
  ['user info', 'Host', ['a@127.0.0.1:PORT'], 403],
  ['two hosts, both ours', 'Host', ['127.0.0.1:PORT', '127.0.0.1:PORT'], 400],
  ['two hosts, one of them ours', 'Host', ['127.0.0.1:PORT', 'evil.test'], 400],
  ['no host', 'Host', [], 400],
  ['another origin', 'Origin', ['http://evil.test'], 403],
  ['an origin of another port', 'Origin', ['http://127.0.0.1:1'], 403],
  ['an origin of another scheme', 'Origin', ['https://127.0.0.1:PORT'], 403],
  ['an origin that begins with ours', 'Origin', ['http://127.0.0.1:PORT.evil.test'], 403],
  ['the origin of a sandboxed frame or a file', 'Origin', ['null'], 403],
  ['no origin', 'Origin', [], 403],
  ['two origins', 'Origin', ['http://127.0.0.1:PORT', 'http://evil.test'], 400],
  ['another site', 'Sec-Fetch-Site', ['cross-site'], 403],
  ['a sibling site', 'Sec-Fetch-Site', ['same-site'], 403],
  ['the address bar', 'Sec-Fetch-Site', ['none'], 403],
  ['an empty site', 'Sec-Fetch-Site', [''], 403],
  ['two sites', 'Sec-Fetch-Site', ['same-origin', 'cross-site'], 400],
  ['no session', 'Authorization', [], 401],
  ['an unknown session', 'Authorization', [`Bearer ${'A'.repeat(43)}`], 401],
  ['another authorization scheme', 'Authorization', [`Basic ${'A'.repeat(43)}`], 401],
  ['two sessions', 'Authorization', ['Bearer TOKEN', 'Bearer TOKEN'], 400],
  ['a form', 'Content-Type', ['application/x-www-form-urlencoded'], 415],
  ['plain text, which needs no preflight', 'Content-Type', ['text/plain'], 415],
  ['JSON Patch', 'Content-Type', ['application/json-patch+json'], 415],
  ['no content type', 'Content-Type', [], 415],
] as const)('rejects a call with %s', async (_what, name, values, status) => {
  const before = served.calls.length
  const filled = values.map((value) =>
    value.replace('PORT', String(served.port)).replace('TOKEN', served.session),
  )
  const answer = await call(withHeader(name, ...filled))
  expect(answer?.status).toBe(status)
  expect(served.calls.length).toBe(before)
})

test('accepts a call without the header Sec-Fetch-Site', async () => {
  expect((await call(withHeader('Sec-Fetch-Site')))?.status).toBe(200)
})

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'])(
  'rejects the method %s with 405',
  async (method) => {
    const answer = await ask(served.port, `${method} /call/app.info`, validHeaders(), body)
    expect(answer?.status).toBe(405)
    expect([...(answer?.headers.keys() ?? [])].filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    )
  },
)

test.each(['PUT', 'DELETE', 'OPTIONS'])('does not serve the page for the method %s', async (method) => {
  expect((await ask(served.port, `${method} /`, validHeaders(), body))?.status).toBe(405)
})

test('rejects a form that another site posts to the app', async () => {
  const headers: Headers = [
    ...withHeader('Sec-Fetch-Site', 'cross-site'),
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
  ]
  expect((await ask(served.port, 'POST /', headers, body))?.status).toBe(403)
})

test.each(['/call/app.info', '/session', '/tab'])('the path %s rejects GET with 405', async (path) => {
  expect((await ask(served.port, `GET ${path}`, [['Host', host()]]))?.status).toBe(405)
})

test('logs requests that name another host only once', async () => {
  for (let time = 0; time < 3; time++) {
    const answer = await ask(served.port, 'GET /', [['Host', 'secret-in-a-name.test']])
    expect(answer).toMatchObject({ status: 403 })
    expect(answer?.body.replace(/^0\r\n/, '').trim()).toBe('')
  }
  expect(served.log.filter((line) => line.includes('Rejected'))).toHaveLength(1)
  expect(served.log.join()).not.toContain('secret-in-a-name')
})

test.each([
  ['a link from anywhere', 'navigate', 'document', 'cross-site', 200],
  ['the address bar', 'navigate', 'document', 'none', 200],
  ['a frame of another site', 'navigate', 'iframe', 'cross-site', 403],
  ['a script of another site', 'no-cors', 'script', 'cross-site', 403],
  ['a fetch of another site', 'cors', 'empty', 'cross-site', 403],
])('serves the page only if it is the top-level document: %s', async (_what, mode, dest, site, status) => {
  const headers: Headers = [
    ['Host', host()],
    ['Sec-Fetch-Mode', mode],
    ['Sec-Fetch-Dest', dest],
    ['Sec-Fetch-Site', site],
  ]
  expect((await ask(served.port, 'GET /', headers))?.status).toBe(status)
  // Assets and events are never served to another site.
  expect((await ask(served.port, 'GET /assets/page-1a2b.js', headers))?.status).toBe(403)
  expect((await ask(served.port, 'GET /events', headers))?.status).toBe(403)
})

test.each(['WebSocket', 'h2c'])('closes the connection of an upgrade to %s', async (protocol) => {
  const headers = [
    ...validHeaders(),
    ['Upgrade', protocol],
    ['Connection', 'Upgrade'],
    ['Sec-WebSocket-Version', '13'],
    ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  ] as Headers
  expect(await ask(served.port, 'GET /events', headers)).toBeNull()
})

test('closes the connection of a CONNECT request', async () => {
  expect(await ask(served.port, 'CONNECT example.com:443', validHeaders())).toBeNull()
})

// The oracle is written from the rules, independently of the implementation.
test('passes a random request to the core only if it meets every rule', async () => {
  const port = String(served.port)
  const good = served.session
  const sample = (...texts: string[]) => fc.constantFrom(...texts)
  const upToTwo = (name: string, value: fc.Arbitrary<string>) =>
    fc
      .array(fc.tuple(sample(name, name.toLowerCase(), name.toUpperCase()), value), { maxLength: 2 })
      .map((list) => list.map(([spelled, text]): [string, string] => [spelled, text]))
  const mostly = <T>(valid: T, other: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 5, arbitrary: fc.constant(valid) }, { weight: 1, arbitrary: other })
  const request = fc.record({
    method: mostly('POST', sample('GET', 'PUT', 'OPTIONS', 'HEAD', 'DELETE')),
    target: mostly(
      '/call/app.info',
      sample(
        '/',
        '/call',
        '/CALL/app.info',
        '//call/app.info',
        'http://evil.test/call/app.info',
        '/session',
        '/%63all/app.info',
      ),
    ),
    host: mostly(
      [['Host', `127.0.0.1:${port}`]] as [string, string][],
      upToTwo(
        'Host',
        sample(
          `127.0.0.1:${port}`,
          `localhost:${port}`,
          'evil.test',
          `[::1]:${port}`,
          `127.0.0.1:${port}.`,
          '',
        ),
      ),
    ),
    origin: mostly(
      [['Origin', `http://127.0.0.1:${port}`]] as [string, string][],
      upToTwo(
        'Origin',
        sample(
          `http://127.0.0.1:${port}`,
          'null',
          'http://evil.test',
          `http://localhost:${port}`,
          `HTTP://127.0.0.1:${port}`,
          `http://127.0.0.1:${port}/`,
        ),
      ),
    ),
    site: upToTwo(
      'Sec-Fetch-Site',
      fc.oneof(
        { weight: 4, arbitrary: fc.constant('same-origin') },
        sample('cross-site', 'same-site', 'none', 'Same-Origin'),
      ),
    ),
    token: mostly(
      [['Authorization', `Bearer ${good}`]] as [string, string][],
      upToTwo(
        'Authorization',
        sample(
          `Bearer ${good}`,
          good,
          `bearer ${good}`,
          `Bearer ${good.slice(1)}A`,
          `Bearer ${good}A`,
          'Bearer ',
          `Bearer  ${good}`,
        ),
      ),
    ),
    type: mostly(
      [['Content-Type', 'application/json']] as [string, string][],
      upToTwo(
        'Content-Type',
        sample('application/json', 'text/plain', 'application/json; charset=utf-8', 'multipart/form-data'),
      ),
    ),
  })

  let reached = 0
  await fc.assert(
    fc.asyncProperty(request, async ({ method, target, host, origin, site, token, type }) => {
      const allowed =
        method === 'POST' &&
        target === '/call/app.info' &&
        host.length === 1 &&
        host[0]?.[1] === `127.0.0.1:${port}` &&
        origin.length === 1 &&
        origin[0]?.[1] === `http://127.0.0.1:${port}` &&
        (site.length === 0 || (site.length === 1 && site[0]?.[1] === 'same-origin')) &&
        token.length === 1 &&
        token[0]?.[1] === `Bearer ${good}` &&
        type.length === 1 &&
        ['application/json', 'application/json; charset=utf-8'].includes(type[0]?.[1] ?? '')
      const before = served.calls.length
      const headers: Headers = [...host, ...origin, ...site, ...token, ...type, ['Content-Length', '2']]
      const answer = await ask(served.port, `${method} ${target}`, headers, '{}')
      const arrived = served.calls.length - before
      expect(arrived).toBe(allowed ? 1 : 0)
      if (allowed) reached += 1
      else if (answer !== null && target !== '/') expect(answer.status).toBeGreaterThanOrEqual(400)
    }),
    property(500_000),
  )
  // Otherwise a server that rejects everything would pass.
  expect(reached).toBeGreaterThan(0)
})
