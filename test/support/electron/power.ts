import { EventEmitter } from 'node:events'
import type Electron from 'electron'

/** Power events, which a test emits in place of the system. */
export const powerMonitor = new EventEmitter()

const blockers = new Map<number, string>()
let lastId = 0

export const powerSaveBlocker = {
  start: (type) => {
    lastId += 1
    blockers.set(lastId, type)
    return lastId
  },
  stop: (id) => blockers.delete(id),
  isStarted: (id) => blockers.has(id),
  standIn: { started: () => [...blockers.values()] },
} satisfies Electron.PowerSaveBlocker & { readonly standIn: object }
