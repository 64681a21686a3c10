import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect as netConnect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Core } from '#core/core.ts'
import { contentSecurityPolicy } from '#shared/content-security-policy.ts'
import { type Client, createClient } from '#shared/rpc/client.ts'
import { procedures } from '#shared/rpc/contract.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { openServer } from '../../electron/serve/server.ts'
import { createTokens } from '../../electron/serve/tokens.ts'
import { openSocketTransport } from '../../electron/socket/client.ts'
import { openSocketServer } from '../../electron/socket/server.ts'
import { openHttpTransport } from '../../renderer/host/http-transport.ts'
import { openTransport } from '../../renderer/host/transport.ts'
import { openIpc } from '../support/core/ipc-wire.ts'
import { openCore, refusalOf } from '../support/core/open-core.ts'
import { eventually } from '../support/eventually.ts'
import { browserPage } from '../support/page/browser-page.ts'
import { openFaultyService } from '../support/service/faulty-service.ts'

// Runs one suite over every transport. Results must be the same through a direct call, structured cloning and HTTP.

/**
 * A page's connection. `leave` contains the ways in which a page ends: reloaded, closed or crashed. A direct connection has no
 * page.
 */
interface Wire {
  readonly transport: Transport
  readonly leave: Readonly<Record<string, () => void>>
}

const wires: Readonly<Record<string, (core: Core) => Wire | Promise<Wire>>> = {
  direct: (core) => ({ transport: core, leave: {} }),
  'structured clone, as Electron’s': overIpc,
  HTTP: overHttp,
  socket: overSocket,
}

