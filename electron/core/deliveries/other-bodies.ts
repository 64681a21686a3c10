import type { Sql } from '#core/database/sql.ts'
import type { Session } from '#core/workspaces/index.ts'
import { OtherBody } from '#shared/deliveries/model.ts'
import type { Handlers } from '#shared/rpc/contract.ts'
import { bytes } from './store/delivery-reading.ts'

/** What else came, validly signed, under the id of an event of the open workspace. */
export function createOtherBodies({
  sql,
  session,
}: {
  readonly sql: Sql
  readonly session: Pick<Session, 'workspace'>
}) {
  const list = sql.prepare(
    `SELECT variants.id, received_at AS receivedAt, variants.headers, variants.body FROM variants
     JOIN deliveries ON deliveries.id = delivery_id WHERE delivery_id = ? AND workspace_id = ? ORDER BY variants.id`,
  )
  return {
    'deliveries.other-bodies': ({ id }) =>
      list.all(id, session.workspace()?.id ?? '').map((row) =>
        OtherBody.parse({
          ...row,
          headers: JSON.parse(String(row.headers)),
          bodyBase64: Buffer.from(bytes(row.body)).toString('base64'),
        }),
      ),
  } satisfies Partial<Handlers>
}
