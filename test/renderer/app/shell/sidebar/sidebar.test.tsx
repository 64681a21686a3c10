// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands, placeIds } from '#shared/app/commands.ts'
import type { IndexStatus } from '#shared/notes/index-contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { copy } from '../../../../../renderer/app/shell/copy.ts'
import { eventually } from '../../../../support/eventually.ts'
import { type Answers, control, openApp, press, shows } from '../../../../support/renderer/open-app.tsx'
import { anEndpoint, aSandboxStatus } from '../../../../support/renderer/samples.ts'

let app: Awaited<ReturnType<typeof openApp>>
beforeEach(() => localStorage.clear())
afterEach(() => app.close())

const open = async (hash: string, answers: Answers = {}, media?: (query: string) => boolean) => {
  app = await openApp(hash, answers, 600, media)
  // Waits for the page and for the status beside it.
  await eventually(() => expect(document.querySelector('main h1')).not.toBeNull())
  await shows(/Simulation(off|500)/)
  await eventually(() => control('button', /^Workspace Sandbox workspace/))
}

const pressKey = (key: string, more: KeyboardEventInit = { ctrlKey: true }) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

const sidebar = () => document.querySelector('aside')
const links = () => [...document.querySelectorAll<HTMLElement>('aside nav a')]
const nameOf = (element: Element) => element.textContent

test('the sidebar lists the pages with their counts', async () => {
  await open('#/', {
    'deliveries.total': () => ({ count: 1249 }),
    'endpoints.list': () => [anEndpoint()],
  })
  await eventually(() => expect(location.hash).toBe('#/inspector'))
  await eventually(() =>
    expect(links().map(nameOf)).toEqual([
      `Inspector${(1249).toLocaleString()}`,
      'Endpoints1',
      'Notes',
      'Receivers',
      'Coverage',
      'Missed events',
      'Needs attention',
      'Settings',
      'Sandbox',
    ]),
  )
})

test('the sidebar marks the open page', async () => {
  const current = () =>
    links().flatMap((link) => {
      const mark = link.getAttribute('aria-current')
      return mark === null ? [] : [`${link.textContent}: ${mark}`]
    })
  await open('#/missed')
  await eventually(() => expect(current()).toEqual(['Missed events: page']))
  await press('link', 'Needs attention')
  await eventually(() => expect(current()).toEqual(['Needs attention: page']))
})

test('the sidebar shows the number of notes with a plus until the index is complete', async () => {
  const status: IndexStatus = {
    state: 'reading',
    workspaceId: 'sandbox',
    notes: 54,
    run: { kind: 'full', read: 54, total: null },
    completeAsOf: null,
    incomplete: null,
    problem: null,
    folders: { read: 0, total: 0, asOf: null, listedAt: null, problem: null },
  }
  await open('#/settings', { 'notes.index-status': () => status })
  await eventually(() => expect(links().map(nameOf)).toContain('Notes54+'))
  const complete = { ...status, state: 'resting' as const, run: null, completeAsOf: '2026-01-01T00:00:00Z' }
  await app.tell({ name: 'notes.index-changed', data: { ...complete, notes: 60 } })
  await eventually(() => expect(links().map(nameOf)).toContain('Notes60'))
})

test('the status in the sidebar says that the host is unreachable', async () => {
  await open('#/inspector', {
    'listener.status': () => ({
      ...{ state: 'listening', port: 44239, origin: 'http://127.0.0.1:44239' },
      ...{ degraded: null, clock: null },
    }),
  })
  const foot = () => document.querySelector('aside [role=group]')?.textContent
  await eventually(() => expect(foot()).toContain('Listening:44239'))
  await eventually(() => expect(document.querySelector('main')?.textContent).toContain('Listening'))

  await app.tell({ name: 'host.lost', data: { reason: 'unreachable' } })
  await eventually(() => expect(foot()).toBe('Notehook not reachable'))
  expect(document.querySelector('main')?.textContent).toContain('Not reachable')
  expect(document.querySelector('main')?.textContent).not.toContain('Listening')
  await press('button', 'Notehook not reachable')
  await shows('What you see here may be out of date.')

  await app.tell({ name: 'host.opened', data: {} as never })
  await eventually(() => expect(foot()).toContain('Listening:44239'))
})

test('the app starts at the welcome page if there is no workspace', async () => {
  app = await openApp('#/', {
    'workspaces.status': () => ({ state: 'welcome', keychain: 'ready' }),
    'workspaces.list': () => [],
  })
  await eventually(() => expect(location.hash).toBe('#/welcome'))
  await eventually(() => expect(control('link', copy.welcome.settings)).toBeTruthy())
  expect(sidebar()).toBeNull()
})

