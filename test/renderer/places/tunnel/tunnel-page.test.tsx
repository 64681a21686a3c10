// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { KeychainState } from '#shared/workspaces/session-contract.ts'
import { eventually } from '../../../support/eventually.ts'
import { control, openApp, press, shows } from '../../../support/renderer/open-app.tsx'
import { noName } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
afterEach(() => app.close())

const workspace = { id: 'a', kind: 'service', label: 'Acme', baseUrl: 'https://api.example.com' } as const

async function open(keychain: KeychainState, tunnel: Partial<TunnelStatus> = {}) {
  app = await openApp('#/tunnel', {
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
    'tunnel.readiness': () => [
      { kind: 'own-url', state: 'ready', sentence: 'Uses your own proxy or domain.', detail: null },
      { kind: 'ngrok', state: 'needs-token', sentence: 'Needs an authtoken.', detail: null },
    ],
  })
  await eventually(() => control('radio', /ngrok/))
}

test('shows the local address for the user’s own proxy', async () => {
  await open('ready')
  await shows(/Forward to.*http:\/\/127\.0\.0\.1:44239/)
  expect(control('button', 'Copy the local address')).toBeTruthy()
  await shows('Needs authtoken')
  expect(document.querySelector('main')?.textContent).not.toContain('Ready')
})

test.each([
  ['ready', 'Stored in your keychain.'],
  ['memory', 'No system keychain: kept in memory until Notehook quits.'],
  ['none', 'The system keychain isn’t available.'],
] as const)('with keychain %s, shows where the authtoken is stored', async (keychain, words) => {
  await open(keychain)
  await press('radio', /ngrok/)
  await shows(words)
  if (keychain !== 'ready') expect(document.body.textContent).not.toContain('in your keychain')
})

test('reports a failed first check of the tunnel', async () => {
  await open('ready', { source: 'own-url', publicUrl: 'https://hooks.example.com', state: 'proving' })
  await shows('Verifying…')
  await app.close()
  await open('ready', {
    ...{ source: 'own-url', publicUrl: 'https://hooks.example.com', state: 'proving', problem: noName },
  })
  await shows(/Trying again….*DNS lookup failed/)
  expect(document.body.textContent).not.toContain('Verifying…')
  expect(document.querySelector('main [role=alert]')?.textContent).toContain('DNS lookup failed')
})

test('does not show the tunnel as up while the host is lost', async () => {
  await open('ready', { source: 'own-url', publicUrl: 'https://tunnel.example.com', state: 'up' })
  await eventually(() => control('button', 'Stop tunnel'))
  await app.tell({ name: 'host.lost', data: { reason: 'unreachable' } })
  await eventually(() =>
    expect(document.querySelector('main')?.textContent).not.toContain('tunnel.example.com'),
  )
})
