import { request } from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { procedures } from '#shared/rpc/contract.ts'
import { fakeKeychain, openCore, separateService } from '../../../support/core/open-core.ts'
import { eventually } from '../../../support/eventually.ts'
import { describeNeeding } from '../../../support/needs.ts'
import { patience, runs } from '../../../support/runs.ts'
import { type Authority, createAuthority } from '../../../support/tunnel/certificates.ts'
import { openPublicSide, type PublicSide } from '../../../support/tunnel/public-side.ts'

const host = 'hooks.example.com'
const methods = ['GET', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'TRACE', 'PROPFIND'] as const

describeNeeding(['openssl'], 'requests through the tunnel', () => {
  let authority: Authority
  let side: PublicSide

  beforeAll(async () => {
    authority = createAuthority()
    side = await openPublicSide(authority.issue(host))
  })
  afterAll(async () => {
    await side.close()
    authority.remove()
  })

  const ask = (method: string, path: string, body = '', headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
      const sent = request({
        ...{ host: '127.0.0.1', port: side.port, servername: host, ca: authority.ca, agent: false },
        ...{ method, path, headers: { host, ...headers } },
      })
      sent.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: { ...response.headers } }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })

  /** Opens a core that can be reached from outside, with a workspace, an endpoint and a received delivery. */
  const reached = async () => {
    const service = await separateService({
      tunnelUrls: [`https://${host}:${side.port}`],
      listenerOrigin: () => `http://127.0.0.1:${side.target}`,
    })
    const opened = await openCore({
      dial: { lookup: async () => ['127.0.0.1'], ca: authority.ca },
      secrets: fakeKeychain(),
    })
    const { client } = opened
    await client.call('workspaces.connect', { baseUrl: service.baseUrl, apiKey: service.apiKey })
    const status = await client.call('listener.status')
    side.target = status.state === 'listening' ? status.port : null
    await client.call('tunnel.start', { kind: 'own-url', publicUrl: `https://${host}:${side.port}` })
    await eventually(async () => expect((await client.call('tunnel.status')).state).toBe('up'))
    const endpoint = await client.call('endpoints.create', {
      receiver: { kind: 'inspector' },
      ...{ scopes: ['public'], events: [], folderIds: [] },
    })
    const received = async () => (await client.call('deliveries.list', { limit: 200 })).deliveries
    return { ...opened, service, endpoint, received }
  }

  test(
    'the public URL responds with 404 to every path except the endpoint’s',
    async () => {
      const { client, received, endpoint, service } = await reached()
      const secrets = [service.apiKey, service.endpoints()[0]?.signingSecret ?? '', 'Notehook', 'notehook']
      const paths = [...appPaths, ...Object.keys(procedures).flatMap(ofProcedure), ...madeUp(runs(5_000))]
      const wrong: string[] = []
      const look = async (path: string, at: number) => {
        const method = methods[at % methods.length] ?? 'GET'
        const { status, text, headers } = await ask(method, path, method === 'POST' ? '{}' : '')
        const isQuiet = status === 404 && /^(not_found\n)?$/.test(text)
        const tells = secrets.some((word) => (text + JSON.stringify(headers)).includes(word))
        if (!isQuiet || tells) wrong.push(`${method} ${path}: ${status} ${text.slice(0, 40)}`)
      }
      for (let at = 0; at < paths.length; at += 20) {
        await Promise.all(paths.slice(at, at + 20).map((path, place) => look(path, at + place)))
      }
      expect(wrong).toEqual([])

      // The endpoint’s path accepts only POST, in its exact spelling.
      const { pathname } = new URL(endpoint.url)
      for (const method of methods.filter((name) => name !== 'POST')) {
        expect([method, (await ask(method, pathname)).status]).toEqual([method, 405])
      }
      for (const other of [
        `${pathname}/`,
        `${pathname}?a=1`,
        `/x/..${pathname}`,
        pathname.toUpperCase(),
        `/${pathname}`,
      ]) {
        expect([other, (await ask('POST', other, '{}')).status]).toEqual([other, 404])
      }
      expect(await received()).toEqual([])
      expect((await client.call('workspaces.status')).state).toBe('connected')
    },
    patience(120_000),
  )

  test('the public URL rejects procedure calls, even with the headers of the page', async () => {
    await reached()
    const page = {
      'content-type': 'application/json',
      authorization: `Bearer ${'a'.repeat(43)}`,
      origin: `https://${host}`,
      'sec-fetch-site': 'same-origin',
    }
    for (const path of ['/session', '/events', '/call/workspaces.status', '/call/endpoints.reveal-secret']) {
      for (const method of methods) {
        const { status, headers } = await ask(method, path, method === 'POST' ? '{}' : '', page)
        expect([method, path, status]).toEqual([method, path, 404])
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      }
    }
  })

  test('neither answers nor stores requests to a probe path after the probe has finished', async () => {
    const { client, received } = await reached()
    await client.call('tunnel.probe')
    const probes = side.seen.filter((line) => line.includes('/probe/'))
    expect(probes.length).toBeGreaterThan(0)
    for (const line of probes.slice(-3)) {
      // A nonce is useless to anyone who saw it once its probe has returned.
      const path = line.split(' ')[1] ?? ''
      for (const method of ['GET', 'POST']) expect((await ask(method, path)).status).toBe(404)
    }
    expect(await received()).toEqual([])
  })
})

const ofProcedure = (name: string) => [`/call/${name}`, `/${name}`, `/api/${name.replace('.', '/')}`]

/** Paths of the app itself, and those that internet scanners try first. */
const appPaths = [
  ...[
    '/',
    '/index.html',
    '/assets/',
    '/assets/index.js',
    '/csp.json',
    '/session',
    '/events',
    '/call',
    '/call/',
  ],
  ...[
    '/hooks',
    '/hooks/',
    '/hooks/x',
    '/hooks/%2e%2e',
    '/hooks/../',
    '/probe',
    '/probe/',
    '/probe/x',
    '/probe/..',
  ],
  ...[
    '/.env',
    '/.git/config',
    '/admin',
    '/login',
    '/wp-login.php',
    '/robots.txt',
    '/favicon.ico',
    '/metrics',
  ],
  ...[
    '/health',
    '/ready',
    '/debug/pprof/',
    '/server-status',
    '/v1/notes',
    '/v1/webhook-endpoints',
    '/graphql',
  ],
  ...[
    '/notehook.db',
    '/config.json',
    '/tunnels/',
    '/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '//example.com/',
  ],
]

/** Returns random paths of words that differ in each run. */
function madeUp(count: number): string[] {
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item
  const words = [
    'api',
    'hooks',
    'probe',
    'call',
    'v1',
    'secret',
    'keys',
    'internal',
    'static',
    'ws',
    'inspector',
    'notes',
  ]
  const ends = ['', '/', '.json', '.js', '?t=1', '%00', '%2f', ';a', '~', '/..', '.bak', '#x']
  const token = () => Math.random().toString(36).slice(2, 24)
  return Array.from({ length: count }, () => {
    const depth = 1 + Math.floor(Math.random() * 4)
    const parts = Array.from({ length: depth }, () => (Math.random() < 0.5 ? any(words) : token()))
    return `/${parts.join('/')}${any(ends)}`
  })
}
