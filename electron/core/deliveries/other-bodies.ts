import type { Sql } from '#core/database/sql.ts'
import { OtherBody } from '#shared/deliveries/model.ts'
import { bytes } from './store/delivery-reading.ts'

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
