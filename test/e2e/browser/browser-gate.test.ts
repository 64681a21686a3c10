import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Bundle } from '#core/platform/files/built-page.ts'
import type { Served } from '../../electron/serve/served.ts'
import { eventually } from '../../support/eventually.ts'
import { describeNeeding } from '../../support/needs.ts'
import { launchChromium, type TestBrowser } from '../../support/page/chromium.ts'
import { tell } from '../../support/tell.ts'

// Runs twelve attacks in a real browser, on the host and on a copy without its guards. Each must fail on the host and succeed on
// the copy, because an attack that never succeeds proves nothing.

type Outcome = 'held' | 'broken'
type Open = (options?: { readonly port: number }) => Promise<Served>
type Attack = (served: Served, page: Page, open: Open) => Promise<Outcome>

/** Returns a page that exchanges its launch token as the real page does. The copy's page leaves the token in the address. */
function bundle(takesTokenAway: boolean): Bundle {
  const take = takesTokenAway ? "history.replaceState(null, '', location.pathname)" : ''
  const script = `
    const t = location.hash.slice(3)
    ${take}
    const json = { 'Content-Type': 'application/json' }
    window.call = async (name) => {
      const { token } = await window.entered
      return (await fetch('/call/' + name, { method: 'POST', headers: { ...json, Authorization: 'Bearer ' + token }, body: '{}' })).status
    }
    window.entered = fetch('/session', { method: 'POST', headers: json, body: JSON.stringify({ t }) })
      .then((answer) => (answer.ok ? answer.json() : { token: 'none' }))
    window.ran = true`
  const text = new TextEncoder()
  const html =
    '<!doctype html><title>The app</title><script src="/assets/page-1a2b.js"></script><a id="out">out</a>'
  return new Map([
    ['/', { body: text.encode(html), type: 'text/html; charset=utf-8', immutable: false }],
    [
      '/assets/page-1a2b.js',
      { body: text.encode(script), type: 'text/javascript; charset=utf-8', immutable: true },
    ],
  ])
}

