import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dispatch } from '#core/platform/dispatch.ts'
import { procedures } from '#shared/rpc/contract.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { parseReply, type Transport } from '#shared/rpc/transport.ts'
import { carryCalls } from '../../../electron/main/ipc.ts'
import { property } from '../../support/runs.ts'

type Ipc = Parameters<typeof carryCalls>[0]
type Handler = Parameters<Ipc['handle']>[1]

const silent = { info() {}, warn() {}, error() {} }

test('whatever is called with whatever text, the answer is a reply, and strangers reach nothing', async () => {
  let reached = 0
  const { ask } = open({
    call: (name, input) => {
      reached += 1
      return dispatch(refuseAll, silent, name, input)
    },
    subscribe: () => () => {},
  })
  const check = async ([name, input, trusted]: [unknown, unknown, boolean]) => {
    const before = reached
    const answer = await ask(name, input, trusted).catch((error: Error) => error.message)
    if (trusted) expect(parseReply(JSON.parse(answer))).toEqual(JSON.parse(answer))
    else expect([answer, reached]).toEqual(['Refused.', before])
  }
  const name = fc.oneof(
    fc.constantFrom(...Object.keys(procedures)),
    fc.string(),
    fc.constantFrom('__proto__', 'toString', null, 7),
  )
  const small = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.integer({ min: 0, max: 200 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    fc.constantFrom(undefined, null, 7, {}),
  )
  await fc.assert(fc.asyncProperty(fc.tuple(name, small, fc.boolean()), check), property(50_000))
  const large = fc
    .integer({ min: 0, max: 2 * 1024 * 1024 })
    .map((length) => JSON.stringify('é'.repeat(length / 2)))
  await fc.assert(fc.asyncProperty(fc.tuple(name, large, fc.boolean()), check), property(200))
})

test('an input of exactly 1 MiB and of depth 64 is read, one byte or one bracket more is not', async () => {
  const seen: unknown[] = []
  const { ask } = open({
    call: async (_name, input) => {
      seen.push(input)
      return { ok: true, value: null }
    },
    subscribe: () => () => {},
  })
  const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
  const nested = (depth: number) => `${'['.repeat(depth)}"[[[{"${']'.repeat(depth)}`
  const quoted = JSON.stringify(`"${'['.repeat(100)}`)
  for (const input of [text(1024 * 1024), nested(64), quoted]) {
    expect(JSON.parse(await ask('x', input, true)).ok).toBe(true)
  }
  for (const input of [text(1024 * 1024 + 1), nested(65)]) {
    expect(JSON.parse(await ask('x', input, true)).error.code).toBe('invalid-input')
  }
  expect(seen.length).toBe(3)
})

test('a page is told once what happens, until it leaves or is gone', () => {
  const listeners = new Set<(event: HostEvent) => void>()
  const { page, listen } = open({
    call: async () => ({ ok: true, value: null }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  listen(true)
  listen(true)
  expect(listeners.size).toBe(1)
  for (const tell of listeners) tell({ name: 'host.opened', data: {} })
  expect(page.sent).toEqual([['notehook:event', '{"name":"host.opened","data":{}}']])

  listen(false)
  expect(listeners.size).toBe(0)
  for (const gone of ['destroyed', 'render-process-gone']) {
    listen(true)
    page.emit(gone)
    expect(listeners.size).toBe(0)
  }
  expect(page.eventNames()).toEqual([])
})

const refuseAll = Object.fromEntries(
  Object.keys(procedures).map((name) => [
    name,
    () => {
      throw new Error('A bug.')
    },
  ]),
) as never

/** The wire with one window of ours and a page in it. */
function open(core: Transport) {
  const frame = { detached: false, parent: null, origin: 'app://bundle' }
  const sent: unknown[][] = []
  const page = Object.assign(new EventEmitter(), {
    id: 1,
    mainFrame: frame,
    sent,
    isDestroyed: () => false,
    send: (...all: unknown[]) => sent.push(all),
  })
  let handler: Handler | null = null
  const events = new EventEmitter()
  const ipc = {
    handle: (_channel: string, given: Handler) => {
      handler = given
    },
    on: (channel: string, listener: (...all: unknown[]) => void) => events.on(channel, listener),
  }
  carryCalls(ipc as never, core, (id) => id === 1, silent)
  return {
    page,
    ask: async (name: unknown, input: unknown, trusted: boolean): Promise<string> => {
      const event = { sender: page, senderFrame: trusted ? frame : { ...frame } }
      return (await handler?.(event as never, name, input)) as string
    },
    listen: (listening: boolean) =>
      events.emit('notehook:event', { sender: page, senderFrame: frame }, listening),
  }
}
