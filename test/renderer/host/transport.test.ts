// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { HostEvent } from '#shared/rpc/events.ts'
import type { HostBridge } from '#shared/rpc/transport.ts'
import { openTransport } from '../../../renderer/host/transport.ts'

test('sends calls as JSON text over the desktop app’s bridge', async () => {
  const asked: string[] = []
  const transport = openTransport(
    windowWith({
      call: async (name, inputJson) => {
        asked.push(`${name} ${inputJson}`)
        return '{"ok":true,"value":{"b":1}}'
      },
      cancel: () => {},
      subscribe: () => () => {},
    }),
  )
  expect(await transport.call('app.info', { a: 'ü' })).toEqual({ ok: true, value: { b: 1 } })
  expect(asked).toEqual(['app.info {"a":"ü"}'])
})

test('forwards events of the desktop app and drops those that are not valid JSON', () => {
  let push = (_: string) => {}
  let ended = false
  const transport = openTransport(
    windowWith({
      call: async () => '',
      cancel: () => {},
      subscribe: (listener) => {
        push = listener
        return () => {
          ended = true
        }
      },
    }),
  )
  const events: HostEvent[] = []
  const end = transport.subscribe((event) => events.push(event))
  for (const text of ['{', 'null', '{"name":"unheard-of"}', '{"name":"host.opened","data":{}}']) {
    push(text)
  }
  expect(events).toEqual([{ name: 'host.opened', data: {} }])
  end()
  expect(ended).toBe(true)
})

test('reports a reply of the desktop app that is not JSON as an internal error', async () => {
  const transport = openTransport(
    windowWith({ call: async () => '<html>', cancel: () => {}, subscribe: () => () => {} }),
  )
  expect(await transport.call('app.info', {})).toMatchObject({ ok: false, error: { code: 'internal' } })
})

function windowWith(host: HostBridge): Window & { readonly host: HostBridge } {
  return Object.assign(window, { host })
}
