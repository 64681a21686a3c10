import { inTransaction, type Sql } from '#core/database/sql.ts'
import type { ObservedDifference } from '#core/service-api/api-differences.ts'
import { ApiDifferenceKind } from '#shared/workspaces/api-difference.ts'

export interface StoredDifference {
  readonly id: number
  readonly kind: ApiDifferenceKind
  readonly where: string
  readonly samples: readonly string[]
  readonly times: number
  readonly firstSeenAt: string
  readonly lastSeenAt: string
}

export interface NewDifference extends Pick<ObservedDifference, 'kind' | 'where'> {
  readonly samples: readonly string[]
  readonly times: number
}

/** Maximum number of differences to store, so that a service with thousands of unknown names doesn't fill the disk. */
export const mostPlaces = 2_000
export const mostSamples = 5

export function createApiDifferenceStore(sql: Sql) {
  const known = sql.prepare(
    'SELECT id, samples FROM api_differences WHERE workspace_id = ? AND kind = ? AND location = ?',
  )
  const insert = sql.prepare(
    `INSERT INTO api_differences (workspace_id, kind, location, samples, occurrences, first_seen_at, last_seen_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)`,
  )
  const update = sql.prepare(
    'UPDATE api_differences SET samples = ?, occurrences = occurrences + ?, last_seen_at = ? WHERE id = ?',
  )
  const trim = sql.prepare(
    `DELETE FROM api_differences WHERE id IN (
       SELECT id FROM api_differences WHERE workspace_id = ? ORDER BY last_seen_at DESC, id DESC LIMIT -1 OFFSET ?)`,
  )
  const all = sql.prepare(
    'SELECT * FROM api_differences WHERE workspace_id = ? ORDER BY last_seen_at DESC, id DESC',
  )
  const clear = sql.prepare('DELETE FROM api_differences WHERE workspace_id = ?')

  const addOne = (workspaceId: string, { kind, where, samples, times }: NewDifference, at: string) => {
    const row = known.get(workspaceId, kind, where)
    if (!row) {
      insert.run(workspaceId, kind, where, JSON.stringify(samples), times, at)
      return
    }
    const merged = [...new Set([...samplesOf(row.samples), ...samples])].slice(0, mostSamples)
    update.run(JSON.stringify(merged), times, at, Number(row.id))
  }

  return {
    /** Adds differences. If there are too many, deletes those that were not seen for the longest time. */
    add: (workspaceId: string, differences: readonly NewDifference[], at: string) =>
      inTransaction(sql, () => {
        for (const one of differences) addOne(workspaceId, one, at)
        trim.run(workspaceId, mostPlaces)
      }),
    list: (workspaceId: string): readonly StoredDifference[] => all.all(workspaceId).flatMap(storedOf),
    clear: (workspaceId: string) => void clear.run(workspaceId),
  }
}

/** Returns nothing for a difference of an unknown kind, which a newer version of Notehook stored. */
function storedOf(row: Record<string, unknown>): StoredDifference[] {
  const kind = ApiDifferenceKind.safeParse(row.kind)
  if (!kind.success) return []
  return [
    {
      id: Number(row.id),
      kind: kind.data,
      where: String(row.location),
      samples: samplesOf(row.samples),
      times: Number(row.occurrences),
      firstSeenAt: String(row.first_seen_at),
      lastSeenAt: String(row.last_seen_at),
    },
  ]
}

const samplesOf = (stored: unknown): string[] => JSON.parse(String(stored)) as string[]
