import { EventEmitter } from 'node:events'
import type { Log } from '#core/platform/ports.ts'
import { channels } from '#shared/rpc/channels.ts'
import type { HostBridge, Transport } from '#shared/rpc/transport.ts'
import { type PageEvents, registerIpc } from '../../../electron/main/page/ipc.ts'

type Ipc = Parameters<typeof registerIpc>[0]

/** A simulated page that is connected to the real IPC handlers of the main process. */
export interface IpcPage {
  /** The object that the preload script puts on `window`. Values are cloned when they cross the bridge, as in Electron. */
  readonly host: HostBridge
  /** Sends a message as the preload script does or, if not `trusted`, as another frame could. */
  readonly invoke: (channel: string, trusted: boolean, ...all: unknown[]) => Promise<unknown>
  readonly send: (channel: string, trusted: boolean, ...all: unknown[]) => void
  readonly contents: EventEmitter & { readonly sent: unknown[][] }
}

/** Opens the desktop host's IPC without a window. */
export function openIpc(
  core: Transport,
  log: Log,
): { readonly page: () => IpcPage; readonly events: PageEvents } {
  const handlers = new Map<string, Parameters<Ipc['handle']>[1]>()
  const events = new EventEmitter()
  const ours = new Set<number>()
  const ipc = {
    handle: (channel: string, handler: Parameters<Ipc['handle']>[1]) => handlers.set(channel, handler),
    on: (channel: string, listener: (...all: unknown[]) => void) => events.on(channel, listener),
  }
  const pageEvents = registerIpc(ipc as never, core, (id) => ours.has(id), log)

  const page = (): IpcPage => {
    const id = ours.size + 1
    ours.add(id)
    const mainFrame = { detached: false, parent: null, origin: 'app://bundle' }
    const sent: unknown[][] = []
    const listeners = new Set<(eventJson: string) => void>()
    const contents = Object.assign(new EventEmitter(), {
      id,
      mainFrame,
      sent,
      isDestroyed: () => false,
      send: (channel: string, eventJson: string) => {
        sent.push([channel, eventJson])
        for (const listener of listeners) listener(structuredClone(eventJson))
      },
    })
    const eventOf = (trusted: boolean) => ({
      sender: contents,
      senderFrame: trusted ? mainFrame : { ...mainFrame },
    })
    const invoke: IpcPage['invoke'] = async (channel, trusted, ...all) =>
      structuredClone(await handlers.get(channel)?.(eventOf(trusted) as never, ...structuredClone(all)))
    const send: IpcPage['send'] = (channel, trusted, ...all) =>
      void events.emit(channel, eventOf(trusted), ...structuredClone(all))
    return {
      host: {
        call: async (...all) => (await invoke(channels.call, true, ...all)) as string,
        cancel: (callId) => send(channels.cancel, true, callId),
        subscribe(listener) {
          listeners.add(listener)
          send(channels.event, true, true)
          return () => {
            listeners.delete(listener)
            if (listeners.size === 0) send(channels.event, true, false)
          }
        },
      },
      invoke,
      send,
      contents,
    }
  }
  return { page, events: pageEvents }
}
