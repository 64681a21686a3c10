import { EventEmitter } from 'node:events'
import type Electron from 'electron'

/** A test emits what the system would. */
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
  /** The kinds of blockers that are started. */
  standIn: { started: () => [...blockers.values()] },
} satisfies Electron.PowerSaveBlocker & { readonly standIn: object }
