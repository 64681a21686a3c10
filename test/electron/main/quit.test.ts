import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { askBeforeUnload, closeBeforeQuit } from '../../../electron/main/quit.ts'
import { eventually } from '../../support/eventually.ts'

function open(close: () => Promise<void>) {
  const exits: (number | undefined)[] = []
  const app = Object.assign(new EventEmitter(), { exit: (code?: number) => exits.push(code) })
  closeBeforeQuit(app as never, close)
  return { exits, quit: () => app.emit('will-quit', { preventDefault() {} }) }
}

test('the app exits once even if quitting is requested repeatedly', async () => {
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

test('the app exits even if closing the core fails', async () => {
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

/** Creates a window whose page prevents unloading, and simulates a user who presses this button. */
function unsaved(button: number | 'no dialog') {
  const actions: string[] = []
  const preventable = () => ({
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  })
  const unload = () => {
    const event = preventable()
    window.webContents.emit('will-prevent-unload', event)
    if (event.defaultPrevented) actions.push('unloaded')
  }
  const close = () => {
    window.emit('close', preventable())
    unload()
  }
  const window = Object.assign(new EventEmitter(), {
    webContents: new EventEmitter(),
    isDestroyed: () => false,
  })
  askBeforeUnload(window as never, {
    dialogs: {
      showMessageBox: async ({ message }) => {
        actions.push(message)
        if (button === 'no dialog') throw new Error('no dialog')
        return { response: button }
      },
    },
    log: { error: () => void actions.push('logged') },
    leave() {
      actions.push('leave')
      close()
    },
    onStay: () => void actions.push('stay'),
  })
  const settled = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    return actions.splice(0)
  }
  return { close, unload, settled, window }
}

const question = 'The signing secret on screen isn’t saved.'

test('asks the user once before a window with an unsaved secret closes', async () => {
  const leaving = unsaved(1)
  leaving.close()
  leaving.close()
  expect(await leaving.settled()).toEqual([question, 'leave', 'unloaded'])
})

test.each([0, 'no dialog'] as const)(
  'a window with an unsaved secret stays open unless the user confirms (%s)',
  async (button) => {
    const staying = unsaved(button)
    staying.close()
    const first = await staying.settled()
    expect(first.filter((it) => it !== 'logged')).toEqual([question, 'stay'])
    staying.close()
    expect(await staying.settled()).toEqual(first)
  },
)

test('does not ask about an unsaved secret when a window is reloaded or hidden', async () => {
  const { unload, settled, window } = unsaved(0)
  unload()
  expect(await settled()).toEqual(['unloaded'])
  window.emit('close', { defaultPrevented: true })
  unload()
  expect(await settled()).toEqual(['unloaded'])
})
