import { isDeepStrictEqual } from 'node:util'
import { createEmitter } from '#core/platform/emitter.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { portOf } from './delivery-engine.ts'

/** The status that the user sees: that of the engine, unless the engine does not respond. */
export function createEngineStatus(options: {
  readonly onChange: (status: ListenerStatus) => void
  /** `null`: the engine responds. */
  readonly stalledWords: () => string | null
}) {
  const portChanged = createEmitter<number | null>()
  let own: ListenerStatus = { state: 'stopped' }
  let shown: ListenerStatus = own

  const set = (status: ListenerStatus) => {
    own = status
    const stalled = status.state === 'listening' ? options.stalledWords() : null
    const next = status.state === 'listening' && stalled !== null ? { ...status, degraded: stalled } : status
    if (isDeepStrictEqual(next, shown)) return
    const before = shown
    shown = next
    options.onChange(next)
    if (portOf(before) !== portOf(next)) portChanged.fire(portOf(next))
  }

  return {
    shown: () => shown,
    set,
    /** The engine responds again, or no longer. */
    refresh: () => set(own),
    /** The app ends: from now on it is stopped, and no event says so. */
    close() {
      shown = { state: 'stopped' }
    },
    onDidChangePort: portChanged.event,
  }
}
