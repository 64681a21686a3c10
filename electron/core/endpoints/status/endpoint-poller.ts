import type { EventHub } from '#core/platform/event-bus.ts'
import type { Log } from '#core/platform/ports.ts'
import { realSleep, type Sleep } from '#core/service-api/requests/pacing.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'
import {
  openWorkspace,
  type RequestPriority,
  type Session,
  type WorkspaceApi,
} from '#core/workspaces/index.ts'
import { type AppError, asAppError } from '#shared/errors.ts'

/**
 * Polling intervals while the app runs. In the sandbox, four days of retries take only four minutes, so it is polled every five
 * seconds. An interval doubles after each failure.
 */
const intervals = {
  firstMs: 10_000,
  everyMs: 60_000,
  sandboxMs: 5_000,
  longestMs: 15 * 60_000,
} as const

export interface PollerOptions {
  readonly session: Pick<Session, 'status'>
  readonly service: WorkspaceApi
  readonly requests: Pick<RequestPriority, 'whenIdle'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly log: Log
  readonly sleep?: Sleep
}

/** Polls the endpoints of the open workspace, with a lower priority than requests that a user waits for. */
export function createEndpointPoller(options: PollerOptions) {
  const { session, service, hub, log } = options
  let run = new AbortController()
  let polled = ''

  return {
    /** Restarts polling. Must be called after the open workspace or its state has changed. */
    refresh() {
      const status = session.status()
      const id = status.state === 'connected' ? `${status.workspace.id} ${status.keyHint}` : ''
      if (id === polled) return
      polled = id
      run.abort()
      if (status.state !== 'connected') return
      run = new AbortController()
      const { signal } = run
      const everyMs = status.workspace.kind === 'sandbox' ? intervals.sandboxMs : intervals.everyMs
      const workspace = openWorkspace(service)
      poll(options, signal, {
        firstMs: Math.min(intervals.firstMs, everyMs),
        waitMs: (failures) => Math.min(everyMs * 2 ** failures, intervals.longestMs),
        read: () => workspace.use((api) => api.endpoints(signal)),
        onChange(isFirst) {
          if (!isFirst) hub.publish('endpoints.changed', {})
        },
      }).catch((error) => {
        if (!signal.aborted) log.error('Polling the endpoints ended.', error)
      })
    },
    close: () => run.abort(),
  }
}

export interface Polling {
  readonly firstMs: number
  readonly waitMs: (failures: number) => number
  readonly read: () => Promise<{ readonly items: readonly ServiceEndpoint[] }>
  readonly onRead?: () => void
  readonly onChange: (isFirst: boolean) => void
  readonly onFailure?: (error: AppError) => void
}

export async function poll(
  { requests, log, sleep = realSleep }: Pick<PollerOptions, 'requests' | 'log' | 'sleep'>,
  signal: AbortSignal,
  { firstMs, waitMs, read, onRead, onChange, onFailure }: Polling,
): Promise<never> {
  let last: string | null = null
  let failures = 0
  await sleep(firstMs, signal)
  for (;;) {
    await requests.whenIdle()
    signal.throwIfAborted()
    try {
      const list = JSON.stringify((await read()).items)
      signal.throwIfAborted()
      onRead?.()
      if (list !== last) onChange(last === null)
      last = list
      failures = 0
    } catch (thrown) {
      signal.throwIfAborted()
      const error = asAppError(thrown)
      if (error.code === 'internal') log.error('The list of endpoints could not be read.', thrown)
      failures += 1
      onFailure?.(error)
    }
    await sleep(waitMs(failures), signal)
  }
}
