import type { EventHub } from '#core/platform/event-bus.ts'
import type { Log } from '#core/platform/ports.ts'
import type { TrustedTime } from '#core/platform/trusted-time.ts'
import { undoMs } from '#shared/deliveries/limits.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { DeliveryEngine } from './delivery-engine.ts'
import type { DeliveryPage, DeliveryQuery } from './store/delivery-search.ts'

/** Deletions of single deliveries that can be undone: hidden at once, deleted when the time is over or the app quits. */
export interface UndoableRemovals {
  isHidden(id: number): boolean
  /** A page of a list without what is hidden. */
  page(query: DeliveryQuery, read: (query: DeliveryQuery) => DeliveryPage): DeliveryPage
  handlers(of: {
    /** A delivery of the open workspace; throws if it is none. */
    mine(id: number): { readonly id: number; readonly workspaceId: string | null }
    workspaceId(): string | null
  }): Pick<Handlers, 'deliveries.hide' | 'deliveries.hidden' | 'deliveries.unhide'>
  /** Deletes what is hidden. */
  close(): void
}

interface Hidden {
  readonly workspaceId: string | null
  /** When it is deleted, by the clock of this process. */
  readonly until: number
  readonly timer: NodeJS.Timeout
}

/** As many as a page has unless it is said. */
const usualLimit = 50

export function createUndoableRemovals({
  removal,
  time,
  hub,
  log,
}: {
  /** Known once the engine is, which asks what is hidden. */
  readonly removal: () => Pick<DeliveryEngine['removal'], 'remove'>
  readonly time: Pick<TrustedTime, 'now'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly log: Pick<Log, 'error'>
}): UndoableRemovals {
  const hidden = new Map<number, Hidden>()

  const commit = (id: number) => {
    clearTimeout(hidden.get(id)?.timer)
    hidden.delete(id)
    try {
      removal().remove([id], { starredToo: true }, time.now())
    } catch (error) {
      log.error('A delivery could not be deleted.', error)
      hub.publish('deliveries.removal-failed', { id })
    }
    hub.publish('deliveries.removed', {})
  }

  return {
    isHidden: (id) => hidden.has(id),
    page(query, read) {
      if (hidden.size === 0) return read(query)
      const limit = query.limit ?? usualLimit
      const page = read({ ...query, limit: limit + hidden.size })
      const shown = page.deliveries.filter(({ id }) => !hidden.has(id))
      if (shown.length > limit) return { deliveries: shown.slice(0, limit), hasMore: true }
      // Without a row, nothing else says where the next page begins.
      const reached = page.reached ?? (page.hasMore ? page.deliveries.at(-1)?.id : undefined)
      return { ...page, deliveries: shown, ...(reached === undefined ? {} : { reached }) }
    },
    handlers: ({ mine, workspaceId }) => ({
      'deliveries.hide': ({ id }) => {
        if (hidden.has(id)) return null
        hidden.set(id, {
          workspaceId: mine(id).workspaceId,
          until: performance.now() + undoMs,
          timer: setTimeout(() => commit(id), undoMs),
        })
        hub.publish('deliveries.removed', {})
        return null
      },
      'deliveries.hidden': () => {
        const open = workspaceId()
        return [...hidden]
          .filter(([, one]) => one.workspaceId === open)
          .map(([id, { until }]) => ({ id, leftMs: Math.max(0, until - performance.now()) }))
      },
      'deliveries.unhide': ({ id }) => {
        clearTimeout(hidden.get(id)?.timer)
        const restored = hidden.delete(id)
        if (restored) hub.publish('deliveries.removed', {})
        return { restored }
      },
    }),
    close() {
      for (const id of [...hidden.keys()]) commit(id)
    },
  }
}
