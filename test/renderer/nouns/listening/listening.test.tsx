// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { ListenStatus } from '#shared/listening/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { failed, live as liveCopy, starting } from '../../../../renderer/nouns/listening/copy.ts'
import { eventually } from '../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows, type } from '../../../support/renderer/open-app.tsx'
import { aReceiver } from '../../../support/renderer/receiver-samples.ts'
import { aDelivery, anEndpoint } from '../../../support/renderer/samples.ts'

let close = async () => {}
afterEach(() => close())

const since = '2026-01-01T00:00:00Z'
const live: Extract<ListenStatus, { state: 'live' }> = {
  state: 'live',
  replacement: null,
  endpointId: 'whe_Aaaaaaaaaaaaa1',
  url: 'https://one.example.com/hooks/abcdefgh',
  enabled: true,
  workspaceId: 'sandbox',
  temporary: true,
  since,
  ending: false,
  problem: null,
}
const tunnelAt = (publicUrl: string | null, state: TunnelStatus['state']): TunnelStatus => ({
  source: 'own-url',
  publicUrl,
  state,
  since,
  provenAt: null,
  latenciesMs: [],
  problem: null,
  retryAt: null,
  choice: null,
  log: [],
})

test('offers no live session in the sandbox while deliveries are listed', async () => {
  const workspace = {
    id: 'sandbox',
    kind: 'sandbox',
    label: 'Sandbox',
    baseUrl: 'http://127.0.0.1:1',
  } as const
  await open({
    'workspaces.status': () => ({ state: 'connected', keychain: 'ready', workspace, keyHint: null }),
    'deliveries.list': () => ({ deliveries: [aDelivery(1)], hasMore: false }),
  })
  await eventually(() => control('button', 'Export…'))
  expect(document.querySelector('main')?.textContent).not.toContain('Start live session')
})

async function open(answers: Answers, hash = '#/inspector') {
  const app = await openApp(hash, {
    'endpoints.replacements': () => [],
    'endpoints.unfinished': () => [],
    ...answers,
  })
  close = app.close
  return app
}

test('starts a live session with the last options and announces each step', async () => {
  let status: ListenStatus = { state: 'idle' }
  const app = await open({
    'listening.status': () => status,
    'listening.start': () => {
      status = { state: 'starting', step: 'listener', temporary: true, since }
      return status
    },
    'tunnel.status': () => tunnelAt('https://one.example.com', 'up'),
  })
  await eventually(() => control('button', /^Start live session$/))
  await press('button', /^Start live session$/)
  expect(app.inputsOf('listening.start')).toEqual([
    { scopes: ['personal', 'public'], events: [], folderIds: [], temporary: true },
  ])
  await app.tell({
    name: 'listening.changed',
    data: { state: 'starting', step: 'proof', temporary: true, since },
  })
  await shows(starting.progress('proof', 3, 4))
  await app.tell({ name: 'listening.changed', data: live })
  await shows(/Live.*one\.example\.com\/…cdefgh.*deleted when the session ends or you quit/)
  expect(control('button', 'End session')).toBeTruthy()
})

test('forwards to a receiver only as long as its live session lasts', async () => {
  sessionStorage.setItem(
    'draft:sandbox:listen',
    JSON.stringify({ scopes: ['personal'], events: [], temporary: true, receiverId: 'rcv_Aaaaaaaaaaaaa1' }),
  )
  let status: ListenStatus = { state: 'idle' }
  let isLive = false
  const receiver = () => aReceiver({ live: isLive })
  const app = await open({
    'listening.status': () => status,
    'listening.start': () => {
      status = live
      return { state: 'starting', step: 'listener', temporary: true, since }
    },
    'listening.stop': () => {
      status = { state: 'idle' }
      return status
    },
    'tunnel.status': () => tunnelAt('https://one.example.com', 'up'),
    'receivers.list': () => [receiver()],
    'receivers.set-live': ({ live: next }) => {
      isLive = next
      return receiver()
    },
  })
  await eventually(() => control('button', /^Start live session$/))
  await eventually(() => expect(app.cache.getQueryData(['receivers', 'list'])).toBeTruthy())
  await press('button', /^Start live session$/)
  await eventually(() => control('link', 'Local dev server, up'))
  await press('button', 'End session')
  await eventually(() =>
    expect(app.inputsOf('receivers.set-live')).toEqual([
      { id: 'rcv_Aaaaaaaaaaaaa1', live: true },
      { id: 'rcv_Aaaaaaaaaaaaa1', live: false },
    ]),
  )
  sessionStorage.clear()
})

