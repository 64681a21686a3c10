import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { installCrashHandler } from '#core/platform/process/crash-handler.ts'
import { openCore } from '../../../../support/core/open-core.ts'
import { eventually } from '../../../../support/eventually.ts'

async function open() {
  const core = await openCore()
  const source = new EventEmitter()
  const codes: number[] = []
  const written: string[] = []
  let nowMs = 0
  const write = (message: string) => void written.push(message)
  const end = installCrashHandler({
    core: core.core,
    log: { info: write, warn: write, error: write },
    clock: { monotonicMs: () => nowMs },
    leave: (code) => codes.push(code),
    source,
  })
  onTestFinished(end)
  return { ...core, source, codes, written, pass: (ms: number) => (nowMs += ms) }
}

test('an uncaught error is logged, and the listener restarts on its port', async () => {
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

test('a second uncaught error within a minute exits with 70, a later one does not', async () => {
  const { source, codes, pass } = await open()
  source.emit('uncaughtException', new Error('planted'))
  pass(60_000)
  source.emit('uncaughtException', new Error('planted'))
  expect(codes).toEqual([])
  pass(59_999)
  source.emit('unhandledRejection', new Error('planted'))
  expect(codes).toEqual([70])
})

test('a listener that the user stopped is not restarted', async () => {
  const { client, source, events } = await open()
  await client.call('listener.stop')
  const told = events.length
  source.emit('uncaughtException', new Error('planted'))
  await new Promise((later) => setTimeout(later, 100))
  expect(await client.call('listener.status')).toEqual({ state: 'stopped' })
  expect(events.slice(told).filter(({ name }) => name === 'listener.changed')).toEqual([])
})