test('Ctrl+B collapses the sidebar to icons, and the next start keeps it collapsed', async () => {
  await open('#/settings')
  expect(sidebar()?.dataset.collapsed).toBe('false')
  pressKey('b')
  await eventually(() => expect(sidebar()?.dataset.collapsed).toBe('true'))
  expect(links().map(nameOf)).toEqual(placeIds.map((id) => commands[id].label))
  await app.close()
  await open('#/settings')
  expect(sidebar()?.dataset.collapsed).toBe('true')
  await press('button', copy.sidebar.expand)
  await eventually(() => expect(sidebar()?.dataset.collapsed).toBe('false'))
})

test('a narrow window collapses the sidebar without saving that state', async () => {
  await open('#/settings', {}, (query) => query.includes('960'))
  expect(sidebar()?.dataset.collapsed).toBe('true')
  await press('button', copy.sidebar.expand)
  await eventually(() => expect(sidebar()?.dataset.collapsed).toBe('false'))
  expect(localStorage.getItem('sidebar')).toBeNull()
})

test('the sidebar cannot be expanded in a narrow window', async () => {
  await open('#/settings', {}, (query) => query.includes('max-width'))
  expect(sidebar()?.dataset.collapsed).toBe('true')
  expect(() => control('button', copy.sidebar.expand)).toThrow()
  pressKey('b')
  expect(sidebar()?.dataset.collapsed).toBe('true')
})

test('moves the focus to the title of a page opened from the sidebar', async () => {
  await open('#/settings')
  for (const [name, title] of [
    ['Endpoints', 'Endpoints'],
    ['Needs attention', 'Needs attention'],
    ['Settings', 'Settings'],
  ] as const) {
    control('link', new RegExp(`^${name}`)).focus()
    await press('link', new RegExp(`^${name}`))
    await eventually(() => {
      expect(document.activeElement?.localName).toBe('h1')
      expect(document.activeElement?.textContent).toBe(title)
    })
  }
})

test('the listener’s status in the sidebar stops and starts the listener', async () => {
  await open('#/settings', {
    'listener.stop': () => ({ state: 'stopped' }),
    'listener.rejected': () => [rejected],
  })
  await eventually(() => control('button', /^Listening:8484/))
  await press('button', /^Listening:8484/)
  await shows('http://127.0.0.1:8484')
  expect(control('button', 'Copy the local address')).toBeTruthy()
  expect(control('button', '3 rejected requests…')).toBeTruthy()
  await press('button', 'Stop receiving')
  await shows('Not receiving')
  await shows('Deliveries fail until you start it.')
  expect(control('button', 'Start receiving')).toBeTruthy()
})

test('the listener’s status in the sidebar opens the rejected requests', async () => {
  await open('#/settings', { 'listener.rejected': () => [rejected] })
  await eventually(() => control('button', /^Listening:8484/))
  await press('button', /^Listening:8484/)
  await eventually(() => control('button', '3 rejected requests…'))
  await press('button', '3 rejected requests…')
  await eventually(() => expect(document.querySelector('[data-dialog=side]')).not.toBeNull())
})

test('an error of the listener appears in the sidebar’s status and on every page', async () => {
  await open('#/settings', {
    'listener.status': () => ({
      state: 'failed',
      code: 'port-busy',
      port: 8484,
      message: 'Another program uses it.',
    }),
    'listener.start': () => ({
      state: 'listening',
      origin: 'http://127.0.0.1:8484',
      port: 8484,
      degraded: null,
      clock: null,
    }),
  })
  await shows('Port in use:8484')
  await shows('Port 8484 is in use')
  await shows('Another program uses it.')
  await press('button', 'Try again')
  await shows('Listening:8484')
  expect(document.body.textContent).not.toContain('in use')
})

test('reports in the sidebar and on every page that deliveries cannot be stored', async () => {
  await open('#/settings', {
    'listener.status': () => ({
      state: 'listening',
      origin: 'http://127.0.0.1:8484',
      port: 8484,
      degraded: 'The disk is full.',
      clock: null,
    }),
  })
  await shows('Not storing:8484')
  await shows(/Deliveries aren’t stored.*The disk is full\./)
})

const upTunnel: Omit<TunnelStatus, 'source' | 'publicUrl'> = {
  state: 'up',
  since: null,
  provenAt: null,
  latenciesMs: [],
  problem: null,
  retryAt: null,
  choice: null,
  log: [],
}

test('the status in the sidebar shows the tunnel’s host and links to the tunnel page', async () => {
  await open('#/settings', {
    'tunnel.status': () => ({ ...upTunnel, source: 'own-url', publicUrl: 'https://tunnel.example.com' }),
  })
  await eventually(() => control('button', /^Tunneltunnel\.example\.com/))
  await press('button', /^Tunneltunnel\.example\.com/)
  await shows('https://tunnel.example.com')
  await press('link', copy.status.tunnel.setUp)
  await eventually(() => expect(location.hash).toBe('#/tunnel'))
})