describeNeeding(['chromium'], 'attacks on the browser host from other pages', () => {
  let browser: TestBrowser
  let evil: Server
  const referrers: (string | undefined)[] = []

  beforeAll(async () => {
    browser = await launchChromium([
      '--host-resolver-rules=MAP evil.test 127.0.0.1,MAP rebind.test 127.0.0.1',
    ])
    evil = createServer((request, response) => {
      if (request.url === '/out') referrers.push(request.headers.referer)
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Evil</title>')
    })
    await listen(evil, 0)
  })
  afterAll(async () => {
    await browser.close()
    await close(evil)
  })

  const evilOrigin = () => `http://evil.test:${(evil.address() as AddressInfo).port}`
  /** Returns the status from the network, because a browser shows its own page for an empty response. */
  const statusAt = async (page: Page, url: string) => {
    const [response] = await Promise.all([page.waitForResponse(url), page.goto(url).catch(() => null)])
    return response.status()
  }

  /** Attacks by name. Each resolves to whether the host held. */
  const attacks: Record<string, Attack> = {
    async 'a page under a rebound host name'(served, page) {
      return (await statusAt(page, `http://rebind.test:${served.port}/`)) === 403 ? 'held' : 'broken'
    },
    async 'a call under a rebound host name'(before, page, open) {
      // The attacker's own server responds first, at the same name and port. After it closes, the name resolves to the
      // attacked host.
      await before.close()
      const first = createServer((_request, response) => response.end('Evil'))
      // The port may briefly belong to another program on this computer.
      await eventually(() => listen(first, before.port))
      await page.goto(`http://rebind.test:${before.port}/`)
      await close(first)
      const served = await eventually(() => open({ port: before.port }))
      const status = await page.evaluate(async (authorization) => {
        const headers = { 'Content-Type': 'application/json', Authorization: authorization }
        return (await fetch('/call/app.info', { method: 'POST', headers, body: '{}' })).status
      }, `Bearer ${served.session}`)
      await served.close()
      return status === 403 && served.calls.length === 0 ? 'held' : 'broken'
    },
    async 'a page at 0.0.0.0'(served, page) {
      return (await statusAt(page, `http://0.0.0.0:${served.port}/`)) === 403 ? 'held' : 'broken'
    },
    async 'a page at localhost'(served, page) {
      return (await statusAt(page, `http://localhost:${served.port}/`)) === 403 ? 'held' : 'broken'
    },
    async 'a blind POST from another site'(served, page) {
      await page.goto(evilOrigin())
      await page.evaluate(
        // Ignores whether the page may read the response, because only the effect of the request counts.
        (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: '{}' }).catch(() => null),
        `${served.origin}/call/app.info`,
      )
      const arrived = served.calls.length > 0 || served.log.some((line) => line.includes('Rejected'))
      expect(arrived).toBe(true)
      return served.calls.length === 0 ? 'held' : 'broken'
    },
    async 'a blind POST from a frame whose origin is null'(served, page) {
      await page.goto(evilOrigin())
      await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const frame = document.createElement('iframe')
            const sent = `fetch('${url}', { method: 'POST', mode: 'no-cors', body: '{}' })`
            frame.sandbox.add('allow-scripts')
            frame.srcdoc = `<script>${sent}.catch(() => {}).then(() => parent.postMessage('sent', '*'))</script>`
            addEventListener('message', resolve)
            document.body.append(frame)
          }),
        `${served.origin}/call/app.info`,
      )
      const arrived = served.calls.length > 0 || served.log.some((line) => line.includes('Rejected'))
      expect(arrived).toBe(true)
      return served.calls.length === 0 ? 'held' : 'broken'
    },
    async 'a read from another site'(served, page) {
      await page.goto(evilOrigin())
      const read = await page.evaluate(
        (url) =>
          fetch(url).then(
            (answer) => answer.text(),
            () => null,
          ),
        `${served.origin}/`,
      )
      return read === null ? 'held' : 'broken'
    },
    async 'a WebSocket from another site'(served, page) {
      await page.goto(evilOrigin())
      const heard = await page.evaluate(
        (url) =>
          new Promise<string>((resolve) => {
            const socket = new WebSocket(url)
            socket.onmessage = ({ data }) => resolve(String(data))
            socket.onerror = () => resolve('')
          }),
        `ws://127.0.0.1:${served.port}/events`,
      )
      return heard === '' ? 'held' : 'broken'
    },
    async 'a frame in a page of another site'(served, page) {
      await page.goto(evilOrigin())
      await page.evaluate(
        (url) =>
          new Promise((resolve) => {
            const frame = document.createElement('iframe')
            frame.onload = resolve
            frame.src = url
            document.body.append(frame)
          }),
        `${served.origin}/`,
      )
      const titles = await Promise.all(page.frames().map((frame) => frame.title()))
      return titles.includes('The app') ? 'broken' : 'held'
    },
    async 'the app’s script in a page of another site'(served, page) {
      await page.goto(evilOrigin())
      const loaded = await page.evaluate(
        (url) =>
          new Promise<boolean>((resolve) => {
            const script = document.createElement('script')
            script.onload = () => resolve(true)
            script.onerror = () => resolve(false)
            script.src = url
            document.body.append(script)
          }),
        `${served.origin}/assets/page-1a2b.js`,
      )
      return loaded ? 'broken' : 'held'
    },
    async 'a used address'(served, page) {
      const address = `${served.origin}/#t=${served.tokens.issueLaunch()}`
      await page.goto(address)
      await call(page)
      const other = await browser.newPage()
      await other.goto(address)
      const status = await call(other)
      await other.close()
      return status === 401 ? 'held' : 'broken'
    },
    async 'a leak of the token through the address, the history or the referrer'(served, page) {
      const token = served.tokens.issueLaunch()
      await page.goto(evilOrigin())
      await page.evaluate((address) => location.replace(address), `${served.origin}/#t=${token}`)
      await page.waitForURL(`${served.origin}/**`)
      await call(page)
      const seen = [page.url(), ...(await historyOf(page))]
      await page
        .locator('#out')
        .evaluate((link, url) => link.setAttribute('href', url), `${evilOrigin()}/out`)
      await page.locator('#out').click()
      await page.waitForURL('**/out')
      seen.push(referrers.at(-1) ?? '', served.log.join())
      return seen.some((text) => text.includes(token)) ? 'broken' : 'held'
    },
  }

  /** Loads the modules again for each attack, because their stand-ins differ. */
  const attempt = async (page: Bundle, attack: Attack | undefined) => {
    const { serve } = await import('../../electron/serve/served.ts')
    const open: Open = (options) => serve({ bundle: page, ...options })
    const served = await open()
    const context = await browser.newContext()
    try {
      return await attack?.(served, await context.newPage(), open)
    } finally {
      await context.close()
      await served.close()
    }
  }

  describe('with the guards', () => {
    const held: string[] = []
    afterAll(() => tell('browser suite', `${held.length} of ${Object.keys(attacks).length} attacks blocked`))

    test('the browser host accepts a call from its own page', async () => {
      const outcome = await attempt(bundle(true), async (served, page) => {
        await page.goto(`${served.origin}/#t=${served.tokens.issueLaunch()}`)
        return (await call(page)) === 200 ? 'held' : 'broken'
      })
      expect(outcome).toBe('held')
    })

    test.each(Object.entries(attacks))('the browser host blocks %s', async (name, attack) => {
      expect(await attempt(bundle(true), attack)).toBe('held')
      held.push(name)
    })
  })

  describe('without the guards', () => {
    beforeAll(takeGuardsOut)
    afterAll(() => {
      putGuardsBack()
      tell('browser suite without the guards', `${broken.length} of ${Object.keys(attacks).length} open`)
    })
    afterEach(() => vi.resetModules())
    const broken: string[] = []

    test.each(Object.entries(attacks))(
      'without its guards, the browser host does not block %s',
      async (name, attack) => {
        expect(await attempt(bundle(false), attack)).toBe('broken')
        broken.push(name)
      },
    )
  })
})

