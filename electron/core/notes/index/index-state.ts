import { type Sql, textOrNull } from '#core/database/sql.ts'
import type { Incomplete } from '#shared/notes/page.ts'
import type { Row } from './note-row.ts'

/** A run through the service's list of notes. It is stored so that it continues at its cursor after a restart. */
export interface SyncRun {
  readonly number: number
  readonly beganAt: string
  /** Only changes from this day on are read. `null` reads all notes. */
  readonly updatedAfter: string | null
  readonly cursor: string | null
  readonly read: number
  /** ISO time of the latest update among the notes read so far. */
  readonly newest: string | null
}

export interface Ending {
  readonly at: string
  readonly incomplete: Incomplete | null
}

export interface IndexState {
  readonly workspaceId: string
  readonly paused: boolean
  readonly notes: number
  readonly runs: number
  readonly run: SyncRun | null
  /**
   * ISO time up to which the index contains all updates. If the clocks of the service and this computer differ, it is the earlier
   * time.
   */
  readonly watermark: string | null
  readonly completeAsOf: string | null
  readonly full: Ending | null
  readonly changes: Ending | null
}

export type IndexStates = ReturnType<typeof createIndexStates>

export function createIndexStates(sql: Sql) {
  const find = sql.prepare('SELECT * FROM note_sync WHERE workspace_id = ?')
  const save = sql.prepare(
    'INSERT OR REPLACE INTO note_sync VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const drop = sql.prepare('DELETE FROM note_sync WHERE workspace_id = ?')
  return {
    get: (workspaceId: string): IndexState => stateOf(workspaceId, find.get(workspaceId) ?? {}),
    save: (state: IndexState) => void save.run(...valuesOf(state)),
    drop: (workspaceId: string) => void drop.run(workspaceId),
  }
}

function valuesOf({ run, full, changes, ...state }: IndexState) {
  return [
    state.workspaceId,
    state.paused ? 'paused' : 'running',
    state.notes,
    state.runs,
    run?.beganAt ?? null,
    run?.updatedAfter ?? null,
    run?.cursor ?? null,
    run?.read ?? 0,
    run?.newest ?? null,
    state.watermark,
    state.completeAsOf,
    full?.at ?? null,
    full?.incomplete ?? null,
    changes?.at ?? null,
    changes?.incomplete ?? null,
  ]
}

function stateOf(workspaceId: string, row: Row): IndexState {
  const runs = Number(row.run ?? 0)
  const beganAt = textOrNull(row.run_began_at)
  return {
    workspaceId,
    paused: row.state === 'paused',
    notes: Number(row.notes ?? 0),
    runs,
    run:
      beganAt === null
        ? null
        : {
            number: runs,
            beganAt,
            updatedAfter: textOrNull(row.run_updated_after),
            cursor: textOrNull(row.run_cursor),
            read: Number(row.run_read),
            newest: textOrNull(row.run_newest),
          },
    watermark: textOrNull(row.watermark),
    completeAsOf: textOrNull(row.complete_as_of),
    full: ending(row.full_ended_at, row.full_incomplete),
    changes: ending(row.changes_ended_at, row.changes_incomplete),
  }
}

function ending(at: unknown, incomplete: unknown): Ending | null {
  return typeof at === 'string' ? { at, incomplete: textOrNull(incomplete) as Incomplete | null } : null
}
