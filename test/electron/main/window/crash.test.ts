import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { recoverFromCrashes } from '../../../../electron/main/window/crash.ts'

/** Creates a page that can crash and a manual clock, and simulates a user who presses this button. */
function crashing(button: number) {
  const actions: string[] = []
  let now = 0
  const contents = Object.assign(new EventEmitter(), {
    reload: () => void actions.push('reload'),
    forcefullyCrashRenderer: () => void contents.emit('render-process-gone', {}, { reason: 'killed' }),
  })
  const { restart } = recoverFromCrashes(contents, {
    dialogs: {
      showMessageBox: async ({ message }) => {
        actions.push(message)
        return { response: button }
      },
    },
    log: { error: () => {} },
    monotonicMs: () => now,
    quit: () => void actions.push('quit'),
  })
  const crash = async (afterMinutes: number, reason = 'crashed') => {
    now += afterMinutes * 60_000
    contents.emit('render-process-gone', {}, { reason })
    await new Promise((settled) => setImmediate(settled))
    return actions.splice(0)
  }
  return Object.assign(crash, { actions, restart })
}

test('reloads the page after its first crash and asks the user after the second', async () => {
  const crash = crashing(0)
  expect(await crash(0)).toEqual(['reload'])
  expect(await crash(1)).toEqual(['The window crashed again.', 'reload'])
})

test('does not count a crash of the page that was an hour ago', async () => {
  const crash = crashing(0)
  expect(await crash(0)).toEqual(['reload'])
  expect(await crash(60)).toEqual(['reload'])
  expect(await crash(9)).toEqual(['The window crashed again.', 'reload'])
  expect(await crash(9)).toEqual(['The window crashed again.', 'reload'])
})

test('offers to quit the app after the second crash of the page', async () => {
  const crash = crashing(1)
  expect(await crash(0, 'clean-exit')).toEqual([])
  await crash(0)
  expect(await crash(0)).toEqual(['The window crashed again.', 'quit'])
})

test('a restart by the user is not counted as a crash of the page', async () => {
  const crash = crashing(0)
  crash.restart()
  expect(crash.actions.splice(0)).toEqual(['reload'])
  crash.restart()
  expect(crash.actions.splice(0)).toEqual(['reload'])
  expect(await crash(1)).toEqual(['reload'])
})
