import type { IpcMain, WebContents, WebFrameMain } from 'electron'
import { callText } from '#core/platform/call-text.ts'
import type { Log } from '#core/platform/ports.ts'
import { AppError } from '#shared/errors.ts'
import { channels } from '#shared/rpc/channels.ts'
import type { HostEvent } from '#shared/rpc/events.ts'
import type { Transport } from '#shared/rpc/transport.ts'
import { pageOrigin } from './app-protocol.ts'

export interface PageEvents {
  /** Queues events until a page subscribes. While the page loads or the window is closed, no page is subscribed. */
  send(event: HostEvent): void
}

/**
 * Registers the desktop's transport. It passes JSON text over three channels, and only to and from the page in the app's own
 * windows.
 */
export function registerIpc(
  ipc: Pick<IpcMain, 'handle' | 'on'>,
  core: Transport,
  isOurWindow: (contentsId: number) => boolean,
  log: Log,
): PageEvents {
  const isTrusted = (event: Sender) => {
    if (isOurPage(event, isOurWindow)) return true
    log.warn('Rejected an IPC message that did not come from the page.')
    return false
  }

  const calls = createCalls()
  ipc.handle(channels.call, async (event, name: unknown, inputJson: unknown, id: unknown) => {
    if (!isTrusted(event)) throw new Error('Rejected.')
    const call = calls.begin(event.sender, id)
    if (call === null) return wrongId()
    const { signal, end } = call
    return callText(core, name, inputJson, { signal }).finally(end)
  })
  ipc.on(channels.cancel, (event, id: unknown) => {
    if (isTrusted(event)) calls.cancel(event.sender.id, id)
  })

  const subscriptions = createSubscriptions(core)
  ipc.on(channels.event, (event, listening: unknown) => {
    if (!isTrusted(event)) return
    if (listening === true) subscriptions.add(event.sender)
    else subscriptions.remove(event.sender.id)
  })
  return { send: subscriptions.send }
}

function wrongId(): string {
  const error = new AppError('invalid-input', 'The id of a call is a positive integer that is not in use.')
  return JSON.stringify({ ok: false, error: error.toWire() })
}

/** Each page's pending calls. A page can only cancel its own calls. Reloading or closing a page cancels all of its calls. */
function createCalls() {
  const pages = new Map<number, Map<unknown, AbortController>>()

  const callsOf = (page: WebContents) => {
    const known = pages.get(page.id)
    if (known) return known
    const calls = new Map<unknown, AbortController>()
    pages.set(page.id, calls)
    const cancelAll = () => {
      const left = [...calls.values()]
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
    /**
     * Registers a call. Returns `null` if the id is invalid or in use. A call without an id can be canceled only together with
     * its page.
     */
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
 * Pages that receive events. A page that subscribes again is sent `host.opened` first, because it was reloaded or has a new
 * listener.
 */
function createSubscriptions(core: Transport) {
  const cleanups = new Map<number, () => void>()
  const pages = new Map<number, WebContents>()
  let waiting: readonly HostEvent[] = []

  const sendTo = (page: WebContents, event: HostEvent) => {
    if (!page.isDestroyed()) page.send(channels.event, JSON.stringify(event))
  }

  const send = (event: HostEvent) => {
    if (pages.size === 0) waiting = [...waiting, event]
    for (const page of pages.values()) sendTo(page, event)
  }

  const remove = (id: number) => {
    cleanups.get(id)?.()
    cleanups.delete(id)
    pages.delete(id)
  }

  const add = (page: WebContents) => {
    const { id } = page
    remove(id)
    const unsubscribe = core.subscribe((event) => sendTo(page, event))
    const onGone = () => remove(id)
    page.once('destroyed', onGone)
    page.once('render-process-gone', onGone)
    cleanups.set(id, () => {
      unsubscribe()
      page.off('destroyed', onGone)
      page.off('render-process-gone', onGone)
    })
    pages.set(id, page)
    const due = waiting
    waiting = []
    for (const event of due) sendTo(page, event)
  }

  return { add, remove, send }
}

export interface Sender {
  readonly sender: Pick<WebContents, 'id'> & { readonly mainFrame: unknown }
  readonly senderFrame: Pick<WebFrameMain, 'detached' | 'parent' | 'origin'> | null
}

/**
 * Returns whether a message comes from the page in one of the app's windows. Rejects detached frames, frames inside the page (an
 * `about:blank` frame shares the page's origin), other windows, and unknown values.
 */
export function isOurPage(
  { sender, senderFrame }: Sender,
  isOurWindow: (contentsId: number) => boolean,
): boolean {
  return (
    senderFrame !== null &&
    !senderFrame.detached &&
    senderFrame.parent === null &&
    senderFrame === sender.mainFrame &&
    senderFrame.origin === pageOrigin &&
    isOurWindow(sender.id)
  )
}
