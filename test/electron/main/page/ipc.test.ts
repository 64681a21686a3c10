import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dispatch } from '#core/platform/dispatch.ts'
import { channels } from '#shared/rpc/channels.ts'
import { procedures } from '#shared/rpc/contract.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import { parseReply, type Reply, type Transport } from '#shared/rpc/transport.ts'
import { openIpc } from '../../../support/core/ipc-wire.ts'
import { property } from '../../../support/runs.ts'

const silent = { info() {}, warn() {}, error() {} }

test('every call from the page gets a valid reply over IPC', async () => {
  let reached = 0
  const { ask } = open({
    call: (name, input) => {
      reached += 1
      return dispatch(failingHandlers, { log: silent, storeProblem: () => null }, name, input)
    },
    subscribe: () => () => {},
  })
  const check = async ([name, input, trusted]: [unknown, unknown, boolean]) => {
    const before = reached
    const answer = await ask(name, input, trusted).catch((error: Error) => error.message)
    if (trusted) expect(parseReply(JSON.parse(answer))).toEqual(JSON.parse(answer))
    else expect([answer, reached]).toEqual(['Rejected.', before])
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
  await fc.assert(fc.asyncProperty(fc.tuple(name, small, fc.boolean()), check), property(500_000))
  const large = fc
    .integer({ min: 0, max: 2 * 1024 * 1024 })
    .map((length) => JSON.stringify('é'.repeat(length / 2)))
  await fc.assert(fc.asyncProperty(fc.tuple(name, large, fc.boolean()), check), property(2_000))
})

test('rejects calls whose input exceeds 1 MiB or 64 levels of nesting', async () => {
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

test('sends each event only once to a page that subscribed twice', () => {
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
  for (const emit of listeners) emit({ name: 'host.opened', data: {} })
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

test('a page can cancel its own calls but not those of other pages', async () => {
  const { ipc, aborted } = openSilent()
  const [one, other] = [ipc.page(), ipc.page()]
  for (const id of [1, 2]) void one.host.call('app.info', '{}', id)
  void one.host.call('app.info', '{}')
  void other.host.call('app.info', '{}', 1)

  for (const id of [3, 0, -1, 1.5, Number.NaN, Number.MAX_VALUE, '1', null, undefined, {}])
    one.send(channels.cancel, true, id)
  one.send(channels.cancel, false, 1)
  other.host.cancel(2)
  expect(aborted()).toEqual([false, false, false, false])

  one.host.cancel(1)
  one.host.cancel(1)
  expect(aborted()).toEqual([true, false, false, false])
})

test.each(['did-navigate', 'render-process-gone', 'destroyed'])(
  'cancels all calls of a page when it emits %s',
  async (event) => {
    const { ipc, aborted } = openSilent()
    const [one, other] = [ipc.page(), ipc.page()]
    void one.host.call('app.info', '{}', 1)
    void one.host.call('app.info', '{}')
    void other.host.call('app.info', '{}', 1)
    one.contents.emit(event)
    expect(aborted()).toEqual([true, true, false])
    void one.host.call('app.info', '{}', 1)
    expect(aborted()).toEqual([true, true, false, false])
  },
)

test('rejects a call whose id is invalid or already in use', async () => {
  const answers: ((reply: Reply) => void)[] = []
  const core: Transport = {
    call: () => new Promise((resolve) => answers.push(resolve)),
    subscribe: () => () => {},
  }
  const { host, invoke } = openIpc(core, silent).page()
  for (const id of [0, -1, 1.5, Number.MAX_VALUE, '1', null, {}]) {
    const answer = await invoke(channels.call, true, 'app.info', '{}', id)
    expect(JSON.parse(String(answer))).toMatchObject({ ok: false, error: { code: 'invalid-input' } })
  }
  for (let round = 0; round < 3; round++) {
    const answered = host.call('app.info', '{}', 1)
    expect(JSON.parse(await host.call('app.info', '{}', 1)).ok).toBe(false)
    answers.pop()?.({ ok: true, value: null })
    expect(JSON.parse(await answered)).toEqual({ ok: true, value: null })
    host.cancel(1)
  }
})

test('queues events for a page until it subscribes', () => {
  const { ipc } = openSilent()
  const event: HostEvent = { name: 'app.command', data: { action: 'search-list' } }
  const text = JSON.stringify(event)
  ipc.events.send(event)
  const page = ipc.page()
  const sent = () => page.contents.sent.map(([, json]) => json)
  page.send(channels.event, false, true)
  expect(sent()).toEqual([])
  const end = page.host.subscribe(() => {})
  expect(sent()).toEqual([text])
  ipc.events.send(event)
  expect(sent()).toEqual([text, text])
  end()
  ipc.events.send(event)
  expect(sent()).toEqual([text, text])
  ipc.page().host.subscribe((json) => expect(json).toBe(text))
})

const failingHandlers = Object.fromEntries(
  Object.keys(procedures).map((name) => [
    name,
    () => {
      throw new Error('A bug.')
    },
  ]),
) as never

function open(core: Transport) {
  const { invoke, send, contents: page } = openIpc(core, silent).page()
  return {
    page,
    ask: async (name: unknown, input: unknown, trusted: boolean): Promise<string> =>
      (await invoke(channels.call, trusted, name, input)) as string,
    listen: (listening: boolean) => send(channels.event, true, listening),
  }
}

function openSilent() {
  const signals: (AbortSignal | undefined)[] = []
  const ipc = openIpc(
    {
      call: (_name, _input, options) => {
        signals.push(options?.signal)
        return new Promise(() => {})
      },
      subscribe: () => () => {},
    },
    silent,
  )
  return { ipc, signals, aborted: () => signals.map((signal) => signal?.aborted) }
}
