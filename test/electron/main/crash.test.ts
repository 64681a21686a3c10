import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { surviveCrashes } from '../../../electron/main/crash.ts'

/** A page that can crash, a clock that is set by hand, and a person who presses one button. */
function crashing(button: number) {
  const told: string[] = []
  let now = 0
  const contents = Object.assign(new EventEmitter(), { reload: () => void told.push('reload') })
  surviveCrashes(contents, {
    dialogs: {
      showMessageBox: async ({ message }) => {
        told.push(message)
        return { response: button }
      },
    },
    log: { error: () => {} },
    monotonicMs: () => now,
    quit: () => void told.push('quit'),
  })
  const crash = async (afterMinutes: number, reason = 'crashed') => {
    now += afterMinutes * 60_000
    contents.emit('render-process-gone', {}, { reason })
    await new Promise((settled) => setImmediate(settled))
    return told.splice(0)
  }
  return crash
}

test('the first crash loads the page again; one soon after asks', async () => {
  const crash = crashing(0)
  expect(await crash(0)).toEqual(['reload'])
  expect(await crash(1)).toEqual(['The window stopped working again.', 'reload'])
})

test('a crash of long ago is forgotten', async () => {
  const crash = crashing(0)
  expect(await crash(0)).toEqual(['reload'])
  expect(await crash(60)).toEqual(['reload'])
  expect(await crash(9)).toEqual(['The window stopped working again.', 'reload'])
  expect(await crash(9)).toEqual(['The window stopped working again.', 'reload'])
})

test('quitting is offered, and a page that ended in order is no crash', async () => {
  const crash = crashing(1)
  expect(await crash(0, 'clean-exit')).toEqual([])
  await crash(0)
  expect(await crash(0)).toEqual(['The window stopped working again.', 'quit'])
})
