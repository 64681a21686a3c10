import { connect, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { HostEvent } from '#shared/rpc/events.ts'
import { openServer } from '../../../electron/serve/server.ts'
import { eventually } from '../../support/eventually.ts'
import { isHard, property } from '../../support/runs.ts'
import { ask, type Served, serve } from './served.ts'

let served: Served

beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())

const files = ['/', '/assets/page-1a2b.js']
const host = (): [string, string] => ['Host', `127.0.0.1:${served.port}`]

function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  session?: string,
  from = served,
): Promise<Response> {
  return fetch(from.origin + path, {
    method: 'POST',
    headers: {
      Origin: from.origin,
      'Content-Type': 'application/json',
      ...(session === undefined ? {} : { Authorization: `Bearer ${session}` }),
    },
    body,
  })
}

test('every response has the security headers and no CORS header', async () => {
  const paths = ['/', '/assets/page-1a2b.js', '/nothing-here', '/call/app.info', '/events']
  for (const path of paths) {
    const { headers } = await fetch(served.origin + path)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=()',
    })
    const names = [...headers.keys()]
    expect(names.filter((name) => /^(access-control|server$|etag$|set-cookie|x-powered)/.test(name))).toEqual(
      [],
    )
  }
})

test('only files with a hash in their name may be cached', async () => {
  const page = await fetch(`${served.origin}/`)
  const asset = await fetch(`${served.origin}/assets/page-1a2b.js`)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await asset.text()).toBe('window.ran = true')
})

test('a launch token can be exchanged for one session', async () => {
  const t = served.tokens.issueLaunch()
  const first = await post('/session', JSON.stringify({ t }))
  expect(first.headers.get('cache-control')).toBe('no-store')
  const { token } = (await first.json()) as { token: string }
  expect((await post('/session', JSON.stringify({ t }))).status).toBe(401)

  const tab = (await (await post('/tab', '{}', token)).json()) as { t: string }
  const second = (await (await post('/session', JSON.stringify({ t: tab.t }))).json()) as { token: string }
  expect(second.token).not.toBe(token)
  for (const session of [token, second.token])
    expect((await post('/call/app.info', '{}', session)).status).toBe(200)
})

test('requests to /tab, /call and /events need a session', async () => {
  expect((await post('/tab', '{}')).status).toBe(401)
  expect((await post('/call/app.info', '{}')).status).toBe(401)
  expect((await fetch(`${served.origin}/events`)).status).toBe(401)
})

