// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { eventually } from '../../../support/eventually.ts'
import { choose, control, openApp, press, shows, storageSample } from '../../../support/renderer/open-app.tsx'
import { aDelivery, anEndpoint, aWholeDelivery } from '../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
let open = 'a'

afterEach(() => app?.close())

const names: Readonly<Record<string, string>> = { a: 'Alpha', b: 'Beta' }
const session = (): SessionStatus => ({
  state: 'connected',
  keychain: 'ready',
  workspace: { id: open, kind: 'service', label: names[open] ?? '', baseUrl: `https://${open}.example.com` },
  keyHint: 'k9Qz',
})
const workspace = (id: string, more: Partial<WorkspaceSummary> = {}): WorkspaceSummary => ({
  id,
  kind: 'service',
  label: names[id] ?? '',
  baseUrl: `https://${id}.example.com`,
  notePath: '/v1/notes/{note_id}',
  updateMethod: 'auto',
  pace: { burst: 25, perSecond: 5 },
  key: 'kept',
  isOpen: id === open,
  endpointsOff: { all: 0, notFromHere: 0 },
  polling: 'active',
  ...more,
})
const endpointId = 'whe_Aaaaaaaaaaaaa1'
const at = '2026-01-01T00:00:00Z'
const disabledState = { by: 'service' as const, lastEnabledAt: at, noticedAt: at }

const opened = (hash: string, ofBeta: Partial<WorkspaceSummary> = {}) => {
  open = 'a'
  return openApp(hash, {
    'workspaces.status': session,
    'workspaces.list': () => [workspace('a'), workspace('b', ofBeta)],
    'workspaces.open': ({ id }) => {
      open = id
      return session()
    },
    'endpoints.list': () =>
      open === 'b' ? [anEndpoint({ id: endpointId, enabled: false, disabledState })] : [],
  })
}

test('reports an endpoint that was disabled in another workspace, with a link to it', async () => {
  app = await opened('#/inspector')
  await app.tell({
    name: 'endpoints.disabled',
    data: {
      workspace: { id: 'b', label: 'Beta' },
      endpoints: [{ id: endpointId, url: 'https://hooks.example.com/hooks/abc', label: null, by: 'service' }],
    },
  })
  await shows('Beta has a disabled endpoint hooks.example.com/hooks/abc')
  await press('button', 'Open workspace')
  await eventually(() => expect(app.inputsOf('workspaces.open')).toEqual([{ id: 'b' }]))
  // The address no longer names the workspace.
  await eventually(() => expect(location.hash).toBe('#/attention'))
  await eventually(() => control('button', 'Enable'))
  // A notice of the open workspace leaves out the workspace’s name, and pages that report the same have no notice.
  await eventually(() => expect(document.body.textContent).not.toContain('Beta has'))
  await press('link', 'Coverage')
  await shows('hooks.example.com/hooks/abc was disabled after failing for 4 days')
})

test('Needs attention lists a disabled endpoint of another workspace once', async () => {
  app = await opened('#/attention', { endpointsOff: { all: 1, notFromHere: 1 } })
  const url = 'https://hooks.example.com/hooks/abc'
  await app.tell({
    name: 'endpoints.disabled',
    data: {
      workspace: { id: 'b', label: 'Beta' },
      endpoints: [{ id: endpointId, url, label: null, by: 'service' }],
    },
  })
  await shows(/Beta\s*has 1 disabled endpoint/)
  expect(document.body.textContent).not.toContain('Beta has a disabled endpoint')
})

test('names a disabled endpoint of another workspace', async () => {
  app = await opened('#/inspector')
  const url = 'https://hooks.example.com/hooks/abc'
  const named = { id: endpointId, url, label: 'Prod notes', by: 'service' } as const
  const workspace = { id: 'b', label: 'Beta' }
  await app.tell({ name: 'endpoints.disabled', data: { workspace, endpoints: [named] } })
  await shows('Beta has a disabled endpoint Prod notes')
  const other = { ...named, id: 'whe_Aaaaaaaaaaaaa2', label: 'Staging' }
  await app.tell({ name: 'endpoints.disabled', data: { workspace, endpoints: [other] } })
  await shows('Beta has 2 disabled endpoints Prod notes, Staging')
  expect(document.body.textContent).not.toContain('hooks.example.com')
})

test('removes the notice about a disabled endpoint once it is enabled again', async () => {
  let enabled = false
  open = 'b'
  app = await openApp('#/inspector', {
    'workspaces.status': session,
    'workspaces.list': () => [workspace('b')],
    'endpoints.list': () => [
      anEndpoint({ id: endpointId, enabled, disabledState: enabled ? null : disabledState }),
    ],
  })
  await app.tell({
    name: 'endpoints.disabled',
    data: {
      workspace: { id: 'b', label: 'Beta' },
      endpoints: [
        { id: endpointId, url: 'https://hooks.example.com/hooks/abc', label: null, by: 'elsewhere' },
      ],
    },
  })
  await shows('was disabled outside Notehook')
  enabled = true
  await app.tell({
    name: 'endpoints.changed',
    data: {},
  })
  await eventually(() => expect(document.body.textContent).not.toContain('was disabled outside'))
})

