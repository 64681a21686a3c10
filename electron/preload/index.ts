import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { channels } from '#shared/rpc/channels.ts'
import type { HostBridge } from '#shared/rpc/transport.ts'

/**
 * All that the page gets of Electron: functions that carry text and numbers. It never sees `ipcRenderer`, nor the event object
 * behind a push, which would lead back to it.
 */
const host: HostBridge = {
  call: (name, inputJson, id) => ipcRenderer.invoke(channels.call, name, inputJson, id),
  cancel: (id) => ipcRenderer.send(channels.cancel, id),
  subscribe: (listener) => {
    const hear = (_event: IpcRendererEvent, eventJson: string) => listener(eventJson)
    ipcRenderer.on(channels.event, hear)
    ipcRenderer.send(channels.event, true)
    return () => {
      ipcRenderer.off(channels.event, hear)
      if (ipcRenderer.listenerCount(channels.event) === 0) ipcRenderer.send(channels.event, false)
    }
  },
}

contextBridge.exposeInMainWorld('host', Object.freeze(host))
