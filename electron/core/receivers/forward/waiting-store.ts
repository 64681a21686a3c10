import { type Sql, textOrNull } from '#core/database/sql.ts'
import { BlockedReason, type WaitingCount } from '#shared/receivers/model.ts'

/**
 * Why a delivery waits:
 * - `down`: the receiver accepted no connection.
 * - `busy`: the queue was full.
 * - `restart`: Notehook quit before the delivery was sent.
 * - `order`: an earlier delivery of the same note is waiting.
 * - `off`: forwarding was turned off.
 *
 * The other values are send problems.
 */
export type WaitingReason =
  | 'down'
  | 'busy'
  | 'restart'
  | 'order'
  | 'off'
  | 'unrecorded'
  | 'address'
  | 'approval'
  | 'unsigned'
  | 'headers'
  | 'locked'
  | 'tls'

export const waitingWords: Readonly<Record<WaitingReason, string>> = {
  down: 'No connection',
  busy: 'Receiver too slow',
  restart: 'Notehook quit',
  order: 'After an earlier event of the note',
  off: 'Forwarding was off',
  unrecorded: 'Not recorded',
  address: 'Forbidden address',
  approval: 'Not approved',
  unsigned: 'No secret',
  headers: 'Header values missing',
  locked: 'Keychain locked',
  tls: 'TLS failed',
}

export interface WaitingRow {
  readonly deliveryId: number
  readonly endpointId: string | null
  readonly noteId: string | null
  readonly eventType: string | null
  readonly receivedAt: string
  readonly since: string
  readonly reason: WaitingReason
}

export interface NewWaiting {
  readonly deliveryId: number
  readonly noteId: string | null
  readonly reason: WaitingReason
}

export interface ComingDelivery {
  readonly id: number
  readonly noteId: string | null
  /** Whether the receiver got the delivery, whatever its response was. */
  readonly wasSent: boolean
}

export type WaitingStore = ReturnType<typeof createWaitingStore>

/** Problems after which a delivery waits, because the receiver did not get it. */
export const unsentProblems = [
  'address',
  'approval',
  'unsigned',
  'headers',
  'locked',
  'no-name',
  'no-connection',
  'tls',
  'stopped',
] as const

/** SQL condition for sends that the receiver did not get. */
const wasNotSent = `(problem IS NOT NULL AND (problem IN (${unsentProblems.map((code) => `'${code}'`).join(', ')})
  OR (problem = 'timeout' AND phases ->> 'connectMs' IS NULL)))`

/**
 * Stores the waiting deliveries and each receiver's position, so that a crash loses no delivery. All deliveries up to the
 * position were forwarded or are waiting. The statements must run inside a transaction.
 */
