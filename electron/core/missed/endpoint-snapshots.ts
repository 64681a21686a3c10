import type { SQLOutputValue } from 'node:sqlite'
import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { ServiceEndpoint } from '#core/service-api/wire.ts'

/** An endpoint as the service last listed it. It is stored so that reading it needs no request. */
export interface EndpointSnapshot {
  readonly id: string
  readonly url: string
  /**
   * The subscribed event types, each with the service's time when the subscription was first seen. The time is 0 for types that
   * were already in the endpoint's first list.
   */
  readonly events: Readonly<Record<string, number>>
  readonly scopes: readonly string[]
  readonly folderIds: readonly string[]
  /** The creator's email address in lowercase. Empty when unknown. */
  readonly creator: string
  readonly createdAt: string | null
  readonly enabled: boolean
  readonly here: boolean
}

export interface NewSnapshot extends Omit<EndpointSnapshot, 'events'> {
  readonly events: readonly string[]
}

export interface StoredEndpoint {
  readonly endpoint: EndpointSnapshot
  /**
   * Changes before this time are ignored. Milliseconds since 1970 by the service's clock, or `null` until Notehook first listens.
   */
  readonly since: number | null
  readonly muted: boolean
}

/** Stores each workspace's endpoints as they were last listed. Throws SQLite's errors. */
export type EndpointSnapshots = ReturnType<typeof createEndpointSnapshots>

export function snapshotOf(endpoint: ServiceEndpoint, here: boolean): NewSnapshot {
  const { id, url, events, scopes, folderIds, createdBy, createdAt, enabled } = endpoint
  const creator = createdBy?.email.trim().toLowerCase() ?? ''
  return { id, url, events, scopes, folderIds, creator, createdAt, enabled, here }
}

export function createEndpointSnapshots(sql: Sql) {
  const all = sql.prepare(
    'SELECT listed, since, muted FROM missed_endpoints WHERE workspace_id = ? ORDER BY endpoint_id',
  )
  const one = sql.prepare('SELECT listed FROM missed_endpoints WHERE workspace_id = ? AND endpoint_id = ?')
  const put = sql.prepare(
    `INSERT INTO missed_endpoints (workspace_id, endpoint_id, listed) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET listed = excluded.listed WHERE listed <> excluded.listed`,
  )
  const listened = sql.prepare(
    'UPDATE missed_endpoints SET since = ? WHERE workspace_id = ? AND endpoint_id = ? AND since IS NULL',
  )
  const setMuted = sql.prepare(
    'UPDATE missed_endpoints SET muted = ? WHERE workspace_id = ? AND endpoint_id = ?',
  )
  const replace = sql.prepare(
    `INSERT INTO missed_endpoints SELECT workspace_id, ?3, json_set(listed, '$.id', ?3), since, muted FROM missed_endpoints
     WHERE workspace_id = ?1 AND endpoint_id = ?2
     ON CONFLICT DO UPDATE SET since = excluded.since, muted = excluded.muted`,
  )
  const forget = sql.prepare('DELETE FROM missed_endpoints WHERE workspace_id = ? AND endpoint_id = ?')
  const forgetWorkspace = sql.prepare('DELETE FROM missed_endpoints WHERE workspace_id = ?')
  const endpointOf = ({ listed }: Readonly<Record<string, SQLOutputValue>>) =>
    JSON.parse(String(listed)) as EndpointSnapshot
  const find = (workspaceId: string, endpointId: string) => {
    const row = one.get(workspaceId, endpointId)
    return row ? endpointOf(row) : null
  }
  /** Stores an endpoint. Event types that `before` contains keep their time. */
  const store = (workspaceId: string, endpoint: NewSnapshot, before: EndpointSnapshot | null, at: number) => {
    const events = Object.fromEntries(endpoint.events.map((type) => [type, before?.events[type] ?? at]))
    put.run(workspaceId, endpoint.id, JSON.stringify({ ...endpoint, events }))
  }
  return {
    all: (workspaceId: string): readonly StoredEndpoint[] =>
      all.all(workspaceId).map((row) => ({
        endpoint: endpointOf(row),
        since: row.since === null ? null : Number(row.since),
        muted: row.muted === 1,
      })),
    /** Stores a list of endpoints in one commit. `at` is its time by the service's clock. */
    put(workspaceId: string, endpoints: readonly NewSnapshot[], at: number) {
      inTransaction(sql, () => {
        for (const endpoint of endpoints) {
          const before = find(workspaceId, endpoint.id)
          store(workspaceId, endpoint, before, before === null ? 0 : at)
        }
      })
    },
    listened: (workspaceId: string, endpointId: string, since: number) =>
      void listened.run(Math.floor(since), workspaceId, endpointId),
    setMuted: (workspaceId: string, endpointId: string, muted: boolean) =>
      void setMuted.run(muted ? 1 : 0, workspaceId, endpointId),
    replace(workspaceId: string, from: string, to: string) {
      const before = find(workspaceId, from)
      const next = find(workspaceId, to)
      replace.run(workspaceId, from, to)
      forget.run(workspaceId, from)
      if (!next) return
      const created = Date.parse(next.createdAt ?? '') || 0
      store(workspaceId, { ...next, events: Object.keys(next.events) }, before, created)
    },
    forget: (workspaceId: string, endpointId: string) => void forget.run(workspaceId, endpointId),
    forgetWorkspace: (workspaceId: string) => void forgetWorkspace.run(workspaceId),
  }
}
