import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { HostBridge } from '#shared/rpc/transport.ts'

const world = vi.hoisted(() => ({
  exposed: {} as Record<string, unknown>,
  sent: [] as unknown[][],
  renderer: null as EventEmitter | null,
}))

vi.mock('electron', () => {
  const renderer = Object.assign(new EventEmitter(), {
    invoke: async (...all: unknown[]) => JSON.stringify(all),
    send: (...all: unknown[]) => world.sent.push(all),
  })
  world.renderer = renderer
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => {
      world.exposed[name] = api
    },
  }
  return { contextBridge, ipcRenderer: renderer }
})

await import('../../../electron/preload/index.ts')
const host = world.exposed.host as HostBridge

test('exposes only the object “host” to the page', () => {
  expect(Object.keys(world.exposed)).toEqual(['host'])
  expect(Object.keys(host)).toEqual(['call', 'cancel', 'subscribe'])
  expect(Object.isFrozen(host)).toBe(true)
})

test('a call from the page passes only its name, text and id to the app', async () => {
  const call = host.call as (...all: unknown[]) => Promise<string>
  expect(JSON.parse(await call('app.info', '{}', 7, 'more'))).toEqual(['notehook:call', 'app.info', '{}', 7])
})

test('canceling a call passes only its id to the app', () => {
  const cancel = host.cancel as (...all: unknown[]) => void
  cancel(7, 'more')
  expect(world.sent.splice(0)).toEqual([['notehook:cancel', 7]])
})

test('passes only the text of an event to the page’s listener', () => {
  const received: unknown[][] = []
  const unsubscribe = host.subscribe((...all) => received.push(all))
  const unsubscribeOther = host.subscribe(() => {})
  world.renderer?.emit('notehook:event', { sender: world.renderer }, '{"name":"host.opened","data":{}}')
  expect(received).toEqual([['{"name":"host.opened","data":{}}']])
  unsubscribe()
  expect(world.sent).toEqual([
    ['notehook:event', true],
    ['notehook:event', true],
  ])
  unsubscribeOther()
  expect(world.sent.at(-1)).toEqual(['notehook:event', false])
  expect(world.renderer?.listenerCount('notehook:event')).toBe(0)
})
