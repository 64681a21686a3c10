import type { EventHub } from '#core/platform/event-bus.ts'
import type { Clock } from '#core/platform/ports.ts'
import type { NotesApiOptions } from '#core/service-api/notes-api.ts'
import { ServiceLink } from '#shared/workspaces/session-contract.ts'

/** How the requests of the open workspace fare, told to every page when it changes and to each that opens later. */
export interface LinkKeeper {
  status(): ServiceLink
  /** What a client of the service tells, heard only while it is the one in use. */
  of(inUse: () => boolean): Required<Pick<NotesApiOptions, 'onWaiting' | 'onReached'>>
  /** Another workspace is open. */
  reset(): void
}

const well: ServiceLink = { waitingUntil: null, changeWaits: false, changeRefused: false, trouble: null }

export function createServiceLink(hub: Pick<EventHub, 'publish'>, clock: Clock): LinkKeeper {
  let link = well

  const become = (next: ServiceLink) => {
    if (
      next.waitingUntil === link.waitingUntil &&
      next.changeWaits === link.changeWaits &&
      next.changeRefused === link.changeRefused &&
      next.trouble?.code === link.trouble?.code
    )
      return
    link = next
    hub.publish('workspaces.connection-changed', link)
  }

  return {
    status: () => link,
    of: (inUse) => ({
      onWaiting(until, changeWaits, changeRefused) {
        if (!inUse()) return
        become({ ...link, waitingUntil: until?.toISOString() ?? null, changeWaits, changeRefused })
      },
      onReached(failure) {
        if (!inUse()) return
        const since = link.trouble?.since ?? clock.now().toISOString()
        const trouble = ServiceLink.shape.trouble.safeParse(failure && { code: failure.code, since })
        become({ ...link, trouble: trouble.data ?? null })
      },
    }),
    reset: () => become(well),
  }
}
