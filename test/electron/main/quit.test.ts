import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { closeBeforeQuit } from '../../../electron/main/quit.ts'
import { eventually } from '../../support/eventually.ts'

function open(close: () => Promise<void>) {
  const exits: (number | undefined)[] = []
  const app = Object.assign(new EventEmitter(), { exit: (code?: number) => exits.push(code) })
  closeBeforeQuit(app as never, close)
  return { exits, quit: () => app.emit('will-quit', { preventDefault() {} }) }
}

test('exits once, after the core has closed, however often quit is requested', async () => {
  const closing = Promise.withResolvers<void>()
  const close = vi.fn(() => closing.promise)
  const { exits, quit } = open(close)
  quit()
  quit()
  await Promise.resolve()
  expect(exits).toEqual([])
  closing.resolve()
  await eventually(() => expect(exits).toEqual([0]))
  expect(close).toHaveBeenCalledTimes(1)
})

test('exits with 1 when the core fails to close, and after a timeout when it hangs', async () => {
  const failed = open(() => Promise.reject(new Error('The disk was removed.')))
  failed.quit()
  await eventually(() => expect(failed.exits).toEqual([1]))

  vi.useFakeTimers()
  const hung = open(() => new Promise(() => {}))
  hung.quit()
  await vi.advanceTimersByTimeAsync(6_000)
  expect(hung.exits).toEqual([0])
  vi.useRealTimers()
})