describe.each(Object.entries(wires))('calls and events over the transport: %s', (_name, openWire) => {
  let core: Core
  let wire: Wire
  let transport: Transport
  let client: Client
  let heard: HostEvent[]

  beforeEach(async () => {
    const opened = await openCore({ listening: false })
    core = opened.core
    wire = await openWire(core)
    transport = wire.transport
    client = createClient(transport)
    heard = []
  })
  afterEach(() => vi.restoreAllMocks())

  const listen = async () => {
    onTestFinished(client.subscribe((event) => heard.push(event)))
    await eventually(() => expect(heard[0]).toMatchObject({ name: 'host.opened', data: {} }))
  }

  test('answers calls with and without input over each transport', async () => {
    expect(await client.call('workspaces.status')).toMatchObject({ state: 'welcome' })
    expect(await client.call('settings.set', { theme: 'dark' })).toMatchObject({ theme: 'dark' })
    expect(await client.call('settings.get')).toMatchObject({ theme: 'dark', toleranceSeconds: 300 })
  })

  test('replies and events get their numbers from the same sequence', async () => {
    await listen()
    const before = await transport.call('settings.get', {})
    await client.call('settings.set', { theme: 'dark' })
    const told = await eventually(() => {
      const event = heard.find(({ name }) => name === 'settings.changed')
      if (event?.revision === undefined) throw new Error('Not told yet.')
      return event.revision
    })
    const after = await transport.call('settings.get', {})
    if (!before.ok || !after.ok) throw new Error('Refused.')
    expect(before.revision?.run).toBe(told.run)
    expect(before.revision?.at).toBeLessThan(told.at)
    expect(after.revision?.at).toBeGreaterThanOrEqual(told.at)
  })

  test('a call without a result returns null', async () => {
    await client.call('sandbox.start', { notes: 10 })
    const [endpoint] = await client.call('endpoints.list')
    expect(await client.call('endpoints.remove', { id: endpoint?.id ?? '' })).toBeNull()
  })

  test('a failed call returns an error with its code, message and fields', async () => {
    const refusal = await refusalOf(
      client.call('workspaces.connect', { baseUrl: 'http://example.com', apiKey: 'key_0123456789' }),
    )
    expect(refusal).toMatchObject({
      code: 'invalid-input',
      details: { fields: { baseUrl: expect.any(String) } },
    })
  })

  test('rejects a call of an unknown procedure or with input that does not match its schema', async () => {
    for (const name of ['nothing.here', 'constructor', '__proto__', 'toString', '']) {
      expect(await transport.call(name, {})).toMatchObject({
        ok: false,
        error: { code: 'unknown-procedure' },
      })
    }
    expect(await transport.call('settings.set', { theme: 'mauve' })).toMatchObject({
      ok: false,
      error: { code: 'invalid-input', fields: { theme: expect.any(String) } },
    })
    expect(await transport.call('workspaces.status', { extra: 1 })).toMatchObject({ ok: false })
  })

  test('no procedure fails with an internal error', async () => {
    for (const name of Object.keys(procedures)) {
      const reply = await transport.call(name, {})
      const code = reply.ok ? '' : reply.error.code
      expect(code, name).not.toMatch(/^(internal|unknown-procedure|host-lost)$/)
    }
  })

  test('delivers events in the order in which they were published', async () => {
    await listen()
    await client.call('settings.set', { theme: 'light' })
    await client.call('settings.set', { theme: 'dark' })
    const themes = () =>
      heard.flatMap((event) => (event.name === 'settings.changed' ? [event.data.theme] : []))
    await eventually(() => expect(themes()).toEqual(['light', 'dark']))
  })

  test('announces a received delivery as an event and returns its details', async () => {
    await listen()
    await client.call('sandbox.start', { notes: 10 })
    const summary = await eventually(() => {
      const event = heard.find(({ name }) => name === 'deliveries.received')
      if (event?.name !== 'deliveries.received') throw new Error('Nothing arrived yet.')
      return event.data
    })
    const detail = await client.call('deliveries.get', { id: summary.id })
    expect(detail).toMatchObject({
      webhookId: summary.webhookId,
      verdict: 'verified',
      trace: { signature: 'valid' },
    })
    expect(JSON.parse(atob(detail.bodyBase64))).toMatchObject({ event_id: summary.webhookId })
  })

  test('the first event of every subscription is host.opened', async () => {
    await listen()
    await listen()
    await eventually(() =>
      expect(heard.filter(({ name }) => name === 'host.opened').length).toBeGreaterThanOrEqual(2),
    )
  })

  describe('a call that waits for a response of the service', () => {
    let unanswered: Socket[]
    let answer: () => void
    let ask: (asking: Client, signal?: AbortSignal) => Promise<unknown>

    beforeEach(async () => {
      unanswered = []
      const service = await openFaultyService(() => ({ raw: (socket) => void unanswered.push(socket) }))
      onTestFinished(() => service.close())
      answer = () => {
        const body = '{"notes":[],"hasMore":false,"cursor":null}'
        for (const socket of unanswered)
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      }
      const key = { baseUrl: service.baseUrl, apiKey: 'key_0123456789' }
      ask = (asking, signal) => asking.call('workspaces.test-key', key, { signal })
    })

    const isAsked = (times = 1) => eventually(() => expect(unanswered).toHaveLength(times))

    test('aborting the signal of a call cancels the call and its request to the service', async () => {
      const call = new AbortController()
      const refused = refusalOf(ask(client, call.signal))
      await isAsked()
      call.abort()
      expect((await refused).code).toBe('canceled')
      await eventually(() => expect(unanswered[0]?.destroyed).toBe(true))
    })

    test('does not send a call whose signal is already aborted', async () => {
      const refused = await refusalOf(ask(client, AbortSignal.abort()))
      expect(refused.code).toBe('canceled')
      await client.call('app.info')
      expect(unanswered).toEqual([])
    })

    test('canceling a call does not affect other calls', async () => {
      const [first, second] = [new AbortController(), new AbortController()]
      const refused = refusalOf(ask(client, first.signal))
      const answered = ask(client, second.signal)
      await isAsked(2)
      first.abort()
      await refused
      await eventually(() => expect(unanswered.filter(({ destroyed }) => destroyed)).toHaveLength(1))
      answer()
      expect(await answered).toEqual({ seesNotes: false })
      second.abort()
      expect(await client.call('app.info')).toMatchObject({ name: 'Notehook' })
    })

    test('canceling a call does not report the host as unreachable', async () => {
      await listen()
      const call = new AbortController()
      const refused = refusalOf(ask(client, call.signal))
      await isAsked()
      call.abort()
      await refused
      await client.call('app.info')
      expect(heard.map(({ name }) => name)).not.toContain('host.lost')
    })

    test('closing a page aborts only the calls of that page', async () => {
      const other = createClient((await openWire(core)).transport)
      const answered = ask(other)
      await isAsked()
      const ways = Object.entries(wire.leave)
      for (const [at, [, leave]] of ways.entries()) {
        const ended = ask(client).catch((error: unknown) => error)
        await isAsked(at + 2)
        leave()
        await eventually(() => expect(unanswered[at + 1]?.destroyed).toBe(true))
        await ended
      }
      expect(unanswered[0]?.destroyed).toBe(false)
      answer()
      expect(await answered).toEqual({ seesNotes: false })
    })
  })
})