test('a live session is interrupted while its tunnel or endpoint is off, and can enable the endpoint', async () => {
  const app = await open({
    'listening.status': () => live,
    'endpoints.update': () => anEndpoint({ id: live.endpointId }),
    'tunnel.status': () => tunnelAt('https://one.example.com', 'down'),
  })
  await shows(liveCopy.tunnelDown)
  await app.tell({ name: 'tunnel.changed', data: tunnelAt('https://two.example.com', 'up') })
  await shows(liveCopy.addressChanged)
  await app.tell({ name: 'tunnel.changed', data: tunnelAt('https://one.example.com', 'up') })
  await app.tell({ name: 'listening.changed', data: { ...live, enabled: false } })
  await shows(liveCopy.disabled)
  await press('button', liveCopy.enable)
  expect(app.inputsOf('endpoints.update')).toEqual([{ id: live.endpointId, changes: { enabled: true } }])
  await app.tell({ name: 'listening.changed', data: live })
  await eventually(() => expect(() => control('button', liveCopy.enable)).toThrow())
})

test('names the failed step of starting a live session and links to its fix', async () => {
  let status: ListenStatus = {
    state: 'failed',
    step: 'tunnel',
    sentence: 'None was chosen.',
    wayOut: 'tunnel',
  }
  const app = await open({
    'listening.status': () => status,
    'listening.start': () => status,
    'tunnel.status': () => tunnelAt(null, 'off'),
  })
  await shows(/No tunnel is connected\..*None was chosen/)
  expect(control('link', 'Set up tunnel').getAttribute('href')).toMatch('#/tunnel')

  // The user may fix the tunnel in the meantime.
  await app.tell({ name: 'tunnel.changed', data: tunnelAt('https://one.example.com', 'up') })
  await shows('Tunnel connected.')
  await app.tell({ name: 'tunnel.changed', data: tunnelAt('https://one.example.com', 'unprovable') })

  status = { state: 'failed', step: 'proof', sentence: 'Split DNS.', wayOut: 'unproven' }
  await app.tell({ name: 'listening.changed', data: status })
  await press('button', failed.retryUnproven)
  expect(app.inputsOf('listening.start')).toMatchObject([{ unproven: true }])
})

test('reports an unknown outcome if the reply to creating the endpoint was lost', async () => {
  const sentence = 'The connection broke before the service answered.'
  await open({
    'listening.status': () => ({ state: 'failed', step: 'endpoint', sentence, wayOut: 'endpoints' }),
  })
  await shows('Endpoint may have been created.')
  expect(document.body.textContent).not.toContain('The endpoint was not created')
})

test('explains which scopes the service rejected, and starts with the suggested ones', async () => {
  const detail =
    'bad_request: scopes: this key belongs to the workspace, so the scope workspace is needed, alone.'
  const advice = { named: true, offers: [['workspace']] }
  const asked = ['personal', 'public']
  const app = await open({
    'listening.status': () => ({
      state: 'failed',
      step: 'endpoint',
      wayOut: null,
      sentence: 'The service rejected this. What it said is shown below.',
      refusal: { status: 400, detail, requestId: 'req_9', scopes: { requested: asked, advice } },
    }),
    'listening.start': () => ({ state: 'starting', step: 'listener', temporary: true, since }),
  })
  await shows('The endpoint was not created.')
  await shows('Use only the scope workspace.')
  const details = [...document.querySelectorAll('details')].map(({ textContent }) => textContent ?? '').join()
  expect(details).toMatch(/400: bad_request.*Request ID req_9/)
  expect(document.body.textContent?.replace(details, '')).not.toMatch(/bad_request|req_9|What it said/)
  await press('button', 'Use workspace instead')
  expect(app.inputsOf('listening.start')).toMatchObject([{ scopes: ['workspace'] }])
  await press('button', 'Session options')
  await eventually(() => expect(control('checkbox', /^workspace/)).toHaveProperty('checked', true))
  expect(control('checkbox', /^personal/)).toHaveProperty('checked', false)
})

test('suggests other scopes if the service may have rejected the selected ones', async () => {
  const app = await open({
    'listening.status': () => ({
      state: 'failed',
      step: 'endpoint',
      wayOut: null,
      sentence: 'Your key can’t create this endpoint.',
      refusal: {
        status: 403,
        detail: 'forbidden',
        scopes: { requested: ['personal', 'public'], advice: { named: false, offers: [['personal']] } },
      },
    }),
    'listening.start': () => ({ state: 'starting', step: 'listener', temporary: true, since }),
  })
  await shows('Your key can’t create this endpoint.')
  await press('button', 'Use personal instead')
  expect(app.inputsOf('listening.start')).toMatchObject([{ scopes: ['personal'] }])
})

test('removes the failure about a missing tunnel when a tunnel opens', async () => {
  const app = await open(
    {
      'listening.status': () => ({ state: 'failed', step: 'tunnel', sentence: 'No way.', wayOut: 'tunnel' }),
      'tunnel.status': () => tunnelAt(null, 'off'),
      'tunnel.readiness': () => [],
    },
    '#/tunnel',
  )
  await shows(/No tunnel is connected\.No way\./)
  control('button', failed.retry)
  expect(() => control('link', 'Set up tunnel')).toThrow()
  await app.tell({ name: 'tunnel.changed', data: tunnelAt(null, 'starting') })
  await shows('Tunnel connecting…')
  expect(document.body.textContent).not.toContain('No way.')
  expect(() => control('button', failed.retry), 'nothing to try again yet').toThrow()
  await app.tell({ name: 'tunnel.changed', data: tunnelAt('https://one.example.com', 'up') })
  await shows('Tunnel connected.')
  control('button', failed.retry)
})