test.each([
  ['invalid JSON', '{'],
  ['no bytes', ''],
  ['two values', '{}{}'],
  ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`],
  ['120,000 levels', '['.repeat(120_000)],
])('rejects a call with a body of %s with a fixed text', async (_what, body) => {
  const before = served.calls.length
  const answer = await post('/call/app.info', body, served.session)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toBe('The request body is not valid JSON or is nested too deeply.')
  expect(served.calls.length).toBe(before)
})

test('brackets inside strings do not count as levels of nesting', async () => {
  const deep = `${'['.repeat(64)}${']'.repeat(64)}`
  expect((await post('/call/app.info', deep, served.session)).status).toBe(200)
  const text = JSON.stringify({ text: '"[{'.repeat(100) })
  expect((await post('/call/app.info', text, served.session)).status).toBe(200)
  expect(served.calls.at(-1)?.input).toEqual(JSON.parse(text))
})

test('rejects a call over 1 MiB with or without a content length', async () => {
  const whole = JSON.stringify('a'.repeat(1024 * 1024 - 2))
  expect((await post('/call/app.info', whole, served.session)).status).toBe(200)
  expect((await post('/call/app.info', `${whole} `, served.session)).status).toBe(413)

  const chunk = `${(1024 * 1024 + 1).toString(16)}\r\n${whole} \r\n0\r\n\r\n`
  const headers: [string, string][] = [
    host(),
    ['Origin', served.origin],
    ['Authorization', `Bearer ${served.session}`],
    ['Content-Type', 'application/json'],
    ['Transfer-Encoding', 'chunked'],
  ]
  expect((await ask(served.port, 'POST /call/app.info', headers, chunk))?.status).toBe(413)
})

test('the event stream sends each event as a line', async () => {
  const abort = new AbortController()
  const stream = await fetch(`${served.origin}/events`, {
    headers: { Authorization: `Bearer ${served.session}` },
    signal: abort.signal,
  })
  expect(stream.headers.get('content-type')).toBe('application/x-ndjson')
  const lines = readLines(stream)
  expect(await lines.next()).toEqual({ name: 'host.opened', data: {} })
  served.publish({ name: 'endpoints.changed', data: {} })
  expect(await lines.next()).toEqual({ name: 'endpoints.changed', data: {} })
  expect(served.subscribers()).toBe(1)
  abort.abort()
  await eventually(() => expect(served.subscribers()).toBe(0))
})

test('disconnects a page that does not read its events', async () => {
  const socket = connect(served.port, '127.0.0.1')
  socket.write(
    `GET /events HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nAuthorization: Bearer ${served.session}\r\n\r\n`,
  )
  socket.on('error', () => {})
  await eventually(() => expect(served.subscribers()).toBe(1))
  socket.pause()
  const event: HostEvent = {
    name: 'workspaces.connection-changed',
    data: { waitingUntil: 'x'.repeat(64 * 1024), changeWaits: false, changeRefused: false, trouble: null },
  }
  // The operating system buffers a few megabytes before the server does.
  for (let sent = 0; sent < 2000 && served.subscribers() > 0; sent++) {
    served.publish(event)
    if (sent % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await eventually(() => expect(served.subscribers()).toBe(0))
  socket.destroy()
})

test('accepts at most five event streams at a time', async () => {
  const listen = (abort: AbortController) =>
    fetch(`${served.origin}/events`, {
      headers: { Authorization: `Bearer ${served.session}` },
      signal: abort.signal,
    })
  const pages = Array.from({ length: 5 }, () => new AbortController())
  for (const page of pages) expect((await listen(page)).status).toBe(200)
  expect((await listen(new AbortController())).status).toBe(429)
  pages[0]?.abort()
  await eventually(() => expect(served.subscribers()).toBe(4))
  const again = new AbortController()
  expect((await listen(again)).status).toBe(200)
  for (const page of [...pages, again]) page.abort()
  await eventually(() => expect(served.subscribers()).toBe(0))
})

test('answers with a fixed text after an unexpected error', async () => {
  const failing = await serve({
    core: { call: () => Promise.reject(new Error('a path and a stack')), subscribe: () => () => {} },
  })
  const answer = await post('/call/app.info', '{}', failing.session, failing)
  expect(answer.status).toBe(500)
  expect(await answer.text()).toBe('Something went wrong. See the terminal for details.')
  expect(failing.log).toContain('The browser host failed to handle a request.')
  await failing.close()
})

test('reports that the port is in use, with advice', async () => {
  const options = {
    core: { call: vi.fn(), subscribe: vi.fn() },
    bundle: new Map(),
    contentSecurityPolicy: '',
    tokens: served.tokens,
  }
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  await expect(openServer({ ...options, log, port: served.port })).rejects.toMatchObject({
    code: 'port-busy',
    message: expect.stringContaining('--port'),
  })
})

test('delays the responses to wrong launch tokens but not to a valid one', async () => {
  const wrong = () => post('/session', '{"t":"wrong"}')
  for (let tries = 0; tries < 10; tries++) expect((await wrong()).status).toBe(401)
  const t = served.tokens.issueLaunch()
  const before = performance.now()
  const slow = wrong().then(({ status }) => ({ status, ms: performance.now() - before }))
  const flood = Array.from({ length: 40 }, async () => (await wrong()).status)
  const valid = post('/session', JSON.stringify({ t })).then(({ status }) => status)
  expect(await Promise.race([valid, slow])).toBe(200)
  const { status, ms } = await slow
  expect(status).toBe(401)
  expect(ms).toBeGreaterThan(900)
  expect([...new Set(await Promise.all(flood))].sort()).toEqual([401, 429])
})

test('the server closes silent and idle connections within seconds', async () => {
  const since = performance.now()
  const closed = (socket: Socket) =>
    new Promise<number>((resolve) => {
      socket.on('error', () => {})
      socket.resume().on('close', () => resolve(performance.now() - since))
    })
  const silent = closed(connect(served.port, '127.0.0.1'))
  const half = connect(served.port, '127.0.0.1')
  half.write('GET / HTTP/1.1\r\nHost:')
  const idle = connect(served.port, '127.0.0.1')
  idle.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\n\r\n`)
  for (const ms of await Promise.all([silent, closed(half), closed(idle)]))
    expect(ms).toBeLessThan(isHard ? 9_000 : 30_000)
})

