import { EventEmitter } from 'node:events'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { installCrashHandler } from '#core/platform/process/crash-handler.ts'
import { createStartHold, recordExit } from '#core/platform/process/start-hold.ts'
import { createRedactor } from '#core/platform/redact.ts'
import { type OpenCoreOptions, openCore } from '../../../../support/core/open-core.ts'
import { eventually } from '../../../../support/eventually.ts'

async function open(options?: OpenCoreOptions) {
  const core = await openCore(options)
  const source = new EventEmitter()
  const codes: number[] = []
  const written: string[] = []
  let nowMs = 0
  const write = (message: string) => void written.push(message)
  const end = installCrashHandler({
    core: core.core,
    log: { info: write, warn: write, error: write },
    settings: core.settings,
    redact: createRedactor().redact,
    clock: { monotonicMs: () => nowMs },
    leave: (code) => codes.push(code),
    source,
  })
  onTestFinished(end)
  return { ...core, source, codes, written, pass: (ms: number) => (nowMs += ms) }
}

test('logs an uncaught error and restarts the listener on the same port', async () => {
  const { client, events, source, codes, written } = await open()
  const before = await client.call('listener.status')
  const told = events.length
  source.emit('unhandledRejection', new Error('planted'))
  const states = () =>
    events
      .slice(told)
      .flatMap(({ name, data }) => (name === 'listener.changed' ? [(data as { state: string }).state] : []))
  await eventually(() => expect(states()).toEqual(['stopped', 'listening']))
  expect(await client.call('listener.status')).toEqual(before)
  expect(written).toEqual(['Uncaught error: restarting the listener.'])
  expect(codes).toEqual([])
})

test('the app exits with code 70 after a second uncaught error within a minute', async () => {
  const { source, codes, pass } = await open()
  source.emit('uncaughtException', new Error('planted'))
  pass(60_000)
  source.emit('uncaughtException', new Error('planted'))
  expect(codes).toEqual([])
  pass(59_999)
  source.emit('unhandledRejection', new Error('planted'))
  expect(codes).toEqual([70])
})

test('an uncaught error does not restart a listener that the user stopped', async () => {
  const { client, source, events } = await open()
  await client.call('listener.stop')
  const told = events.length
  source.emit('uncaughtException', new Error('planted'))
  await new Promise((later) => setTimeout(later, 100))
  expect(await client.call('listener.status')).toEqual({ state: 'stopped' })
  expect(events.slice(told).filter(({ name }) => name === 'listener.changed')).toEqual([])
})

/** A run that ends with two uncaught errors. */
async function crash(options: OpenCoreOptions, { afterMs = 0, error = 'planted' } = {}) {
  const run = await open(options)
  run.pass(afterMs)
  run.source.emit('uncaughtException', new Error('the first'))
  run.source.emit('uncaughtException', new Error(error))
  await run.close()
  return run
}

const noName = { lookup: async () => [], ca: '' }

test('leaves the tunnel off after two crashes just after a start, until the user starts it', async () => {
  const first = await open({ dial: noName })
  const { dataFolder } = first
  const again = { dataFolder, dial: noName }
  await first.client.call('tunnel.start', { kind: 'own-url', publicUrl: 'https://hooks.example.com' })
  await first.close()
  await crash(again)
  await crash(again, { error: 'connect ENETUNREACH key_0123456789' })

  const held = await open(again)
  expect(await held.client.call('tunnel.status')).toMatchObject({
    state: 'off',
    choice: { publicUrl: 'https://hooks.example.com' },
  })
  const notices = async () => (await held.client.call('app.info')).notices
  expect(await notices()).toEqual([
    {
      id: 'held-back',
      tone: 'danger',
      title: 'The tunnel and forwarding are off.',
      message:
        'Notehook stopped twice within a minute of its start. The last error: connect ENETUNREACH key_[redacted]',
      action: 'try-again',
    },
  ])
  await held.client.call('app.try-again')
  expect(await notices()).toEqual([])
  expect(held.events.findLast(({ name }) => name === 'app.changed')?.data).toMatchObject({ notices: [] })
  await eventually(async () =>
    expect(await held.client.call('tunnel.status')).toMatchObject({ problem: { fault: 'no-name' } }),
  )
  await held.close()

  const next = await open(again)
  expect(await next.client.call('tunnel.status')).not.toMatchObject({ state: 'off' })
})

test('the user can start a tunnel that is off after two crashes, and the notice about it stays', async () => {
  const first = await open({ dial: noName })
  for (const error of ['one', 'two']) recordExit(first.settings, console, { error, ageMs: 0 })
  await first.close()
  const { client } = await open({ dataFolder: first.dataFolder, dial: noName })
  const started = await client.call('tunnel.start', {
    kind: 'own-url',
    publicUrl: 'https://hooks.example.com',
  })
  expect(started.state).not.toBe('off')
  expect((await client.call('app.info')).notices).toHaveLength(1)
})

test('starts normally after a single early crash, or a crash long after the start', async () => {
  const { dataFolder } = await crash({})
  await crash({ dataFolder }, { afterMs: 60_000 })
  const { client } = await open({ dataFolder })
  expect((await client.call('app.info')).notices).toEqual([])
})

afterEach(() => vi.useRealTimers())

test('a run of at least a minute resets the count of early crashes', async () => {
  const { settings } = await open()
  const exit = () => recordExit(settings, console, { error: 'planted', ageMs: 59_999 })
  const lasts = () => {
    vi.useFakeTimers()
    const hold = createStartHold(settings, console)
    hold.start()
    vi.advanceTimersByTime(60_000)
    return hold
  }
  exit()
  expect(lasts().reason()).toBeNull()
  exit()
  expect(createStartHold(settings, console).reason()).toBeNull()
  exit()
  expect(lasts().reason()).toBe('planted')
  expect(createStartHold(settings, console).reason()).toBe('planted')
})