function call(page: Page): Promise<number> {
  return page.evaluate("window.call('app.info')")
}

async function historyOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  return entries.map(({ url }) => url)
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

const guards = ['serve/gate', 'serve/headers', 'socket/json-body', 'serve/tokens', 'socket/connections'].map(
  (name) => `../../../electron/${name}.ts`,
)

function takeGuardsOut(): void {
  vi.resetModules()
  const [gate = '', headers = '', body = '', tokens = '', connections = ''] = guards
  vi.doMock(gate, () => ({ rejectionOf: () => null }))
  vi.doMock(headers, () => ({ securityHeaders: () => ({ 'Access-Control-Allow-Origin': '*' }) }))
  vi.doMock(body, async (original) => ({ ...(await original()), readJson: async () => ({}) }))
  vi.doMock(tokens, () => ({
    createTokens: () => ({ issueLaunch: () => 'launch', exchange: () => 'session', isSession: () => true }),
  }))
  vi.doMock(connections, async (original) => ({ ...(await original()), destroyUpgrades: acceptUpgrades }))
}

function putGuardsBack(): void {
  for (const guard of guards) vi.doUnmock(guard)
  vi.resetModules()
}

/** Implements the minimum of a WebSocket (RFC 6455): the handshake, and one text of two letters. */
function acceptUpgrades(server: Server): void {
  server.on('upgrade', (request, socket: Duplex) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
    socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`)
    socket.resume().on('end', () => socket.destroy())
    socket.write(Buffer.from([0x81, 2, ...Buffer.from('hi')]))
  })
}
