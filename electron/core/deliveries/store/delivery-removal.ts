import { purgeDeletedWords } from '#core/database/full-text.ts'
import { inTransaction, type Sql, sqliteFailure } from '#core/database/sql.ts'
import type { DeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { isStarred } from './annotations.ts'
import { bytes } from './delivery-reading.ts'
import { createDeletedEvents, idsKeptMs } from './events/deleted-events.ts'
import type { createNewestEvents } from './events/newest-events.ts'
import { createDeliveryMatching, type DeliveryMatching, type MatchStep } from './search/delivery-matching.ts'
import type { DeliveryQuery } from './search/delivery-search.ts'

/** What deletes, as features use it: what changes the store is done where it is written, which may be another thread. */
export interface Removals extends Omit<DeliveryMatching, 'step'> {
  /** As `DeliveryMatching` has it, where deliveries are read. */
  step(query: DeliveryQuery, filter: DeliveryFilter, signal?: AbortSignal): MatchStep | Promise<MatchStep>
  /** See `createDeliveryRemoval`. */
  remove(ids: readonly number[], removable: Removable, now: Date | null): number | Promise<number>
  forgetIds(now: Date, most: number): number | Promise<number>
  drop(workspaceId: string, most: number): number | Promise<number>
  purgeWords(): Promise<void>
}

/** What must hold of a delivery, when its turn comes, to be deleted. */
export interface Removable {
  readonly starredToo: boolean
  /** ISO time: one that was tried again since then is another than was spoken of. */
  readonly untouchedSince?: string | undefined
}

/** So many rows are deleted at once, that a delivery that arrives does not have to wait. */
export const removalSlice = 200

/**
 * Deletes deliveries whole: rows, attempts, bodies, what counts them, and soon their words. What stays is the id of an event,
 * so that a retry of it is known. Each call is a commit; callers that delete many yield to the listener between two.
 */
export function createDeliveryRemoval(
  sql: Sql,
  newestEvents: Pick<ReturnType<typeof createNewestEvents>, 'dropOfWorkspace'>,
  onRemoved: () => void,
  freeSpace = () => {},
) {
  const deleted = createDeletedEvents(sql)
  const dropOfWorkspace = sql.prepare(
    'DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE workspace_id = ? LIMIT ?)',
  )
  const mayGo = `id IN (SELECT value FROM json_each(?1)) AND (?2 = 1 OR NOT ${isStarred})
    AND (?3 IS NULL OR last_received_at <= ?3)`
  const listRetried = sql.prepare(
    `SELECT path_id AS pathId, webhook_id AS webhookId, workspace_id AS workspaceId, last_received_at AS lastReceivedAt, body
     FROM deliveries WHERE ${mayGo} AND verified = 1 AND last_received_at >= ?4`,
  )
  const remove = sql.prepare(`DELETE FROM deliveries WHERE ${mayGo}`)

  const removeSlice = (
    ids: readonly number[],
    { starredToo, untouchedSince }: Removable,
    now: Date | null,
  ): number => {
    const asked = [JSON.stringify(ids), starredToo ? 1 : 0, untouchedSince ?? null] as const
    return inTransaction(sql, () => {
      for (const row of listRetried.all(...asked, now === null ? '' : longBefore(now))) {
        deleted.put({
          pathId: String(row.pathId),
          webhookId: String(row.webhookId),
          workspaceId: typeof row.workspaceId === 'string' ? row.workspaceId : null,
          lastReceivedAt: String(row.lastReceivedAt),
          body: bytes(row.body),
        })
      }
      return Number(remove.run(...asked).changes)
    })
  }

  /** On a full disk what is deleted is first written to the log: so fewer at a time, down to one. */
  const removeInRoom = (ids: readonly number[], removable: Removable, now: Date | null): number => {
    try {
      return removeSlice(ids, removable, now)
    } catch (error) {
      if (sqliteFailure(error) !== 'full') throw error
      freeSpace()
    }
    if (ids.length < 2) return removeSlice(ids, removable, now)
    const half = Math.ceil(ids.length / 2)
    return removeInRoom(ids.slice(0, half), removable, now) + removeInRoom(ids.slice(half), removable, now)
  }

  return {
    ...createDeliveryMatching(sql),
    /** Of an event that comes: see `createDeletedEvents`. */
    matchTombstone: deleted.matchTombstone,
    /**
     * Deletes those among these that may go, and says how many did. `now`: the time if it is sure; without it the id of every
     * event stays. Throws what SQLite throws.
     */
    remove(ids: readonly number[], removable: Removable, now: Date | null): number {
      const gone = removeInRoom(ids, removable, now)
      if (gone > 0) onRemoved()
      return gone
    },
    /** Forgets up to `most` ids of deleted events that will not be sent again, and says how many. */
    forgetIds: (now: Date, most: number) => inTransaction(sql, () => deleted.dropOld(longBefore(now), most)),
    /** Removes the words of what was deleted from every full-text index; deliveries that arrive are stored meanwhile. */
    purgeWords: () => purgeDeletedWords(sql),
    /** Deletes up to `most` deliveries of a workspace that goes, then what else is known of it. Returns 0 once nothing is left. */
    drop(workspaceId: string, most: number): number {
      const gone =
        inTransaction(
          sql,
          () =>
            Number(dropOfWorkspace.run(workspaceId, most).changes) ||
            deleted.dropOfWorkspace(workspaceId, most),
        ) || newestEvents.dropOfWorkspace(workspaceId, most)
      if (gone > 0) onRemoved()
      return gone
    },
  }
}

const longBefore = (now: Date) => new Date(now.getTime() - idsKeptMs).toISOString()
