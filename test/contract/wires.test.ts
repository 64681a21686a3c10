import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Core } from '#core/core.ts'
import { callText } from '#core/platform/call-text.ts'
import { contentSecurityPolicy } from '#shared/content-security-policy.ts'
import { type Client, createClient } from '#shared/rpc/client.ts'
import { procedures } from '#shared/rpc/contract.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import type { HostBridge, Transport } from '#shared/rpc/transport.ts'
import { openServer } from '../../electron/serve/server.ts'
import { createTokens } from '../../electron/serve/tokens.ts'
import { openHttpTransport } from '../../renderer/host/http-transport.ts'
import { openTransport } from '../../renderer/host/transport.ts'
import { browserPage } from '../support/browser-page.ts'
import { eventually } from '../support/eventually.ts'
import { openCore, refusalOf } from '../support/open-core.ts'

// One suite for every wire. What holds plugged straight in must hold through text, cloning and HTTP.

const wires: Readonly<Record<string, (core: Core) => Transport | Promise<Transport>>> = {
  direct: (core) => core,
  'structured clone, as Electron’s': (core) => openTransport(pageWith(clonedBridge(core))),
  HTTP: overHttp,
}

describe.each(Object.entries(wires))('over %s', (_name, openWire) => {
  let transport: Transport
  let client: Client
  let heard: HostEvent[]

  beforeEach(async () => {
    const { core } = await openCore({ listening: false })
    transport = await openWire(core)
    client = createClient(transport)
    heard = []
  })
  afterEach(() => vi.restoreAllMocks())

  const listen = async () => {
    onTestFinished(client.subscribe((event) => heard.push(event)))
    await eventually(() => expect(heard[0]).toMatchObject({ name: 'host.opened', data: {} }))
  }

  test('answers a call without input, and one with', async () => {
    expect(await client.call('workspaces.status')).toMatchObject({ state: 'welcome' })
    expect(await client.call('settings.set', { theme: 'dark' })).toMatchObject({ theme: 'dark' })
    expect(await client.call('settings.get')).toMatchObject({ theme: 'dark', toleranceSeconds: 300 })
  })

  test('numbers what it answers and tells, so that the newer one can be known', async () => {
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

  test('carries nothing as null and not as a gap', async () => {
    await client.call('sandbox.start', { notes: 10 })
    const [endpoint] = await client.call('endpoints.list')
    expect(await client.call('endpoints.remove', { id: endpoint?.id ?? '' })).toBeNull()
  })

  test('carries a refusal with its code, its words and its fields', async () => {
    const refusal = await refusalOf(
      client.call('workspaces.connect', { baseUrl: 'http://example.com', apiKey: 'key_0123456789' }),
    )
    expect(refusal).toMatchObject({
      code: 'invalid-input',
      details: { fields: { baseUrl: expect.any(String) } },
    })
  })

  test('refuses unknown names, those of Object.prototype too, and input off its schema', async () => {
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

  test.each(Object.keys(procedures))(
    'has a handler behind %s that answers in its own words',
    async (name) => {
      const reply = await transport.call(name, {})
      if (!reply.ok) expect(reply.error.code).not.toMatch(/^(internal|unknown-procedure|host-lost)$/)
      else expect(Object.hasOwn(procedures, name)).toBe(true)
    },
  )

  test('tells of a change, in the order in which it happened, until the subscription ends', async () => {
    await listen()
    await client.call('settings.set', { theme: 'light' })
    await client.call('settings.set', { theme: 'dark' })
    const themes = () =>
      heard.flatMap((event) => (event.name === 'settings.changed' ? [event.data.theme] : []))
    await eventually(() => expect(themes()).toEqual(['light', 'dark']))
  })

  test('carries a delivery whole, as a notice and as a detail', async () => {
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

  test('begins every subscription with the notice to fetch anew', async () => {
    await listen()
    await listen()
    expect(heard.filter(({ name }) => name === 'host.opened').length).toBeGreaterThanOrEqual(2)
  })
})

/** The border of the desktop without its window: text in, text out, each cloned as IPC clones it. */
function clonedBridge(core: Core): HostBridge {
  return {
    call: async (name, inputJson) =>
      structuredClone(await callText(core, structuredClone(name), structuredClone(inputJson))),
    subscribe: (listener) => core.subscribe((event) => listener(structuredClone(JSON.stringify(event)))),
  }
}

function pageWith(host: HostBridge) {
  return { host } as Parameters<typeof openTransport>[0]
}

async function overHttp(core: Core): Promise<Transport> {
  const tokens = createTokens(() => {})
  const quiet = () => {}
  const server = await openServer({
    core,
    bundle: new Map(),
    contentSecurityPolicy: contentSecurityPolicy([]),
    tokens,
    log: { info: quiet, warn: quiet, error: quiet },
    port: 0,
  })
  onTestFinished(() => server.close())
  return openHttpTransport(browserPage(`${server.origin}/#t=${tokens.issueLaunch()}`))
}