test('reports that the endpoint of the live session was deleted', async () => {
  const app = await open({
    'listening.status': () => live,
    'listening.stop': () => ({ state: 'idle' }),
    'tunnel.status': () => tunnelAt('https://one.example.com', 'up'),
  })
  await shows('Live')
  await app.tell({ name: 'listening.changed', data: { state: 'ended', url: live.url, openedTunnel: true } })
  await shows(
    /Live session ended:its endpoint was deleted\..*one\.example\.com\/…cdefgh.*closes when you dismiss/,
  )
  await press('button', 'Dismiss')
  expect(app.inputsOf('listening.stop')).toHaveLength(1)
})

test('counts down to the next attempt to connect a broken tunnel', async () => {
  const down = (retryAt: string | null): TunnelStatus => ({
    ...tunnelAt('https://one.example.com', 'down'),
    retryAt,
    choice: { kind: 'ngrok-agent' },
    latenciesMs: [12],
    provenAt: since,
    problem: { fault: null, sentence: 'The server closed the connection.' },
  })
  const app = await open(
    {
      'tunnel.status': () => down(new Date(Date.now() + 600_000).toISOString()),
      'tunnel.probe': () => down(null),
      'tunnel.start': () => tunnelAt('https://one.example.com', 'proving'),
      'tunnel.readiness': () => [],
    },
    '#/tunnel',
  )
  await shows(/Retrying in \d+ s.*The server closed the connection\./)
  await press('button', 'Retry now')
  expect(app.inputsOf('tunnel.probe')).toHaveLength(1)
  // If no retry is scheduled, the tunnel is started.
  await eventually(() => expect(document.body.textContent).not.toContain('Retrying in'))
  await press('button', 'Retry now')
  expect(app.inputsOf('tunnel.start')).toEqual([{ kind: 'ngrok-agent' }])
})

test('shows the command to run or page to open for a tunnel provider', async () => {
  const lacking = { sentence: 'It is not here.', detail: null }
  await open(
    {
      'tunnel.status': () => tunnelAt(null, 'off'),
      'tunnel.readiness': () => [
        { kind: 'ngrok-agent', state: 'not-running', ...lacking, command: 'ngrok http 8484' },
        { kind: 'ngrok', state: 'needs-token', ...lacking, link: 'https://ngrok.example.com/token' },
      ],
    },
    '#/tunnel',
  )
  await eventually(() => control('option', /Running ngrok agent/))
  await press('option', /Running ngrok agent/)
  await shows('ngrok http 8484')
  expect(control('button', 'Copy command')).toBeTruthy()
  await press('option', /^ngrok/)
  await eventually(() =>
    expect(control('link', /ngrok\.example\.com\/token/).getAttribute('href')).toBe(
      'https://ngrok.example.com/token',
    ),
  )
})

test('does not show the live session as live while the host is unreachable', async () => {
  const app = await open({
    'listening.status': () => live,
    'tunnel.status': () => tunnelAt('https://one.example.com', 'up'),
    'receivers.list': () => [aReceiver({ live: true })],
  })
  const session = () => document.querySelector(`section[aria-label="${liveCopy.region}"]`)?.textContent
  await eventually(() => expect(session()).toMatch(/^Live.*since.*Local dev server/))
  await app.tell({ name: 'host.lost', data: { reason: 'unreachable' } })
  await eventually(() => expect(session()).toMatch(/^Not reachable/))
  expect(session()).not.toMatch(/Live|since|Local dev server/)
  expect(control('button', liveCopy.stop)).toHaveProperty('disabled', true)
  expect(control('button', liveCopy.keep)).toHaveProperty('disabled', true)
})

test('asks for the missing API key before a live session starts', async () => {
  const workspace = { id: 'a', kind: 'service', label: 'Acme', baseUrl: 'https://api.example.com' } as const
  let session: SessionStatus = { state: 'key-missing', keychain: 'ready', workspace, keyHint: null }
  const app = await open({
    'workspaces.status': () => session,
    'workspaces.connect': () => {
      session = { state: 'connected', keychain: 'ready', workspace, keyHint: 'k9Qz' }
      return session
    },
    'listening.status': () => ({ state: 'idle' }),
    'listening.start': () => ({ state: 'starting', step: 'listener', temporary: true, since }),
    'deliveries.list': () => ({ deliveries: [], hasMore: false }),
  })
  await shows('Live sessions and endpoints need it.')
  expect(document.body.textContent).not.toContain('Start a live session to receive')
  await eventually(() => control('button', 'Start live session'))
  await press('button', 'Start live session')
  await eventually(() => control('textbox', 'API key'))
  await type('API key', 'key_for_acme')
  expect(app.inputsOf('listening.start')).toEqual([])
  await press('button', 'Save key')
  await eventually(() => expect(app.inputsOf('listening.start')).toHaveLength(1))
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
