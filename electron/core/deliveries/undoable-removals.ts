import { storageRefused } from '#core/database/sql.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Log } from '#core/platform/ports.ts'
import type { TrustedTime } from '#core/platform/trusted-time.ts'
import { undoMs } from '#shared/deliveries/limits.ts'
import { asAppError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { Removals } from './store/delivery-removal.ts'
import type { DeliveryPage, DeliveryQuery } from './store/search/delivery-search.ts'

/** Deletions of single deliveries that can be undone: hidden at once, deleted when the time is over or the app quits. */
export type UndoableRemovals = ReturnType<typeof createUndoableRemovals>

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
  storeProblem,
}: {
  readonly removal: Pick<Removals, 'remove'>
  readonly time: Pick<TrustedTime, 'now'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly log: Pick<Log, 'error'>
  /** See `storageRefused`. */
  readonly storeProblem: () => string | null
}) {
  const hidden = new Map<number, Hidden>()
  /** They can no longer be restored, and are not to be seen again while they are deleted. */
  const going = new Set<number>()
  const isHidden = (id: number) => hidden.has(id) || going.has(id)

  const commit = async (id: number) => {
    clearTimeout(hidden.get(id)?.timer)
    hidden.delete(id)
    going.add(id)
    try {
      await removal.remove([id], { starredToo: true }, time.now())
    } catch (error) {
      log.error('A delivery could not be deleted.', error)
      const { message } = storageRefused(error, storeProblem()) ?? asAppError(error)
      hub.publish('deliveries.removal-failed', { id, message })
    }
    going.delete(id)
    hub.publish('deliveries.removed', {})
  }

  return {
    isHidden,
    /** A page of a list without what is hidden. */
    async page(
      query: DeliveryQuery,
      read: (query: DeliveryQuery) => DeliveryPage | Promise<DeliveryPage>,
    ): Promise<DeliveryPage> {
      // One that is deleted by the time the page is read may still be in it.
      const before = new Set([...hidden.keys(), ...going])
      const limit = query.limit ?? usualLimit
      const page = await read(before.size === 0 ? query : { ...query, limit: limit + before.size })
      const shown = page.deliveries.filter(({ id }) => !before.has(id) && !isHidden(id))
      if (shown.length === page.deliveries.length && shown.length <= limit) return page
      if (shown.length > limit) return { deliveries: shown.slice(0, limit), hasMore: true }
      // Without a row, nothing else says where the next page begins.
      const reached = page.reached ?? (page.hasMore ? page.deliveries.at(-1)?.id : undefined)
      return { ...page, deliveries: shown, ...(reached === undefined ? {} : { reached }) }
    },
    handlers: ({
      mine,
      workspaceId,
    }: {
      /** A delivery of the open workspace; throws if it is none. */
      mine(id: number): { readonly id: number; readonly workspaceId: string | null }
      workspaceId(): string | null
    }): Pick<Handlers, 'deliveries.hide' | 'deliveries.hidden' | 'deliveries.unhide'> => ({
      'deliveries.hide': ({ id }) => {
        if (isHidden(id)) return null
        hidden.set(id, {
          workspaceId: mine(id).workspaceId,
          until: performance.now() + undoMs,
          timer: setTimeout(() => void commit(id), undoMs),
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
        const one = hidden.get(id)
        // A delivery of another workspace would be restored unseen.
        if (!one || one.workspaceId !== workspaceId()) return { restored: false }
        clearTimeout(one.timer)
        hidden.delete(id)
        hub.publish('deliveries.removed', {})
        return { restored: true }
      },
    }),
    /** Deletes what is hidden. */
    async close() {
      await Promise.all([...hidden.keys()].map(commit))
    },
  }
}