export function createWaitingStore(sql: Sql) {
  // The reason `restart` doesn't replace the reason of a delivery that is already waiting.
  const insert = sql.prepare(
    `INSERT INTO waiting_deliveries (receiver_id, delivery_id, note_id, since, reason) SELECT ?1, ?2, ?3, ?4, ?5
     WHERE EXISTS (SELECT 1 FROM receivers WHERE id = ?1) AND EXISTS (SELECT 1 FROM deliveries WHERE id = ?2)
     ON CONFLICT DO UPDATE SET reason = excluded.reason WHERE excluded.reason <> 'restart'`,
  )
  const columns = `delivery_id AS deliveryId, endpoint_id AS endpointId, waiting_deliveries.note_id AS noteId, event_type AS eventType,
    first_received_at AS receivedAt, since, reason`
  const list = sql.prepare(
    `SELECT ${columns} FROM waiting_deliveries JOIN deliveries ON deliveries.id = delivery_id
     WHERE receiver_id = ? AND delivery_id > ? ORDER BY delivery_id LIMIT ?`,
  )
  const find = sql.prepare('SELECT 1 FROM waiting_deliveries WHERE receiver_id = ? AND delivery_id = ?')
  const pending = sql.prepare(
    `SELECT delivery_id AS deliveryId, receiver_id AS receiverId, reason FROM waiting_deliveries
     JOIN receivers ON receivers.id = receiver_id
     WHERE workspace_id = ? AND delivery_id IN (SELECT value FROM json_each(?))`,
  )
  const any = sql.prepare('SELECT 1 FROM waiting_deliveries WHERE receiver_id = ? LIMIT 1')
  const count = sql.prepare('SELECT count(*) AS n FROM waiting_deliveries WHERE receiver_id = ?')
  // Uses an index that contains only these reasons. Reading the reason of every row would take six times as long as counting the
  // rows.
  const countBlocked = sql.prepare(
    `SELECT reason, count(*) AS n FROM waiting_deliveries INDEXED BY waiting_deliveries_blocked
     WHERE receiver_id = ? AND reason IN ('address', 'approval', 'unsigned', 'headers', 'locked', 'tls') GROUP BY reason ORDER BY n DESC`,
  )
  const ofNote = sql.prepare(
    'SELECT 1 FROM waiting_deliveries WHERE receiver_id = ? AND note_id = ? AND delivery_id < ? LIMIT 1',
  )
  const overflow = sql.prepare(
    `SELECT delivery_id AS id FROM waiting_deliveries AS one WHERE receiver_id = ?1 AND reason IN ('busy', 'order')
       AND NOT EXISTS (SELECT 1 FROM waiting_deliveries AS other WHERE other.receiver_id = ?1
         AND other.note_id = one.note_id AND other.reason NOT IN ('busy', 'order'))
     ORDER BY delivery_id LIMIT ?2`,
  )
  const remove = sql.prepare('DELETE FROM waiting_deliveries WHERE receiver_id = ? AND delivery_id = ?')
  const removeSome = sql.prepare(
    `DELETE FROM waiting_deliveries WHERE receiver_id = ?1 AND delivery_id IN
     (SELECT delivery_id FROM waiting_deliveries WHERE receiver_id = ?1 ORDER BY delivery_id LIMIT ?2)`,
  )
  // Deletes rows whose deliveries were sent just before a crash.
  const removeSent = sql.prepare(
    `DELETE FROM waiting_deliveries WHERE EXISTS (SELECT 1 FROM sends WHERE delivery_id = waiting_deliveries.delivery_id
       AND receiver_id = waiting_deliveries.receiver_id AND cause = 'waiting' AND at >= since
       AND NOT ${wasNotSent})`,
  )
  const position = sql.prepare('SELECT through FROM forward_positions WHERE receiver_id = ?')
  const setPosition = sql.prepare(
    `INSERT INTO forward_positions SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM receivers WHERE id = ?1)
     ON CONFLICT DO UPDATE SET through = excluded.through`,
  )
  const dropPosition = sql.prepare('DELETE FROM forward_positions WHERE receiver_id = ?')
  const newest = sql.prepare('SELECT coalesce(max(id), 0) AS id FROM deliveries')
  const coming = sql.prepare(
    `SELECT id, note_id AS noteId, verified, EXISTS (SELECT 1 FROM sends WHERE delivery_id = deliveries.id AND receiver_id = ?2
       AND cause IN ('live', 'waiting') AND NOT ${wasNotSent}) AS wasSent
     FROM deliveries WHERE workspace_id = ?1 AND id > ?3 AND id <= ?4 ORDER BY id LIMIT ?5`,
  )
  return {
    add(receiverId: string, { deliveryId, noteId, reason }: NewWaiting, since: string) {
      insert.run(receiverId, deliveryId, noteId, since, reason)
    },
    list: (receiverId: string, after: number, most: number): WaitingRow[] =>
      list.all(receiverId, after, most).map((row) => ({
        deliveryId: Number(row.deliveryId),
        endpointId: textOrNull(row.endpointId),
        noteId: textOrNull(row.noteId),
        eventType: textOrNull(row.eventType),
        receivedAt: String(row.receivedAt),
        since: String(row.since),
        reason: String(row.reason) as WaitingReason,
      })),
    /** Returns which of these deliveries wait, for which receivers, and why. */
    pending: (workspaceId: string, deliveryIds: readonly number[]) =>
      pending.all(workspaceId, JSON.stringify(deliveryIds)).map((row) => ({
        deliveryId: Number(row.deliveryId),
        receiverId: String(row.receiverId),
        why: waitingWords[String(row.reason) as WaitingReason],
      })),
    hasAny: (receiverId: string) => any.get(receiverId) !== undefined,
    has: (receiverId: string, deliveryId: number) => find.get(receiverId, deliveryId) !== undefined,
    count(receiverId: string): Omit<WaitingCount, 'isSending'> {
      const n = Number(count.get(receiverId)?.n)
      const blocking = countBlocked.all(receiverId)
      const blocked = blocking[0]
        ? {
            count: blocking.reduce((sum, row) => sum + Number(row.n), 0),
            reason: BlockedReason.parse(blocking[0].reason),
          }
        : null
      const since = n === 0 ? undefined : list.get(receiverId, 0, 1)?.receivedAt
      return { count: n, since: textOrNull(since), blocked }
    },
    /**
     * Returns the ids of deliveries that wait because the queue was full, oldest first. Skips notes with a delivery that waits
     * for another reason.
     */
    overflow: (receiverId: string, most: number): number[] =>
      overflow.all(receiverId, most).map(({ id }) => Number(id)),
    hasEarlier: (receiverId: string, noteId: string, deliveryId: number) =>
      ofNote.get(receiverId, noteId, deliveryId) !== undefined,
    remove: (receiverId: string, deliveryId: number) => Number(remove.run(receiverId, deliveryId).changes),
    removeSome: (receiverId: string, most: number) => Number(removeSome.run(receiverId, most).changes),
    removeSent: () => void removeSent.run(),
    /** Returns the id up to which all deliveries were forwarded or are waiting, or `null` if there is no position. */
    position(receiverId: string): number | null {
      const through = position.get(receiverId)?.through
      return through === undefined ? null : Number(through)
    },
    setPosition: (receiverId: string, through: number) => void setPosition.run(receiverId, through),
    dropPosition: (receiverId: string) => void dropPosition.run(receiverId),
    newest: () => Number(newest.get()?.id),
    /**
     * Returns a workspace's verified deliveries after one id and up to another, oldest first. `last` is the last id that was
     * read, or `null` at the end.
     */
    coming(workspaceId: string, receiverId: string, after: number, until: number, most: number) {
      const rows = coming.all(workspaceId, receiverId, after, until, most)
      return {
        last: rows.length < most ? null : Number(rows.at(-1)?.id),
        deliveries: rows.flatMap((row): ComingDelivery[] =>
          row.verified === 1
            ? [
                {
                  id: Number(row.id),
                  noteId: textOrNull(row.noteId),
                  wasSent: row.wasSent === 1,
                },
              ]
            : [],
        ),
      }
    },
  }
}
