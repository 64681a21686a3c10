import type { Sql } from '#core/database/sql.ts'
import { EndpointDraft } from '#shared/endpoints/model.ts'

/**
 * `intent` written before the service is asked, `replied` the service named it, `kept` its secret is in the keychain,
 * `removed` it is gone.
 */
export type JournalState = 'intent' | 'replied' | 'kept' | 'removed'

/** What this machine wrote down of an endpoint it created or pointed at itself. */
export interface JournalEntry {
  readonly token: string
  readonly workspaceId: string
  readonly endpointId: string | null
  readonly url: string
  readonly state: JournalState
  readonly keptAt: string | null
  readonly provenAt: string | null
  /** Its secret was entered by hand. */
  readonly imported: boolean
  /** The endpoints there were just before it was asked for: whatever else has its URL is the one asked for. */
  readonly knownIds: readonly string[]
  /** ISO time of the intent. */
  readonly createdAt: string
  /** What was asked for; `null` when it was not created here, or somebody settled that it stays without a secret. */
  readonly draft: EndpointDraft | null
  /** To be deleted when its listening ends. */
  readonly temporary: boolean
}

/** What is written down before anybody is asked. */
export type Intent = Pick<JournalEntry, 'token' | 'workspaceId' | 'url' | 'knownIds' | 'draft'> & {
  readonly temporary?: boolean
}

/** So that no crash loses track of an endpoint whose secret is shown once (specification, section 5.8). */
export interface EndpointJournal {
  /** Every entry that is not removed. */
  entries(workspaceId?: string): readonly JournalEntry[]
  byEndpoint(workspaceId: string, endpointId: string): JournalEntry | null
  byToken(token: string): JournalEntry | null
  /** Also for a path whose endpoint was forgotten here: its history belongs to the new one. */
  intend(intent: Intent, at: string): JournalEntry
  /** The service refused it: it never was. */
  drop(token: string): void
  replied(token: string, endpointId: string): void
  kept(token: string, at: string): void
  /** Another secret than before was entered: nothing has proven it yet. */
  imported(token: string, at: string): void
  moved(token: string, url: string): void
  proven(token: string, at: string): void
  revealed(token: string): void
  /** None of these is what was asked for. */
  knows(token: string, ids: readonly string[]): void
  /** It may stay without its secret. */
  settled(token: string): void
  /** It is no longer temporary. */
  keepForGood(token: string): void
  removed(token: string): void
  /** Every trace of the endpoints of a workspace. */
  forget(workspaceId: string): void
}

export function createEndpointJournal(sql: Sql): EndpointJournal {
  const all = sql.prepare(
    `SELECT * FROM endpoint_journal WHERE state <> 'removed' AND (?1 IS NULL OR workspace_id = ?1) ORDER BY created_at`,
  )
  const ofEndpoint = sql.prepare(
    `SELECT * FROM endpoint_journal WHERE endpoint_id = ? AND workspace_id = ? AND state <> 'removed'`,
  )
  const ofToken = sql.prepare('SELECT * FROM endpoint_journal WHERE token = ?')
  const insert = sql.prepare(
    `INSERT INTO endpoint_journal (token, workspace_id, url, state, created_at, known_ids, draft, temporary)
     VALUES (?, ?, ?, 'intent', ?, ?, ?, ?)
     ON CONFLICT (token) DO UPDATE SET workspace_id = excluded.workspace_id, url = excluded.url, state = 'intent',
       created_at = excluded.created_at, known_ids = excluded.known_ids, endpoint_id = NULL, kept_at = NULL, reveals = 0,
       proven_at = NULL, imported = 0, draft = excluded.draft, temporary = excluded.temporary
       WHERE state = 'removed'`,
  )
  const drop = sql.prepare('DELETE FROM endpoint_journal WHERE token = ?')
  const replied = sql.prepare(
    "UPDATE endpoint_journal SET state = 'replied', endpoint_id = ? WHERE token = ?",
  )
  const kept = sql.prepare("UPDATE endpoint_journal SET state = 'kept', kept_at = ? WHERE token = ?")
  const imported = sql.prepare(
    "UPDATE endpoint_journal SET state = 'kept', kept_at = ?, proven_at = NULL, imported = 1 WHERE token = ?",
  )
  const moved = sql.prepare('UPDATE endpoint_journal SET url = ? WHERE token = ?')
  const proven = sql.prepare('UPDATE endpoint_journal SET proven_at = coalesce(proven_at, ?) WHERE token = ?')
  const revealed = sql.prepare('UPDATE endpoint_journal SET reveals = reveals + 1 WHERE token = ?')
  const knows = sql.prepare('UPDATE endpoint_journal SET known_ids = ? WHERE token = ?')
  const settled = sql.prepare('UPDATE endpoint_journal SET draft = NULL WHERE token = ?')
  const keepForGood = sql.prepare('UPDATE endpoint_journal SET temporary = 0 WHERE token = ?')
  const forget = sql.prepare('DELETE FROM endpoint_journal WHERE workspace_id = ?')
  // The history of a path that was forgotten belongs to whom it leads to now.
  const take = sql.prepare('UPDATE deliveries SET workspace_id = ? WHERE token = ?')
  const removed = sql.prepare("UPDATE endpoint_journal SET state = 'removed' WHERE token = ?")

  return {
    entries: (workspaceId) => all.all(workspaceId ?? null).map(entryOf),
    byEndpoint: (workspaceId, endpointId) => first(ofEndpoint.get(endpointId, workspaceId)),
    byToken: (token) => first(ofToken.get(token)),
    intend(intent, at) {
      const { token, workspaceId, url, knownIds, draft, temporary = false } = intent
      const written = draft && JSON.stringify(draft)
      const { changes } = insert.run(
        token,
        workspaceId,
        url,
        at,
        JSON.stringify(knownIds),
        written,
        temporary ? 1 : 0,
      )
      if (Number(changes) === 0) throw new Error('This path belongs to another endpoint.')
      take.run(workspaceId, token)
      return intended(intent, at)
    },
    drop: (token) => void drop.run(token),
    replied: (token, endpointId) => void replied.run(endpointId, token),
    kept: (token, at) => void kept.run(at, token),
    imported: (token, at) => void imported.run(at, token),
    moved: (token, url) => void moved.run(url, token),
    proven: (token, at) => void proven.run(at, token),
    revealed: (token) => void revealed.run(token),
    knows: (token, ids) => void knows.run(JSON.stringify(ids), token),
    settled: (token) => void settled.run(token),
    keepForGood: (token) => void keepForGood.run(token),
    removed: (token) => void removed.run(token),
    forget: (workspaceId) => void forget.run(workspaceId),
  }
}

/** How an intent looks once it is written down, and before it is. */
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
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

function entryOf(row: Row): JournalEntry {
  return {
    token: String(row.token),
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