test('removes the notice about a disabled endpoint once it is deleted', async () => {
  let isDeleted = false
  open = 'b'
  app = await openApp('#/inspector', {
    'workspaces.status': session,
    'workspaces.list': () => [workspace('b')],
    'endpoints.list': () =>
      isDeleted ? [] : [anEndpoint({ id: endpointId, enabled: false, disabledState })],
  })
  const url = 'https://hooks.example.com/hooks/abc'
  await app.tell({
    name: 'endpoints.disabled',
    data: {
      workspace: { id: 'b', label: 'Beta' },
      endpoints: [{ id: endpointId, url, label: null, by: 'elsewhere' }],
    },
  })
  await shows('was disabled outside Notehook')
  isDeleted = true
  await app.tell({ name: 'endpoints.changed', data: {} })
  await eventually(() => expect(document.body.textContent).not.toContain('was disabled outside'))
})

test('removes the open endpoint from the URL when another workspace opens', async () => {
  app = await opened(`#/endpoints?endpoint=${endpointId}&workspace=a`)
  await eventually(() => expect(location.hash).toBe(`#/endpoints?endpoint=${endpointId}`))
  expect(app.inputsOf('workspaces.open')).toEqual([])
  open = 'b'
  await app.tell({ name: 'workspaces.status-changed', data: session() })
  await eventually(() => expect(location.hash).toBe('#/endpoints'))
})

test('shows how many endpoints of a workspace are disabled', async () => {
  app = await opened('#/workspaces', { endpointsOff: { all: 2, notFromHere: 1 } })
  await shows('2 endpoints disabled')
  await press('link', '2 endpoints disabled')
  await eventually(() => expect(location.hash).toBe('#/endpoints?sort=state'))
})

test('shows why the endpoints of a workspace are not checked', async () => {
  app = await opened('#/workspaces', { polling: 'key-locked' })
  await shows('Endpoints not checked: the keychain is locked.')
})

test('lists a suspended sandbox workspace and opens it again', async () => {
  open = 'a'
  const sandbox = workspace('sandbox', { kind: 'sandbox', label: 'Sandbox workspace', baseUrl: '' })
  app = await openApp('#/workspaces', {
    'workspaces.status': session,
    'workspaces.list': () => [workspace('a'), sandbox],
    'workspaces.open': () => session(),
    'sandbox.stop': () => session(),
  })
  await shows('Suspended until you open it.')
  await shows('Stopping the sandbox or quitting Notehook deletes its endpoints.')
  await press('button', 'Open Sandbox workspace')
  expect(app.inputsOf('workspaces.open')).toEqual([{ id: 'sandbox' }])
  await press('button', 'Stop')
  await eventually(() => expect(app.inputsOf('sandbox.stop')).toHaveLength(1))
})

test('shows only the simulated responses of the open workspace', async () => {
  open = 'a'
  const rule = { status: 500, delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 }
  const since = '2026-11-21T09:00:00Z'
  app = await openApp('#/settings', {
    'workspaces.status': session,
    'workspaces.list': () => [workspace('a'), workspace('b')],
    'endpoints.list': () => [anEndpoint({ id: endpointId })],
    'listener.simulated-responses': () => [
      { endpointId: 'whe_Aaaaaaaaaaaaa7', workspaceId: 'sandbox', rule, since },
      { endpointId: 'whe_Aaaaaaaaaaaaa8', workspaceId: null, rule, since },
      { endpointId, workspaceId: 'b', rule, since },
    ],
  })
  await shows('Settings')
  await eventually(() => expect(app.inputsOf('listener.simulated-responses')).toHaveLength(1))
  await settled()
  expect(document.body.textContent).not.toContain('Simulating')
  open = 'b'
  await app.tell({ name: 'workspaces.status-changed', data: session() })
  await shows('Simulating 500')
})

test('still suggests limiting storage when another workspace opens', async () => {
  open = 'a'
  app = await openApp('#/inspector', {
    'workspaces.status': session,
    'workspaces.list': () => [workspace('a'), workspace('b')],
    'deliveries.storage': () => ({ ...storageSample, usedBytes: 2e9 }),
  })
  await shows('Deliveries use more than 1 GB')
  open = 'b'
  await app.tell({ name: 'workspaces.status-changed', data: session() })
  await shows('Beta')
  await settled()
  expect(document.body.textContent).toContain('Deliveries use more than 1 GB')
})

test('offers to undo a deletion only in the workspace of the deleted delivery', async () => {
  let hidden: { id: number; leftMs: number }[] = []
  open = 'a'
  app = await openApp('#/inspector?delivery=1', {
    'workspaces.status': session,
    'workspaces.list': () => [workspace('a'), workspace('b')],
    'deliveries.list': () => ({ deliveries: open === 'a' ? [aDelivery(1)] : [], hasMore: false }),
    'deliveries.get': () => aWholeDelivery(1),
    'deliveries.hide': ({ id }) => {
      hidden = [{ id, leftMs: 8000 }]
      return null
    },
    'deliveries.hidden': () => (open === 'a' ? hidden : []),
    'deliveries.unhide': () => ({ restored: true }),
  })
  await eventually(() => control('button', 'More actions'))
  await choose('More actions', 'Delete')
  await shows('Delivery deleted')
  open = 'b'
  await app.tell({ name: 'workspaces.status-changed', data: session() })
  await shows('Beta')
  await settled()
  expect(document.body.textContent).not.toContain('Delivery deleted')
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
  await shows('Nothing to undo')
  expect(app.inputsOf('deliveries.unhide')).toEqual([])
  open = 'a'
  await app.tell({ name: 'workspaces.status-changed', data: session() })
  await shows('Delivery deleted')
  await press('button', /^Undo/)
  await eventually(() => expect(app.inputsOf('deliveries.unhide')).toEqual([{ id: 1 }]))
})

/** Waits as long as rendering a response would take. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 100))
