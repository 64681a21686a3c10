import { purgeDeletedWords } from '#core/database/full-text.ts'
import { inTransaction, type Sql, sqliteFailure, textOrNull } from '#core/database/sql.ts'
import type { DeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { isStarred } from './annotations.ts'
import { bytes } from './delivery-from-row.ts'
import { createDeletedEvents, idsKeptMs } from './events/deleted-events.ts'
import type { createNewestEvents } from './events/newest-events.ts'
import { createDeliveryMatching, type DeliveryMatching, type MatchStep } from './search/delivery-matching.ts'
import type { DeliveryQuery } from './search/delivery-search.ts'

/** Deletes deliveries, on the thread that writes them. */
export interface Removals extends Omit<DeliveryMatching, 'step'> {
  step(query: DeliveryQuery, filter: DeliveryFilter, signal?: AbortSignal): MatchStep | Promise<MatchStep>
  remove(ids: readonly number[], removable: Removable, now: Date | null): number | Promise<number>
  forgetIds(now: Date, most: number): number | Promise<number>
  drop(workspaceId: string, most: number): number | Promise<number>
  purgeWords(): Promise<void>
}

export interface Removable {
  readonly starredToo: boolean
  /** ISO time. Deliveries with a later attempt are not deleted, because the user had not seen that attempt. */
  readonly untouchedSince?: string | undefined
}

/** Number of rows to delete per commit, so that incoming deliveries don't have to wait. */
export const removalSlice = 200

/**
 * Deletes deliveries with their attempts, bodies and counters. Their indexed words are removed soon after. Each event's id is
 * kept to detect retries. Each call is one commit, and callers must yield to the listener between calls.
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
    const parameters = [JSON.stringify(ids), starredToo ? 1 : 0, untouchedSince ?? null] as const
    return inTransaction(sql, () => {
      for (const row of listRetried.all(...parameters, now === null ? '' : longBefore(now))) {
        deleted.put({
          pathId: String(row.pathId),
          webhookId: String(row.webhookId),
          workspaceId: textOrNull(row.workspaceId),
          lastReceivedAt: String(row.lastReceivedAt),
          body: bytes(row.body),
        })
      }
      return Number(remove.run(...parameters).changes)
    })
  }

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
    matchTombstone: deleted.matchTombstone,
    /**
     * Deletes the deliveries that are removable, and returns their number. `now` is the current time, or `null` if the clock
     * can't be trusted. In that case every event's id is kept. Throws SQLite's error.
     */
    remove(ids: readonly number[], removable: Removable, now: Date | null): number {
      const gone = removeInRoom(ids, removable, now)
      if (gone > 0) onRemoved()
      return gone
    },
    /** Deletes up to `most` ids of deleted events that are too old to be retried. Returns their number. */
    forgetIds: (now: Date, most: number) => inTransaction(sql, () => deleted.dropOld(longBefore(now), most)),
    /** Removes the words of deleted deliveries from every full-text index. Deliveries can be stored while it runs. */
    purgeWords: () => purgeDeletedWords(sql),
    /** Deletes up to `most` deliveries of a deleted workspace, then its other data. Returns 0 when nothing is left. */
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
