import { EventEmitter } from 'node:events'
import type Electron from 'electron'

type Handler = Parameters<Electron.IpcMain['handle']>[1]

const events = new EventEmitter()
const handlers = new Map<string, Handler>()

export const ipcMain = Object.assign(events, {
  handle: (channel: string, handler: Handler) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
  removeHandler: (channel: string) => void handlers.delete(channel),
} satisfies Partial<Electron.IpcMain>)

export async function invoke(channel: string, event: Electron.IpcMainInvokeEvent, args: readonly unknown[]) {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return handler(event, ...args)
}