test('serves the page even if there are many silent connections', async () => {
  const hogs = Array.from({ length: 400 }, () => connect(served.port, '127.0.0.1'))
  for (const hog of hogs) hog.on('error', () => {})
  await Promise.all(
    hogs.map((hog) => new Promise((resolve) => hog.once('connect', resolve).once('close', resolve))),
  )
  expect((await ask(served.port, 'GET /', [host()]))?.status).toBe(200)
  for (const hog of hogs) hog.destroy()
})

test('the server closes a connection after an error response', async () => {
  for (const [line, headers] of [
    ['GET /', [['Host', 'evil.test']]],
    ['GET /nothing-here', [host()]],
    ['GET /events', [host()]],
    ['OPTIONS /', [host()]],
  ] as const) {
    const socket = connect(served.port, '127.0.0.1')
    const head = [`${line} HTTP/1.1`, ...headers.map((pair) => pair.join(': '))]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const text = await new Promise<string>((resolve) => {
      let received = ''
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('end', () => resolve(received))
    })
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*connection: close/i)
  }
})

test('closing the server ends open event streams', async () => {
  const closing = await serve()
  const stream = await fetch(`${closing.origin}/events`, {
    headers: { Authorization: `Bearer ${closing.session}` },
  })
  const lines = readLines(stream)
  await lines.next()
  await closing.close()
  await expect(lines.next()).rejects.toThrow()
  await expect(fetch(closing.origin)).rejects.toThrow()
})

test('serves each file only at its exact path', async () => {
  const piece = fc.constantFrom(
    '/',
    '..',
    '.',
    '%2e%2e',
    '%2f',
    '\\',
    'assets',
    'page-1a2b.js',
    'index.html',
    '?',
    '#',
    ';',
    '%00',
    '%20',
    'A',
    '//',
    'etc/passwd',
    '\u00e9',
  )
  const path = fc.oneof(
    fc.constantFrom(...files),
    fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
    fc.array(piece, { maxLength: 4 }).map((pieces) => `/assets/page-1a2b.js${pieces.join('')}`),
    fc.webPath(),
    // A space would end the request target.
    fc.string({ maxLength: 40 }).map((text) => text.replaceAll(' ', '')),
  )
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom('GET', 'HEAD'), async (target, method) => {
      const bytes = Buffer.from(target, 'utf8').toString('latin1')
      const answer = await ask(served.port, `${method} ${bytes}`, [host()])
      if (answer?.status === 200) expect(files).toContain(bytes)
      if (files.includes(bytes)) expect(answer?.status).toBe(200)
    }),
    property(500_000),
  )
})

function readLines(response: Response): { next(): Promise<unknown> } {
  if (response.body === null) throw new Error('The response has no body.')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async next() {
      while (!text.includes('\n')) {
        const { done, value } = await reader.read()
        if (done) throw new Error('The stream ended.')
        text += value
      }
      const line = text.slice(0, text.indexOf('\n'))
      text = text.slice(line.length + 1)
      return JSON.parse(line)
    },
  }
}
