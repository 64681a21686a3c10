import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { expect, test } from 'vitest'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { createTray } from '../../../../electron/main/system/tray.ts'

const listening: ListenerStatus = {
  state: 'listening',
  origin: 'http://127.0.0.1:8484',
  port: 8484,
  degraded: null,
  clock: null,
}
const off: TunnelStatus = {
  source: 'none',
  publicUrl: null,
  state: 'off',
  since: null,
  provenAt: null,
  latenciesMs: [],
  problem: null,
  retryAt: null,
  choice: null,
  log: [],
}

function lines(
  listener: ListenerStatus,
  tunnel: TunnelStatus,
  behind: number | null = null,
): (string | undefined)[] {
  let menu: Electron.MenuItemConstructorOptions[] = []
  class System extends EventEmitter {
    setToolTip() {}
    setContextMenu() {}
  }
  const menus = {
    buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => {
      menu = template
      return null as never
    },
  }
  createTray(System as never, menus, 'tray.png', { open() {}, quit() {} }).show(listener, tunnel, behind)
  const shown = menu.slice(
    0,
    menu.findIndex(({ type }) => type === 'separator'),
  )
  for (const { enabled } of shown) expect(enabled).toBe(false)
  return shown.map(({ label }) => label)
}

test.each([
  [listening, 'Receiving on port 8484'],
  [{ ...listening, degraded: 'The disk is full.' }, 'Can’t store deliveries: responding with 503'],
  [{ state: 'stopped' }, 'Listener stopped'],
  [{ state: 'failed', code: 'port-busy', message: '', port: 8484 }, 'Not receiving: port 8484 is in use'],
  [{ state: 'failed', code: 'refused', message: '', port: 80 }, 'Not receiving: the listener couldn’t start'],
] as const)('the tray menu shows the state of the listener: %#', (listener, text) => {
  expect(lines(listener, off)).toEqual([text, 'No tunnel'])
})

test.each([
  [{ source: 'sandbox', state: 'up' }, 'Sandbox tunnel'],
  [{ source: 'ngrok', state: 'up' }, 'Tunnel up'],
  [{ source: 'ssh', state: 'down' }, 'Tunnel down'],
  [{ source: 'own-url', state: 'unprovable' }, 'Tunnel can’t be verified from here'],
] as const)('the tray menu shows the state of the tunnel: %#', (tunnel, text) => {
  expect(lines(listening, { ...off, ...tunnel })[1]).toBe(text)
})

test('the tray menu shows the number of missed notes while a workspace is open', () => {
  expect(lines(listening, off)).toHaveLength(2)
  expect(lines(listening, off, 0)[2]).toBe('0 missed')
  expect(lines(listening, off, 1_200)[2]).toBe('1,200 missed')
})
