import type { IpcMain, WebContents } from 'electron'
import { callText } from '#core/platform/call-text.ts'
import type { Log } from '#core/platform/ports.ts'
import { channels } from '#shared/rpc/channels.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { isOurPage, type Sender } from './sender.ts'

/** The wire of the desktop: JSON text over two channels, from and to the page of our own windows only. */
export function carryCalls(
  ipc: Pick<IpcMain, 'handle' | 'on'>,
  core: Transport,
  isOurWindow: (contentsId: number) => boolean,
  log: Log,
): void {
  const trusts = (event: Sender) => {
    if (isOurPage(event, isOurWindow)) return true
    log.warn('A message from outside the page was refused.')
    return false
  }

  ipc.handle(channels.call, (event, name: unknown, inputJson: unknown) => {
    if (!trusts(event)) throw new Error('Refused.')
    return callText(core, name, inputJson)
  })

  const audience = createAudience(core)
  ipc.on(channels.event, (event, listening: unknown) => {
    if (!trusts(event)) return
    if (listening === true) audience.join(event.sender)
    else audience.leave(event.sender.id)
  })
}

/**
 * The pages that are told what happens, each once. Joining again begins again with `host.opened`: the page has another
 * listener, or was loaded anew.
 */
function createAudience(core: Transport) {
  const ends = new Map<number, () => void>()

  const leave = (id: number) => {
    ends.get(id)?.()
    ends.delete(id)
  }

  const join = (page: WebContents) => {
    const { id } = page
    leave(id)
    const unsubscribe = core.subscribe((event) => {
      if (!page.isDestroyed()) page.send(channels.event, JSON.stringify(event))
    })
    const gone = () => leave(id)
    page.once('destroyed', gone)
    page.once('render-process-gone', gone)
    ends.set(id, () => {
      unsubscribe()
      page.off('destroyed', gone)
      page.off('render-process-gone', gone)
    })
  }

  return { join, leave }
}