test('the status in the sidebar shows that the sandbox needs no tunnel, and links to the tunnel types', async () => {
  await open('#/settings', {
    'tunnel.status': () => ({ ...upTunnel, source: 'sandbox', publicUrl: 'https://listener.example.com' }),
  })
  await eventually(() => control('button', /^Tunnelnot needed/))
  await press('button', /^Tunnelnot needed/)
  await shows('needs no tunnel')
  expect(document.body.textContent).not.toContain('listener.example.com')
  expect(control('link', copy.status.tunnel.show).getAttribute('href')).toMatch('#/tunnel')
})

test('the status in the sidebar shows a simulated response and stops it', async () => {
  const { id } = anEndpoint()
  const rule = { status: 500, delayMs: 0, firstAttempts: null, eventTypes: [], sharePercent: 100 }
  let simulated = [{ endpointId: id, workspaceId: 'sandbox', rule, since: '2026-01-01T00:00:00Z' }]
  await open('#/settings', {
    'endpoints.list': () => [anEndpoint()],
    'listener.simulated-responses': () => simulated,
    'listener.set-simulated-response': () => {
      simulated = []
      return simulated
    },
  })
  await eventually(() => control('button', /^Simulation500/))
  await press('button', /^Simulation500/)
  await eventually(() => control('button', copy.status.simulation.choose))
  await press('button', copy.simulated.stop)
  await shows('Simulationoff')
  expect(app.inputsOf('listener.set-simulated-response')).toEqual([{ endpointId: id, rule: null }])
})

test('opens the simulated responses from the sidebar without leaving the page', async () => {
  await open('#/settings', { 'endpoints.list': () => [anEndpoint()] })
  await press('button', /^Simulationoff/)
  await eventually(() => control('button', copy.status.simulation.choose))
  await press('button', copy.status.simulation.choose)
  await eventually(() => expect(document.querySelector('[data-dialog=side]')).not.toBeNull())
  expect(location.hash).toBe('#/settings')
})

test('redirects the former URL of the coverage page', async () => {
  await open('#/endpoints?view=coverage', { 'endpoints.list': () => [anEndpoint()] })
  await eventually(() => expect(location.hash).toBe('#/coverage'))
  await shows('Select a cell')
  expect(document.querySelector('h1')?.textContent).toBe('Coverage')
})

test('applies the selected density at once and at the next start', async () => {
  await open('#/settings', { 'settings.set': (changes) => ({ ...settings, ...changes }) as typeof settings })
  await eventually(() => expect(document.documentElement.dataset.density).toBe('compact'))
  await eventually(() => control('radio', 'Comfortable'))
  await press('radio', 'Comfortable')
  await eventually(() => expect(document.documentElement.dataset.density).toBe('comfortable'))
  expect(app.inputsOf('settings.set')).toEqual([{ density: 'comfortable' }])
  expect(localStorage.getItem('density')).toBe('comfortable')
})

test('changes the sandbox’s speed, and shows an outage in the sandbox’s status', async () => {
  const sandbox = aSandboxStatus({ speed: 60 })
  const outage = { ...sandbox, speed: 360, switches: { ...sandbox.switches, outage: true } }
  await open('#/settings', {
    'sandbox.status': () => sandbox,
    'sandbox.set-speed': () => outage,
  })
  await eventually(() => control('button', /^Sandbox60×/))
  await press('button', /^Sandbox60×/)
  await eventually(() => control('radio', '360×'))
  await press('radio', '360×')
  await shows('SandboxOutage')
  await shows('Outage is on')
  expect(app.inputsOf('sandbox.set-speed')).toEqual([{ speed: 360 }])
  await press('link', 'Open Sandbox')
  await eventually(() => expect(location.hash).toBe('#/sandbox'))
})

test('the workspace menu opens the list of shortcuts', async () => {
  await open('#/settings')
  await press('button', /^Workspace Sandbox workspace/)
  await eventually(() => control('menuitem', /^Keyboard shortcuts/))
  await press('menuitem', /^Keyboard shortcuts/)
  await shows('Toggle sidebar')
})

const settings = {
  theme: 'light' as const,
  density: 'compact' as const,
  listenerPort: 0,
  toleranceSeconds: 300,
  keepReceiving: false,
  keepDays: 0,
  keepMegabytes: 0,
}

const rejected = {
  endpointId: null,
  reason: 'missing_header' as const,
  method: 'POST',
  status: 400,
  requests: 3,
  firstAt: '2026-01-01T00:00:00Z',
  lastAt: '2026-01-01T00:00:00Z',
  headerNames: [],
}
