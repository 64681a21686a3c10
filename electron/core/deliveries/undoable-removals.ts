import { storageRefused } from '#core/database/sql.ts'
import type { EventHub } from '#core/platform/event-bus.ts'
import type { Log } from '#core/platform/ports.ts'
import type { TrustedTime } from '#core/platform/trusted-time.ts'
import { undoMs } from '#shared/deliveries/limits.ts'
import { asAppError } from '#shared/errors.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import type { Removals } from './store/delete-deliveries.ts'
import type { DeliveryPage, DeliveryQuery } from './store/search/delivery-search.ts'

/**
 * Deletes single deliveries so that they can be restored. The delivery is hidden at once, but removed only after a delay or when
 * the app quits.
 */
export type UndoableRemovals = ReturnType<typeof createUndoableRemovals>

interface Hidden {
  readonly workspaceId: string | null
  readonly until: number
  readonly timer: NodeJS.Timeout
}

const usualLimit = 50

export function createUndoableRemovals(options: {
  readonly removal: Pick<Removals, 'remove'>
  readonly time: Pick<TrustedTime, 'now'>
  readonly hub: Pick<EventHub, 'publish'>
  readonly log: Pick<Log, 'error'>
  readonly storeProblem: () => string | null
}) {
  const { removal, time, hub, log, storeProblem } = options
  const hidden = new Map<number, Hidden>()
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
    async page(
      query: DeliveryQuery,
      read: (query: DeliveryQuery) => DeliveryPage | Promise<DeliveryPage>,
    ): Promise<DeliveryPage> {
      const before = new Set([...hidden.keys(), ...going])
      const limit = query.limit ?? usualLimit
      const page = await read(before.size === 0 ? query : { ...query, limit: limit + before.size })
      const shown = page.deliveries.filter(({ id }) => !before.has(id) && !isHidden(id))
      if (shown.length === page.deliveries.length && shown.length <= limit) return page
      if (shown.length > limit) return { deliveries: shown.slice(0, limit), hasMore: true }
      // The next page begins at `reached`, even if this page is empty because all of its deliveries are hidden.
      const reached = page.reached ?? (page.hasMore ? page.deliveries.at(-1)?.id : undefined)
      return { ...page, deliveries: shown, ...(reached === undefined ? {} : { reached }) }
    },
    handlers: ({
      mine,
      workspaceId,
    }: {
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
        // Rejects a delivery of another workspace, because the user would not see it reappear.
        if (!one || one.workspaceId !== workspaceId()) return { restored: false }
        clearTimeout(one.timer)
        hidden.delete(id)
        hub.publish('deliveries.removed', {})
        return { restored: true }
      },
    }),
    async close() {
      await Promise.all([...hidden.keys()].map(commit))
    },
  }
}
