import { type Sql, textOrNull } from '#core/database/sql.ts'
import { type DeliveryDetail, type DeliverySummary, OtherBody } from '#shared/deliveries/model.ts'
import { bytes, detail, summary, summaryColumns } from './delivery-from-row.ts'
import type { OnePath } from './delivery-rows.ts'
import { createDeliverySearch, type DeliveryPage, type DeliveryQuery } from './search/delivery-search.ts'
import { createStoredRequests } from './stored-requests.ts'

export function createDeliveryQueries(sql: Sql) {
  const search = createDeliverySearch(sql)
  const requests = createStoredRequests(sql)
  const listAttempts =
    sql.prepare(`SELECT received_at AS receivedAt, webhook_timestamp AS webhookTimestamp, verdict, status,
    response AS answer FROM attempts WHERE delivery_id = ? ORDER BY received_at, id`)
  const findSummary = sql.prepare(`SELECT ${summaryColumns} FROM deliveries WHERE id = ?`)
  const listAfter = sql.prepare(`SELECT ${summaryColumns} FROM deliveries WHERE id > ? ORDER BY id LIMIT ?`)
  const findDetail =
    sql.prepare(`SELECT ${summaryColumns}, webhook_timestamp AS webhookTimestamp, response AS answer,
    trace, headers, body FROM deliveries WHERE id = ?`)
  const listAll = sql.prepare(
    `SELECT ${summaryColumns} FROM deliveries WHERE workspace_id IS ?1 AND id < ?2
     ORDER BY id DESC LIMIT ?3`,
  )
  const listOfEndpoint = sql.prepare(
    `SELECT ${summaryColumns} FROM deliveries WHERE workspace_id IS ?1 AND endpoint_id = ?4 AND id < ?2
     ORDER BY id DESC LIMIT ?3`,
  )
  const listOfNote = sql.prepare(
    `SELECT ${summaryColumns} FROM deliveries WHERE note_id = ?5 AND id < ?2
     AND workspace_id IS ?1 AND (?4 IS NULL OR endpoint_id = ?4) ORDER BY id DESC LIMIT ?3`,
  )
  const lastVerified = sql.prepare(
    `SELECT last_received_at AS at FROM deliveries WHERE workspace_id IS ? AND endpoint_id IS ? AND path_id = ? AND verified = 1
     ORDER BY id DESC LIMIT 1`,
  )

  const rowsOf = (query: DeliveryQuery, most: number) => {
    const { before = Number.MAX_SAFE_INTEGER, workspaceId = null, endpointId, noteId } = query
    if (noteId !== undefined) return listOfNote.all(workspaceId, before, most, endpointId ?? null, noteId)
    return endpointId === undefined
      ? listAll.all(workspaceId, before, most)
      : listOfEndpoint.all(workspaceId, before, most, endpointId)
  }

  return {
    /** Returns a page of deliveries, newest first. `before` and `limit` select the page. */
    list(query: DeliveryQuery): DeliveryPage {
      if (query.filter) return search.find(query, query.filter)
      const { limit = 50 } = query
      const found = rowsOf(query, limit + 1).map(summary)
      return { deliveries: found.slice(0, limit), hasMore: found.length > limit }
    },
    summary(id: number): DeliverySummary | null {
      const row = findSummary.get(id)
      return row ? summary(row) : null
    },
    after: (id: number, most: number): DeliverySummary[] => listAfter.all(id, most).map(summary),
    detail(id: number): DeliveryDetail | null {
      const row = findDetail.get(id)
      return row ? detail(row, listAttempts.all(id)) : null
    },
    request: requests.find,
    lastVerifiedAt({ workspaceId, endpointId, pathId }: OnePath): string | null {
      const at = lastVerified.get(workspaceId, endpointId, pathId)?.at
      return textOrNull(at)
    },
  }
}

/** Reads other bodies with a valid signature that arrived with the same event id. */
export function createOtherBodies(sql: Sql) {
  const list = sql.prepare(
    `SELECT variants.id, received_at AS receivedAt, variants.headers, variants.body FROM variants
     JOIN deliveries ON deliveries.id = delivery_id WHERE delivery_id = ? AND workspace_id = ? ORDER BY variants.id`,
  )
  return ({ workspaceId, id }: { readonly workspaceId: string; readonly id: number }): OtherBody[] =>
    list.all(id, workspaceId).map((row) =>
      OtherBody.parse({
        ...row,
        headers: JSON.parse(String(row.headers)),
        bodyBase64: Buffer.from(bytes(row.body)).toString('base64'),
      }),
    )
}
