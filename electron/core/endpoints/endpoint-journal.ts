import { type Sql, textOrNull } from '#core/database/sql.ts'
import { EndpointDraft } from '#shared/endpoints/model.ts'

/**
 * Progress of a creation:
 * - `intent`: stored before the request is sent.
 * - `replied`: the service returned the id.
 * - `kept`: the secret is in the keychain.
 * - `removed`: the endpoint was deleted.
 */
export type JournalState = 'intent' | 'replied' | 'kept' | 'removed'

/** A journal record of an endpoint that this app created or that points to this computer. */
export interface JournalEntry {
  readonly pathId: string
  readonly workspaceId: string
  readonly endpointId: string | null
  readonly url: string
  readonly state: JournalState
  readonly keptAt: string | null
  readonly provenAt: string | null
  readonly imported: boolean
  /** Ids of the endpoints that existed before the request. A new endpoint with the same URL is the requested endpoint. */
  readonly knownIds: readonly string[]
  readonly createdAt: string
  /** The endpoint that was requested, or `null` if it was created elsewhere. */
  readonly draft: EndpointDraft | null
  readonly temporary: boolean
}

export type Intent = Pick<JournalEntry, 'pathId' | 'workspaceId' | 'url' | 'knownIds' | 'draft'> & {
  readonly temporary?: boolean
}

/** Records endpoints so that a crash never loses one, because its secret is returned only once (specification, section 5.8). */
export type EndpointJournal = ReturnType<typeof createEndpointJournal>

export function createEndpointJournal(sql: Sql) {
  const all = sql.prepare(
    `SELECT * FROM endpoint_journal WHERE state <> 'removed' AND (?1 IS NULL OR workspace_id = ?1) ORDER BY created_at`,
  )
  const ofEndpoint = sql.prepare(
    `SELECT * FROM endpoint_journal WHERE endpoint_id = ? AND workspace_id = ? AND state <> 'removed'`,
  )
  const ofPathId = sql.prepare('SELECT * FROM endpoint_journal WHERE path_id = ?')
  const insert = sql.prepare(
    `INSERT INTO endpoint_journal (path_id, workspace_id, url, state, created_at, known_ids, draft, temporary)
     VALUES (?, ?, ?, 'intent', ?, ?, ?, ?)
     ON CONFLICT (path_id) DO UPDATE SET workspace_id = excluded.workspace_id, url = excluded.url, state = 'intent',
       created_at = excluded.created_at, known_ids = excluded.known_ids, endpoint_id = NULL, kept_at = NULL, reveals = 0,
       proven_at = NULL, imported = 0, draft = excluded.draft, temporary = excluded.temporary
       WHERE state = 'removed'`,
  )
  const drop = sql.prepare('DELETE FROM endpoint_journal WHERE path_id = ?')
  const replied = sql.prepare(
    "UPDATE endpoint_journal SET state = 'replied', endpoint_id = ? WHERE path_id = ?",
  )
  const kept = sql.prepare("UPDATE endpoint_journal SET state = 'kept', kept_at = ? WHERE path_id = ?")
  const imported = sql.prepare(
    "UPDATE endpoint_journal SET state = 'kept', kept_at = ?, proven_at = NULL, imported = 1 WHERE path_id = ?",
  )
  const moved = sql.prepare('UPDATE endpoint_journal SET url = ? WHERE path_id = ?')
  const proven = sql.prepare(
    'UPDATE endpoint_journal SET proven_at = coalesce(proven_at, ?) WHERE path_id = ?',
  )
  const revealed = sql.prepare('UPDATE endpoint_journal SET reveals = reveals + 1 WHERE path_id = ?')
  const knows = sql.prepare('UPDATE endpoint_journal SET known_ids = ? WHERE path_id = ?')
  const settled = sql.prepare('UPDATE endpoint_journal SET draft = NULL WHERE path_id = ?')
  const keepForGood = sql.prepare('UPDATE endpoint_journal SET temporary = 0 WHERE path_id = ?')
  const forget = sql.prepare('DELETE FROM endpoint_journal WHERE workspace_id = ?')
  // Moves the deliveries of a path that belonged to another workspace before.
  const take = sql.prepare('UPDATE deliveries SET workspace_id = ? WHERE path_id = ?')
  const removed = sql.prepare("UPDATE endpoint_journal SET state = 'removed' WHERE path_id = ?")

  return {
    entries: (workspaceId?: string): readonly JournalEntry[] => all.all(workspaceId ?? null).map(entryOf),
    byEndpoint: (workspaceId: string, endpointId: string) => first(ofEndpoint.get(endpointId, workspaceId)),
    byPathId: (pathId: string): JournalEntry | null => first(ofPathId.get(pathId)),
    /**
     * Records an intent. The path may have belonged to an endpoint that was deleted. Its deliveries then belong to the new
     * endpoint.
     */
    intend(intent: Intent, at: string): JournalEntry {
      const { pathId, workspaceId, url, knownIds, draft, temporary = false } = intent
      const written = draft && JSON.stringify(draft)
      const { changes } = insert.run(
        pathId,
        workspaceId,
        url,
        at,
        JSON.stringify(knownIds),
        written,
        temporary ? 1 : 0,
      )
      if (Number(changes) === 0) throw new Error('This path belongs to another endpoint.')
      take.run(workspaceId, pathId)
      return intended(intent, at)
    },
    drop: (pathId: string) => void drop.run(pathId),
    replied: (pathId: string, endpointId: string) => void replied.run(endpointId, pathId),
    kept: (pathId: string, at: string) => void kept.run(at, pathId),
    /** Records that a different secret was imported, which no delivery has verified yet. */
    imported: (pathId: string, at: string) => void imported.run(at, pathId),
    moved: (pathId: string, url: string) => void moved.run(url, pathId),
    proven: (pathId: string, at: string) => void proven.run(at, pathId),
    revealed: (pathId: string) => void revealed.run(pathId),
    knows: (pathId: string, ids: readonly string[]) => void knows.run(JSON.stringify(ids), pathId),
    settled: (pathId: string) => void settled.run(pathId),
    keepForGood: (pathId: string) => void keepForGood.run(pathId),
    removed: (pathId: string) => void removed.run(pathId),
    forget: (workspaceId: string) => void forget.run(workspaceId),
  }
}

export const intended = (intent: Intent, at: string): JournalEntry => ({
  ...intent,
  endpointId: null,
  state: 'intent',
  keptAt: null,
  provenAt: null,
  imported: false,
  createdAt: at,
  temporary: intent.temporary ?? false,
})

type Row = Record<string, unknown>

const first = (row: Row | undefined) => (row ? entryOf(row) : null)
function entryOf(row: Row): JournalEntry {
  return {
    pathId: String(row.path_id),
    workspaceId: String(row.workspace_id),
    endpointId: textOrNull(row.endpoint_id),
    url: String(row.url),
    state: row.state as JournalState,
    keptAt: textOrNull(row.kept_at),
    provenAt: textOrNull(row.proven_at),
    imported: row.imported === 1,
    knownIds: JSON.parse(textOrNull(row.known_ids) ?? '[]') as string[],
    createdAt: String(row.created_at),
    temporary: row.temporary === 1,
    draft: typeof row.draft === 'string' ? EndpointDraft.parse(JSON.parse(row.draft)) : null,
  }
}