/** Connects a page to the desktop host without a window. Clones each message as IPC does. */
function overIpc(core: Core): Wire {
  const { host, contents } = ipcOf(core).page()
  const page = { host } as Parameters<typeof openTransport>[0]
  return {
    transport: openTransport(page),
    leave: Object.fromEntries(
      ['did-navigate', 'render-process-gone', 'destroyed'].map((event) => [
        event,
        () => contents.emit(event),
      ]),
    ),
  }
}

const ipcs = new WeakMap<Core, ReturnType<typeof openIpc>>()
function ipcOf(core: Core): ReturnType<typeof openIpc> {
  const ipc = ipcs.get(core) ?? openIpc(core, silent)
  ipcs.set(core, ipc)
  return ipc
}

const silent = { info() {}, warn() {}, error() {} }

async function overHttp(core: Core): Promise<Wire> {
  const tokens = createTokens(() => {})
  const server = await openServer({
    core,
    bundle: new Map(),
    contentSecurityPolicy: contentSecurityPolicy([]),
    tokens,
    log: silent,
    port: 0,
  })
  onTestFinished(() => server.close())
  const page = browserPage(`${server.origin}/#t=${tokens.issueLaunch()}`)
  const unloaded = new Set<AbortController>()
  const transport = openHttpTransport({
    ...page,
    // A browser aborts the pending requests of an unloaded page.
    fetch(input, init) {
      const open = new AbortController()
      unloaded.add(open)
      const signals = [open.signal, ...(init?.signal ? [init.signal] : [])]
      return page.fetch(input, { ...init, signal: AbortSignal.any(signals) })
    },
  })
  return {
    transport,
    leave: {
      unload: () => {
        for (const open of unloaded) open.abort()
      },
    },
  }
}

/** Connects a command through a relay, which ends the connections as the command's death would. */
async function overSocket(core: Core): Promise<Wire> {
  const folder = mkdtempSync(join(tmpdir(), 'notehook-wire-'))
  const server = await openSocketServer({ core, dataFolder: folder, log: silent })
  const clients = new Set<Socket>()
  const relay = createServer((client) => {
    const connection = netConnect(server.at)
    clients.add(client)
    client.on('error', () => {}).on('close', () => connection.destroy())
    connection.on('error', () => {}).on('close', () => client.destroy())
    client.pipe(connection).pipe(client)
  })
  const at = join(folder, 'relay.sock')
  await new Promise<void>((resolve) => relay.listen(at, resolve))
  onTestFinished(async () => {
    await server.close()
    relay.close()
    rmSync(folder, { recursive: true })
  })
  return {
    transport: openSocketTransport(() => ({ at, key: server.key, level: 'read', version: '0.1.0' })),
    leave: {
      killed: () => {
        for (const client of clients) client.destroy()
      },
    },
  }
}
