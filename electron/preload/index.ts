import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { channels } from '#shared/rpc/channels.ts'
import type { HostBridge } from '#shared/rpc/transport.ts'

/**
 * The page's only access to Electron: functions that pass text and numbers. Exposes neither `ipcRenderer` nor the IPC event
 * object, which refers to `ipcRenderer`.
 */
const host: HostBridge = {
  call: (name, inputJson, id) => ipcRenderer.invoke(channels.call, name, inputJson, id),
  cancel: (id) => ipcRenderer.send(channels.cancel, id),
  subscribe: (listener) => {
    const onEvent = (_event: IpcRendererEvent, eventJson: string) => listener(eventJson)
    ipcRenderer.on(channels.event, onEvent)
    ipcRenderer.send(channels.event, true)
    return () => {
      ipcRenderer.off(channels.event, onEvent)
      if (ipcRenderer.listenerCount(channels.event) === 0) ipcRenderer.send(channels.event, false)
    }
  },
}

contextBridge.exposeInMainWorld('host', Object.freeze(host))
