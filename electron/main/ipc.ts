import type { IpcMain, WebContents } from 'electron'
import { callText } from '#core/platform/call-text.ts'
import type { Log } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import { channels } from '#shared/rpc/channels.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { isOurPage, type Sender } from './sender.ts'

/** The wire of the desktop: JSON text over three channels, from and to the page of our own windows only. */
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

  const calls = createCalls()
  ipc.handle(channels.call, async (event, name: unknown, inputJson: unknown, id: unknown) => {
    if (!trusts(event)) throw new Error('Refused.')
    const call = calls.begin(event.sender, id)
    if (call === null) return wrongId()
    const { signal, end } = call
    return callText(core, name, inputJson, { signal }).finally(end)
  })
  ipc.on(channels.cancel, (event, id: unknown) => {
    if (trusts(event)) calls.cancel(event.sender.id, id)
  })

  const audience = createAudience(core)
  ipc.on(channels.event, (event, listening: unknown) => {
    if (!trusts(event)) return
    if (listening === true) audience.join(event.sender)
    else audience.leave(event.sender.id)
  })
}

function wrongId(): string {
  const error = new AppError('invalid-input', 'The id of a call is a positive integer that is not in use.')
  return JSON.stringify({ ok: false, error: error.toWire() })
}

/** The unanswered calls of each page. A page cancels its own only; one that is loaded again or goes away cancels all of them. */
function createCalls() {
  const pages = new Map<number, Map<unknown, AbortController>>()

  const callsOf = (page: WebContents) => {
    const known = pages.get(page.id)
    if (known) return known
    const calls = new Map<unknown, AbortController>()
    pages.set(page.id, calls)
    const cancelAll = () => {
      const left = [...calls.values()]
      // The next document of this page counts from one again.
      calls.clear()
      for (const call of left) call.abort()
    }
    page.on('did-navigate', cancelAll)
    page.on('render-process-gone', cancelAll)
    page.once('destroyed', () => {
      pages.delete(page.id)
      cancelAll()
    })
    return calls
  }

  return {
    /** `null`: not an id, or one in use. A call without an id ends with its page only. */
    begin(page: WebContents, id: unknown): { readonly signal: AbortSignal; readonly end: () => void } | null {
      const calls = callsOf(page)
      const isNumbered = id !== undefined
      if (isNumbered && (!isCallId(id) || calls.has(id))) return null
      const call = new AbortController()
      const key = isNumbered ? id : call
      calls.set(key, call)
      return {
        signal: call.signal,
        end: () => {
          if (calls.get(key) === call) calls.delete(key)
        },
      }
    },
    cancel(pageId: number, id: unknown) {
      if (isCallId(id)) pages.get(pageId)?.get(id)?.abort()
    },
  }
}

function isCallId(id: unknown): id is number {
  return Number.isSafeInteger(id) && Number(id) > 0
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
