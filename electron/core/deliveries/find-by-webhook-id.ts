import type { Sql } from '#core/database/sql.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { summary, summaryColumns } from './store/delivery-from-row.ts'

/** Maximum number of matching deliveries to read. */
const mostMatches = 200
const mostUnverified = 10_000

/**
 * Finds the paths of a workspace. The index of deliveries begins with their path, so each path takes one lookup. A separate index
 * on ids would slow down every commit.
 */
const pathsOfWorkspace = `WITH RECURSIVE paths (id) AS (
  SELECT min(path_id) FROM deliveries WHERE verified = 1
  UNION ALL
  SELECT (SELECT min(path_id) FROM deliveries WHERE verified = 1 AND path_id > paths.id)
  FROM paths WHERE paths.id IS NOT NULL
), mine (id) AS (
  SELECT id FROM paths WHERE ?1 =
  (SELECT workspace_id FROM deliveries WHERE verified = 1 AND path_id = paths.id LIMIT 1)
)`

/** Finds a workspace's deliveries by a prefix of their `webhook-id`. */
export function createFindByWebhookId(sql: Sql) {
  const verified = sql.prepare(
    `${pathsOfWorkspace} SELECT id FROM deliveries WHERE verified = 1 AND path_id IN (SELECT id FROM mine)
     AND webhook_id >= ?2 AND webhook_id < ?3 AND workspace_id = ?1 LIMIT ${mostMatches}`,
  )
  const unverified = sql.prepare(
    `SELECT id FROM (SELECT id, webhook_id FROM deliveries WHERE workspace_id = ?1 AND verified = 0
     ORDER BY id DESC LIMIT ${mostUnverified}) WHERE webhook_id >= ?2 AND webhook_id < ?3 LIMIT ${mostMatches}`,
  )
  const read = sql.prepare(
    `SELECT ${summaryColumns} FROM deliveries WHERE id IN (SELECT value FROM json_each(?1))
     ORDER BY webhook_id = ?2 DESC, id DESC LIMIT ?3`,
  )
  return ({ workspaceId, webhookId, limit = 8 }: LookedUp): DeliverySummary[] => {
    const idsIn = (from: string, to: string) =>
      [verified, unverified].flatMap((select) =>
        select.all(workspaceId, from, to).map(({ id }) => Number(id)),
      )
    // Searches for the exact id first. If many ids start with it, the limit could otherwise exclude it.
    const ids = [...idsIn(webhookId, `${webhookId}\u0000`), ...idsIn(webhookId, `${webhookId}\u{10ffff}`)]
    return read.all(JSON.stringify(ids), webhookId, limit).map(summary)
  }
}

interface LookedUp {
  readonly workspaceId: string
  readonly webhookId: string
  readonly limit?: number | undefined
}
