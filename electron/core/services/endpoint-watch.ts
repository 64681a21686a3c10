import { asAppError } from '../../../shared/errors.ts'
import { realSleep } from '../api/pacing.ts'
import type { EventHub } from '../event-hub.ts'
import type { Turns } from '../index/turns.ts'
import type { Clock, Log } from '../ports.ts'
import type { EndpointListing } from './endpoints.ts'
import { type OpenWorkspace, openWorkspace } from './open-workspace.ts'
import type { Session } from './session.ts'

/**
 * How often the list is read while the app runs: once a minute, a three-hundredth of the usual pace. Practice, whose four days
 * are four minutes, every five seconds. After failures it waits longer each time; a key that was refused ends it.
 */
const rhythm = {
  firstMs: 10_000,
  everyMs: 60_000,
  practiceMs: 5_000,
  longestMs: 15 * 60_000,
} as const

/** Reads the list of the open workspace in the background, behind everybody who waits. */
export interface EndpointWatch {
  /** Another workspace is open, or the same one in another state. */
  follow(): void
  close(): void
}

export interface EndpointWatchOptions {
  /** Not the one that goes in front. */
  readonly session: Session
  readonly turns: Pick<Turns, 'free'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly clock: Clock
  readonly log: Log
  readonly onList: (workspace: OpenWorkspace, listed: EndpointListing, beganMs: number) => void
}

export function createEndpointWatch(options: EndpointWatchOptions): EndpointWatch {
  const { session, turns, hub, clock, log, onList } = options
  let run = new AbortController()
  let following = ''

  const keepWatch = async (workspace: OpenWorkspace, everyMs: number, signal: AbortSignal) => {
    let last: string | null = null
    let failures = 0
    await realSleep(Math.min(rhythm.firstMs, everyMs), signal)
    while (!signal.aborted) {
      await turns.free()
      const beganMs = clock.monotonicMs()
      try {
        const listed = await workspace.use((api) => api.endpoints(signal))
        signal.throwIfAborted()
        onList(workspace, listed, beganMs)
        const list = JSON.stringify(listed.items)
        if (last !== null && list !== last) hub.publish('endpoints.changed', {})
        last = list
        failures = 0
      } catch (thrown) {
        if (signal.aborted) return
        const { code } = asAppError(thrown)
        if (code === 'internal') log.error('The list of endpoints could not be watched.', thrown)
        failures += 1
      }
      await realSleep(Math.min(everyMs * 2 ** failures, rhythm.longestMs), signal)
    }
  }

  return {
    follow() {
      const status = session.status()
      const id = status.state === 'connected' ? `${status.workspace.id} ${status.keyHint}` : ''
      if (id === following) return
      following = id
      run.abort()
      if (status.state !== 'connected') return
      run = new AbortController()
      const { signal } = run
      const everyMs = status.workspace.kind === 'practice' ? rhythm.practiceMs : rhythm.everyMs
      keepWatch(openWorkspace(session), everyMs, signal).catch((error) => {
        if (!signal.aborted) log.error('The watch over the endpoints ended.', error)
      })
    },
    close: () => run.abort(),
  }
}
