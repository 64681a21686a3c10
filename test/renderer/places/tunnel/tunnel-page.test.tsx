// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { TunnelReadiness } from '#shared/tunnel/model.ts'
import type { KeychainState } from '#shared/workspaces/session-contract.ts'
import { eventually } from '../../../support/eventually.ts'
import { control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'
import { noName } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const workspace = { id: 'a', kind: 'service', label: 'Acme', baseUrl: 'https://api.example.com' } as const

async function open(
  keychain: KeychainState,
  tunnel: Partial<TunnelStatus> = {},
  readiness: readonly TunnelReadiness[] = [
    { kind: 'own-url', state: 'ready', sentence: 'Uses your own proxy or domain.', detail: null },
    { kind: 'ngrok', state: 'needs-token', sentence: 'Needs an authtoken.', detail: null },
  ],
) {
  app = await openApp(
    '#/tunnel',
    {
      'workspaces.status': () => ({ state: 'connected', keychain, workspace, keyHint: 'k9Qz' }),
      'listener.status': () => ({
        ...{ state: 'listening', port: 44239, origin: 'http://127.0.0.1:44239' },
        ...{ degraded: null, clock: null },
      }),
      'tunnel.status': () => ({
        ...{ source: 'none', publicUrl: null, state: 'off', since: null, provenAt: null },
        ...{ latenciesMs: [], problem: null, retryAt: null, choice: null, log: [] },
        ...tunnel,
      }),
      'tunnel.readiness': () => [...readiness],
    },
    1200,
  )
  await eventually(() => control('option', /ngrok/))
}

test('shows the local URL for a proxy of the user', async () => {
  await open('ready')
  await press('option', /Custom domain/)
  await shows(/Forward to.*http:\/\/127\.0\.0\.1:44239/)
  expect(control('button', 'Copy the local address')).toBeTruthy()
  await shows('Needs authtoken')
  expect(document.querySelector('main')?.textContent).not.toContain('Ready')
})

test('recommends the tunnel provider that needs the least, and lists those that need setup last', async () => {
  const about = { sentence: '', detail: null }
  await open('ready', {}, [
    { kind: 'own-url', state: 'ready', ...about },
    { kind: 'ngrok', state: 'needs-token', ...about },
    { kind: 'cloudflared', state: 'ready', ...about },
    { kind: 'ssh', state: 'ready', ...about },
    { kind: 'ngrok-agent', state: 'not-running', ...about },
  ])
  const rows = () =>
    [...document.querySelectorAll('[role="option"]')].map((row) => row.getAttribute('aria-label'))
  expect(rows()[0]).toMatch(/^cloudflared.*Recommended$/)
  expect(rows().slice(1).join('\n')).not.toContain('Ready')
  expect(rows().find((row) => row?.startsWith('SSH server'))).toMatch(/Needs server$/)
  await shows('A named tunnel keeps its address.')
  await press('button', 'Start tunnel')
  expect(app.inputsOf('tunnel.start')).toEqual([{ kind: 'cloudflared', binary: null, named: null }])
})

test('lists the tunnel types in the sandbox, but starts none', async () => {
  await open('ready', { source: 'sandbox', state: 'up' })
  await shows('The sandbox needs no tunnel')
  await shows('Built in. Keeps a reserved domain.')
  await eventually(() => expect(control('button', 'Start tunnel').matches(':disabled')).toBe(true))
  expect(document.querySelector('main')?.textContent).not.toContain('Start live session')
})

test.each([
  ['ready', 'Stored in your keychain.'],
  ['memory', 'No system keychain. Kept in memory until Notehook quits.'],
  ['none', 'The system keychain isn’t available.'],
] as const)('with the keychain %s, shows where the ngrok token is stored', async (keychain, words) => {
  await open(keychain)
  await press('option', /ngrok/)
  await shows(words)
  if (keychain !== 'ready') expect(document.body.textContent).not.toContain('in your keychain')
})

test('reports that the first check of a tunnel failed', async () => {
  await open('ready', { source: 'own-url', publicUrl: 'https://hooks.example.com', state: 'proving' })
  await shows('Waiting for a signed test request')
  await app.close()
  await open('ready', {
    ...{ source: 'own-url', publicUrl: 'https://hooks.example.com', state: 'proving', problem: noName },
  })
  await shows(/Trying again….*DNS lookup failed/)
  expect(document.body.textContent).not.toContain('Waiting for a signed')
  expect(document.querySelector('main [role=alert]')?.textContent).toContain('DNS lookup failed')
})

test.each([
  ['no-name', 1],
  ['gateway', 1],
  ['wrong-target', 2],
] as const)('shows no success for a step that the fault %s contradicts', async (fault, done) => {
  const problem = { fault, sentence: 'It failed.' }
  await open('ready', {
    source: 'own-url',
    publicUrl: 'https://hooks.example.com',
    state: 'proving',
    problem,
  })
  await shows('It failed.')
  const steps = [...document.querySelectorAll('section[aria-label="Current tunnel"] li')]
  expect(steps.map((step) => step.getAttribute('data-state'))).toEqual(
    done === 1 ? ['done', 'on', 'later'] : ['done', 'done', 'on'],
  )
  const group = control('option', /Custom domain/).closest('[role=listbox]')?.textContent
  expect(group).toMatch(/^In use.*Custom domain.*Needs setup.*ngrok/)
  expect(group).not.toContain('Ready on this computer')
})

test('shows the keys for the next and previous tunnel type once', async () => {
  await open('ready')
  await shows('Next, previous')
  expect(document.querySelector('main')?.textContent?.match(/Next, previous/g)).toHaveLength(1)
})

test('offers no live session until a tunnel is set up', async () => {
  await open('ready')
  const start = () => control('button', 'Start live session')
  await eventually(() => expect(start().matches(':disabled')).toBe(true))
  expect(start().closest('[title]')?.getAttribute('title')).toBe('Set up a tunnel first.')
  await app.close()
  await open('ready', {
    ...{ source: 'own-url', state: 'off' },
    choice: { kind: 'own-url', publicUrl: 'https://hooks.example.com' },
  })
  await eventually(() => expect(start().matches(':disabled')).toBe(false))
})

test('does not show the tunnel as up while the host is unreachable', async () => {
  await open('ready', { source: 'own-url', publicUrl: 'https://tunnel.example.com', state: 'up' })
  await eventually(() => control('button', 'Stop tunnel'))
  await app.tell({ name: 'host.lost', data: { reason: 'unreachable' } })
  await eventually(() =>
    expect(document.querySelector('main')?.textContent).not.toContain('tunnel.example.com'),
  )
})
