// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClient } from '#shared/rpc/client.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { openHttpTransport, type Page } from '../../../renderer/host/http-transport.ts'
import { eventually } from '../../support/eventually.ts'
import { openPageHost, type PageHost } from '../../support/page/page-host.ts'

let host: PageHost
const ends: (() => void)[] = []

beforeEach(async () => {
  host = await openPageHost()
  sessionStorage.clear()
  history.replaceState(null, '', `/#t=${host.launchToken}`)
})

afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await host.close()
})

test('removes the launch token from the page’s URL before any request', () => {
  openHttpTransport(page())
  expect(location.hash).toBe('')
  expect(location.href).not.toContain(host.launchToken)
  expect(host.asked).toEqual([])
})

test('exchanges the launch token for a session token only once', async () => {
  const transport = openHttpTransport(page())
  await Promise.all([transport.call('app.info', {}), transport.call('settings.get', {})])
  expect(host.asked.map(({ line }) => line).sort()).toEqual([
    'POST /call/app.info',
    'POST /call/settings.get',
    'POST /session',
  ])
  expect(host.asked.filter(({ line }) => line.includes('call')).map(({ bearer }) => bearer)).toEqual([
    `Bearer ${host.sessionToken}`,
    `Bearer ${host.sessionToken}`,
  ])
})

test('never puts a token into a URL', async () => {
  const transport = openHttpTransport(page())
  await transport.call('app.info', {})
  await heard(transport, 'host.opened')
  for (const { line } of host.asked) expect(line).not.toMatch(/token/)
})

test('keeps the session when the page is reloaded', async () => {
  await openHttpTransport(page()).call('app.info', {})
  const reloaded = openHttpTransport(page())
  expect(await reloaded.call('app.info', {})).toEqual({ ok: true, value: null })
  expect(host.asked.filter(({ line }) => line === 'POST /session')).toHaveLength(1)
})

test('keeps the page’s session if the launch token was already used', async () => {
  await openHttpTransport(page()).call('app.info', {})
  history.replaceState(null, '', '/#t=used-before')
  expect(await openHttpTransport(page()).call('app.info', {})).toEqual({ ok: true, value: null })
})

test('sends the input of a call as JSON and returns the host’s reply', async () => {
  const client = createClient(openHttpTransport(page()))
  host.answer = (name, input) => ({
    ok: false,
    error: { code: 'not-found', message: `${name} ${JSON.stringify(input)}`, status: 404 },
  })
  await expect(client.call('notes.get', { id: 'not_a' })).rejects.toMatchObject({
    code: 'not-found',
    message: 'notes.get {"id":"not_a"}',
    details: { status: 404 },
  })
})

test('reports an unexpected response of the host as an internal error', async () => {
  host.answer = () => 'odd'
  expect(await openHttpTransport(page()).call('app.info', {})).toMatchObject({
    ok: false,
    error: { code: 'internal' },
  })
})

test('reports that the session has ended when the host rejects the token', async () => {
  const transport = openHttpTransport(page())
  await transport.call('app.info', {})
  host.endSession()
  const lost = heard(transport, 'host.lost')
  expect(await transport.call('app.info', {})).toMatchObject({ ok: false, error: { code: 'no-session' } })
  expect(await lost).toEqual({ name: 'host.lost', data: { reason: 'session-ended' } })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(host.sessionToken)
})

test('reports that the URL with the launch token was already used', async () => {
  host.endSession()
  const lost = heard(openHttpTransport(page()), 'host.lost')
  expect(await lost).toEqual({ name: 'host.lost', data: { reason: 'address-used' } })
})

test('reports a missing session immediately if the page’s URL contains no token', async () => {
  history.replaceState(null, '', '/')
  const transport = openHttpTransport(page())
  const lost = heard(transport, 'host.lost')
  expect(await lost).toEqual({ name: 'host.lost', data: { reason: 'no-session' } })
  const refused = {
    ok: false,
    error: { code: 'no-session', message: expect.stringContaining('the terminal') },
  }
  expect(await transport.call('app.info', {})).toMatchObject(refused)
  expect(host.asked).toEqual([])
})

test('reports an unreachable host if it does not respond', async () => {
  const transport = openHttpTransport(page())
  await host.close()
  expect(await transport.call('app.info', {})).toMatchObject({ ok: false, error: { code: 'host-lost' } })
  expect(await heard(transport, 'host.lost')).toEqual({ name: 'host.lost', data: { reason: 'unreachable' } })
})

test('receives host.opened and then the other events of the stream', async () => {
  const transport = openHttpTransport(page())
  const events = follow(transport)
  await eventually(() => expect(events).toHaveLength(1))
  expect(events[0]).toEqual({ name: 'host.opened', data: {} })

  const told = {
    name: 'listener.changed',
    data: { state: 'failed', code: 'refused', message: 'Kein Pört', port: 1 },
  }
  const line = new TextEncoder().encode(`${JSON.stringify(told)}\n`)
  host.stream('\n\n{"name":7,"data":{}}\nno json at all\n')
  const insideUmlaut = line.indexOf(0xc3) + 1
  host.stream(line.slice(0, insideUmlaut))
  await new Promise((resolve) => setTimeout(resolve, 20))
  host.stream(line.slice(insideUmlaut))
  await eventually(() => expect(events).toHaveLength(2))
  expect(events[1]).toEqual(told)
})

test('opens a broken event stream again', async () => {
  const events = follow(openHttpTransport(page()))
  await eventually(() => expect(events).toHaveLength(1))
  host.dropStreams()
  await eventually(() => expect(events).toHaveLength(3))
  expect(events.map(({ name }) => name)).toEqual(['host.opened', 'host.lost', 'host.opened'])
})

test('reports that the host can be reached again after a single failed call', async () => {
  let failures = 1
  const { fetch: usual, ...rest } = page()
  const transport = openHttpTransport({
    ...rest,
    fetch: async (path, init) => {
      if (String(path).includes('/call/') && failures-- > 0) throw new TypeError('Failed to fetch')
      return usual(path, init)
    },
  })
  const events = follow(transport)
  await eventually(() => expect(events).toHaveLength(1))
  expect(await transport.call('app.info', {})).toMatchObject({ ok: false, error: { code: 'host-lost' } })
  await eventually(() => expect(events).toHaveLength(3))
  expect(events.map(({ name }) => name)).toEqual(['host.opened', 'host.lost', 'host.opened'])
})

test('several listeners share one event stream', async () => {
  const transport = openHttpTransport(page())
  const first = follow(transport)
  await eventually(() => expect(first).toHaveLength(1))
  const second = follow(transport)
  expect(second).toEqual([{ name: 'host.opened', data: {} }])
  expect(host.asked.filter(({ line }) => line === 'GET /events')).toHaveLength(1)
})

function page(): Page {
  return {
    fetch: (path: RequestInfo | URL, init?: RequestInit) => fetch(new URL(String(path), host.origin), init),
    history,
    location,
    sessionStorage,
  }
}

type Listening = { subscribe(listener: (event: HostEvent) => void): () => void }

function follow(transport: Listening): HostEvent[] {
  const events: HostEvent[] = []
  ends.push(transport.subscribe((event) => events.push(event)))
  return events
}

function heard(transport: Listening, name: HostEvent['name']): Promise<HostEvent> {
  return new Promise((resolve) => {
    ends.push(
      transport.subscribe((event) => {
        if (event.name === name) resolve(event)
      }),
    )
  })
}
