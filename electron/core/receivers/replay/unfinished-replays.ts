import { z } from 'zod'
import type { Sql } from '#core/database/sql.ts'
import { type InterruptedReplay, ReplayFilter, ReplayMode, ReplayPace } from '#shared/receivers/replay.ts'

/** What a replay was asked to send, so that another run of the app can send the rest. */
export interface UnfinishedReplay {
  readonly receiverId: string
  readonly startedAt: string
  readonly filter: ReplayFilter
  readonly newest: number
  readonly mode: ReplayMode
  readonly pace: ReplayPace
  readonly of: number
  /** Its sends have higher IDs. */
  readonly after: number
}

/** Replays that are under way, or were when the app ended: one of each receiver. Throws what SQLite throws. */
export interface UnfinishedReplays {
  /** One begins, in the place of an earlier one. Returns it. */
  begin(replay: Omit<UnfinishedReplay, 'after'>): UnfinishedReplay
  get(receiverId: string): UnfinishedReplay | null
  list(workspaceId: string): readonly InterruptedReplay[]
  /** So many were sent, as is still known when deliveries are deleted, and their sends with them. */
  progress(receiverId: string, done: number): void
  /** The deliveries that it sent. */
  sent(replay: UnfinishedReplay): ReadonlySet<number>
  /** It ended, or the rest is not to be sent. */
  drop(receiverId: string): void
}

/** What never left, or was under way when it was stopped, is sent again. */
const wasSent = `cause = 'replay' AND delivery_id IS NOT NULL
  AND ifnull(problem, '') NOT IN ('address', 'approval', 'unsigned', 'locked', 'stopped')`

export function createUnfinishedReplays(sql: Sql): UnfinishedReplays {
  const begin = sql.prepare(
    `INSERT OR REPLACE INTO unfinished_replays
     SELECT id, ?2, ?3, ?4, (SELECT ifnull(max(id), 0) FROM sends WHERE receiver_id = ?1) FROM receivers WHERE id = ?1`,
  )
  const get = sql.prepare('SELECT * FROM unfinished_replays WHERE receiver_id = ?')
  const list = sql.prepare(
    `SELECT receiver_id AS receiverId, started_at AS startedAt, total AS "of",
       max(ifnull(asked ->> 'done', 0), (SELECT count(DISTINCT delivery_id) FROM sends WHERE sends.receiver_id = unfinished_replays.receiver_id
         AND sends.id > after_send AND ${wasSent})) AS done
     FROM unfinished_replays JOIN receivers ON receivers.id = receiver_id WHERE receivers.workspace_id = ?`,
  )
  const progress = sql.prepare(
    "UPDATE unfinished_replays SET asked = json_set(asked, '$.done', ?2) WHERE receiver_id = ?1",
  )
  const sent = sql.prepare(
    `SELECT DISTINCT delivery_id AS id FROM sends WHERE receiver_id = ? AND id > ? AND ${wasSent}`,
  )
  const drop = sql.prepare('DELETE FROM unfinished_replays WHERE receiver_id = ?')
  const found = (receiverId: string): UnfinishedReplay | null => {
    const row = get.get(receiverId)
    if (!row) return null
    return {
      receiverId,
      startedAt: String(row.started_at),
      of: Number(row.total),
      after: Number(row.after_send),
      ...Order.parse(JSON.parse(String(row.asked))),
    }
  }
  return {
    begin({ receiverId, startedAt, of, ...order }) {
      begin.run(receiverId, startedAt, JSON.stringify(order), of)
      const replay = found(receiverId)
      if (replay) return replay
      throw new Error('Its receiver was removed.')
    },
    get: found,
    list: (workspaceId) =>
      list.all(workspaceId).map(({ receiverId, startedAt, done, of }) => ({
        receiverId: String(receiverId),
        startedAt: String(startedAt),
        done: Number(done),
        of: Number(of),
      })),
    progress: (receiverId, done) => void progress.run(receiverId, done),
    sent: ({ receiverId, after }) => new Set(sent.all(receiverId, after).map(({ id }) => Number(id))),
    drop: (receiverId) => void drop.run(receiverId),
  }
}

const Order = z.object({
  filter: ReplayFilter,
  newest: z.number(),
  mode: ReplayMode,
  pace: ReplayPace,
})
