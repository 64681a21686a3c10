import type { SQLOutputValue } from 'node:sqlite'
import type { Sql } from '#core/database/sql.ts'
import { ReceiverSettings } from '#shared/receivers/model.ts'

export type StoredKind = 'loopback' | 'private' | 'public'

/** A receiver in the database. Its signing secret, and the values of headers that are not visible, are in the keychain. */
export interface StoredReceiver extends ReceiverSettings {
  readonly id: string
  readonly workspaceId: string
  /** ISO time. */
  readonly createdAt: string
  readonly live: boolean
  /** What its host was when it was last looked up. */
  readonly addressKind: StoredKind
  /** The host that the user approved, and what it was then; `null`: none. */
  readonly approved: { readonly host: string; readonly kind: 'private' | 'public' } | null
  /** ISO time at which the user last sent or replayed something to it. */
  readonly lastUsedAt: string | null
}

/** The receivers of every workspace. Throws what SQLite throws. */
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
    /** By name; without an id, of every workspace. */
    list: (workspaceId?: string): readonly StoredReceiver[] =>
      (workspaceId === undefined ? all.all() : ofWorkspace.all(workspaceId)).map(receiverOf),
    get(id: string): StoredReceiver | null {
      const row = find.get(id)
      return row ? receiverOf(row) : null
    },
    /** Adds it or replaces it. */
    put(receiver: StoredReceiver) {
      const { id, workspaceId, name, createdAt, live, addressKind, approved, lastUsedAt } = receiver
      put.run(
        id,
        workspaceId,
        name,
        createdAt,
        live ? 1 : 0,
        // Drops what is not a setting.
        JSON.stringify(ReceiverSettings.parse(receiver)),
        addressKind,
        approved?.host ?? null,
        approved?.kind ?? null,
        lastUsedAt,
      )
    },
    used: (id: string, at: string) => void used.run(at, id),
    /** With its sends. */
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
    lastUsedAt: typeof row.last_used_at === 'string' ? row.last_used_at : null,
  }
}
