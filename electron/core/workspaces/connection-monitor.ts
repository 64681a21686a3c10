import type { EventHub } from '#core/platform/event-bus.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { NotesApiOptions } from '#core/service-api/notes/notes-api.ts'
import { ServiceConnection } from '#shared/workspaces/session-contract.ts'

const healthy: ServiceConnection = {
  waitingUntil: null,
  changeWaits: false,
  changeRefused: false,
  trouble: null,
}

/** Publishes whether the open workspace's requests succeed, wait or fail. */
export function createConnectionMonitor(hub: Pick<EventHub, 'publish'>, clock: Clock) {
  let connection = healthy

  const setConnection = (next: ServiceConnection) => {
    if (
      next.waitingUntil === connection.waitingUntil &&
      next.changeWaits === connection.changeWaits &&
      next.changeRefused === connection.changeRefused &&
      next.trouble?.code === connection.trouble?.code
    )
      return
    connection = next
    hub.publish('workspaces.connection-changed', connection)
  }

  return {
    status: (): ServiceConnection => connection,
    /** Returns the callbacks of an API client, which do nothing once the client is no longer in use. */
    callbacks: (inUse: () => boolean): Required<Pick<NotesApiOptions, 'onWaiting' | 'onReached'>> => ({
      onWaiting(until, changeWaits, changeRefused) {
        if (!inUse()) return
        setConnection({
          ...connection,
          waitingUntil: until?.toISOString() ?? null,
          changeWaits,
          changeRefused,
        })
      },
      onReached(failure) {
        if (!inUse()) return
        const since = connection.trouble?.since ?? clock.now().toISOString()
        const trouble = ServiceConnection.shape.trouble.safeParse(failure && { code: failure.code, since })
        setConnection({ ...connection, trouble: trouble.data ?? null })
      },
    }),
    reset: () => setConnection(healthy),
  }
}
