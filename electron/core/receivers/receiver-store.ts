import type { SQLOutputValue } from 'node:sqlite'
import { type Sql, textOrNull } from '#core/database/sql.ts'
import { ReceiverSettings } from '#shared/receivers/model.ts'

export type StoredKind = 'loopback' | 'private' | 'public'

/** A receiver in the database. Its signing secret and hidden header values are in the keychain. */
export interface StoredReceiver extends ReceiverSettings {
  readonly id: string
  readonly workspaceId: string
  readonly createdAt: string
  readonly live: boolean
  /** The kind of address at the last lookup of the host. */
  readonly addressKind: StoredKind
  /** The host that the user approved and the kind of its address, or `null`. */
  readonly approved: { readonly host: string; readonly kind: 'private' | 'public' } | null
  /** ISO time when the user last sent or replayed a delivery to this receiver. */
  readonly lastUsedAt: string | null
}

/** Stores the receivers of all workspaces. Throws SQLite's errors. */
export type ReceiverStore = ReturnType<typeof createReceiverStore>

export function createReceiverStore(sql: Sql) {
  const all = sql.prepare('SELECT * FROM receivers ORDER BY name, id')
  const ofWorkspace = sql.prepare('SELECT * FROM receivers WHERE workspace_id = ? ORDER BY name, id')
  const find = sql.prepare('SELECT * FROM receivers WHERE id = ?')
  const put = sql.prepare(
    `INSERT INTO receivers (id, workspace_id, name, created_at, live, settings, address_kind, approved_host, approved_kind,
       last_used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, live = excluded.live, settings = excluded.settings,
       address_kind = excluded.address_kind, approved_host = excluded.approved_host, approved_kind = excluded.approved_kind`,
  )
  const used = sql.prepare('UPDATE receivers SET last_used_at = ? WHERE id = ?')
  const remove = sql.prepare('DELETE FROM receivers WHERE id = ?')

  return {
    /** Lists receivers by name, of all workspaces if no id is given. */
    list: (workspaceId?: string): readonly StoredReceiver[] =>
      (workspaceId === undefined ? all.all() : ofWorkspace.all(workspaceId)).map(receiverOf),
    get(id: string): StoredReceiver | null {
      const row = find.get(id)
      return row ? receiverOf(row) : null
    },
    put(receiver: StoredReceiver) {
      const { id, workspaceId, name, createdAt, live, addressKind, approved, lastUsedAt } = receiver
      put.run(
        id,
        workspaceId,
        name,
        createdAt,
        live ? 1 : 0,
        // Leaves out the other fields, which have their own columns.
        JSON.stringify(ReceiverSettings.parse(receiver)),
        addressKind,
        approved?.host ?? null,
        approved?.kind ?? null,
        lastUsedAt,
      )
    },
    used: (id: string, at: string) => void used.run(at, id),
    remove: (id: string) => void remove.run(id),
  }
}

function receiverOf(row: Record<string, SQLOutputValue>): StoredReceiver {
  const { approved_host: host, approved_kind: kind } = row
  return {
    ...ReceiverSettings.parse(JSON.parse(String(row.settings))),
    id: String(row.id),
    workspaceId: String(row.workspace_id),
    createdAt: String(row.created_at),
    live: row.live === 1,
    addressKind: row.address_kind as StoredKind,
    approved: typeof host === 'string' && (kind === 'private' || kind === 'public') ? { host, kind } : null,
    lastUsedAt: textOrNull(row.last_used_at),
  }
}
