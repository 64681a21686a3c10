import { type Sql, textOrNull } from '#core/database/sql.ts'
import type { DeliveryFlag } from '#shared/deliveries/model.ts'
import { bytes, readFlags } from './delivery-from-row.ts'

export interface StoredRequest {
  readonly id: number
  readonly pathId: string
  readonly workspaceId: string | null
  readonly endpointId: string | null
  readonly noteId: string | null
  /** Whether the signature is valid and the timestamp is within the tolerance. */
  readonly isVerified: boolean
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
  readonly receivedAt: string
}

export interface JudgedRequest extends StoredRequest {
  readonly webhookId: string
  readonly webhookTimestamp: string
  readonly status: number
  readonly answer: string
  readonly flags: readonly DeliveryFlag[]
}

export function createStoredRequests(sql: Sql) {
  const find =
    sql.prepare(`SELECT id, path_id AS pathId, workspace_id AS workspaceId, endpoint_id AS endpointId, note_id AS noteId, webhook_id AS webhookId, webhook_timestamp AS
    webhookTimestamp, first_received_at AS receivedAt, status, response AS answer, flags, headers, body, verified FROM deliveries
    WHERE id = ?`)
  return {
    find(id: number): JudgedRequest | null {
      const row = find.get(id)
      if (!row) return null
      const headers = JSON.parse(String(row.headers)) as [string, string][]
      return {
        id,
        pathId: String(row.pathId),
        workspaceId: textOrNull(row.workspaceId),
        endpointId: textOrNull(row.endpointId),
        noteId: textOrNull(row.noteId),
        webhookId: String(row.webhookId),
        webhookTimestamp: String(row.webhookTimestamp),
        receivedAt: String(row.receivedAt),
        status: Number(row.status),
        answer: String(row.answer),
        flags: readFlags(row.flags),
        headers,
        body: bytes(row.body),
        isVerified: row.verified === 1,
      }
    },
  }
}
