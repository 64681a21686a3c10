import { type Sql, textOrNull } from '#core/database/sql.ts'
import type { ListenerResponse } from '#core/deliveries/index.ts'
import { createThrottle } from '#core/platform/async.ts'

/** Summary of a path's responses. Times are ISO text. */
export interface Health {
  readonly lastSuccessAt: string | null
  readonly failingSince: string | null
  readonly failures: number
  /** Time of the first request with a wrong signature since the last success. Such a request may come from anyone. */
  readonly mismatchedSince: string | null
  readonly mismatches: number
}

/**
 * Tracks how each path's deliveries were answered. The state is kept in memory and written every two seconds, so that deliveries
 * don't wait for it.
 */
export type ResponseCounts = ReturnType<typeof createResponseCounts>

export interface EndedAttempt extends Pick<ListenerResponse, 'pathId' | 'at' | 'isMismatch'> {
  readonly status: number | null
}

export interface HealthOptions {
  readonly sql: Sql
  readonly onChange: (pathId: string) => void
  readonly onFailure: (error: unknown) => void
}

const writeEveryMs = 2_000
const well = { failingSince: null, failures: 0, mismatchedSince: null, mismatches: 0 } as const
const none: Health = { lastSuccessAt: null, ...well }
/** Number of failures after which the window is updated, because it may then show that the secret is wrong. */
const notifyAt = 3

export function createResponseCounts({ sql, onChange, onFailure }: HealthOptions) {
  const find = sql.prepare('SELECT * FROM endpoint_health WHERE path_id = ?')
  const save = sql.prepare('INSERT OR REPLACE INTO endpoint_health VALUES (?, ?, ?, ?, ?, ?)')
  const known = new Map<string, Health>()
  const changed = new Set<string>()

  const of = (pathId: string): Health => {
    const held = known.get(pathId)
    if (held) return held
    const row = find.get(pathId)
    const read = row
      ? {
          lastSuccessAt: textOrNull(row.last_success_at),
          failingSince: textOrNull(row.failing_since),
          failures: Number(row.failures),
          mismatchedSince: textOrNull(row.mismatched_since),
          mismatches: Number(row.mismatches),
        }
      : none
    known.set(pathId, read)
    return read
  }

  const set = (pathId: string, health: Health) => {
    known.set(pathId, health)
    changed.add(pathId)
    writing.request()
  }

  const writing = createThrottle(() => {
    try {
      for (const pathId of changed) {
        const { lastSuccessAt, failingSince, failures, mismatchedSince, mismatches } = of(pathId)
        save.run(pathId, lastSuccessAt, failingSince, failures, mismatchedSince, mismatches)
      }
      changed.clear()
    } catch (error) {
      // Reports that the disk may be full or busy. The next response causes another attempt.
      onFailure(error)
    }
  }, writeEveryMs)

  return {
    of,
    ended({ pathId, status, at, isMismatch }: EndedAttempt) {
      const before = of(pathId)
      if (status !== null && status >= 200 && status <= 299) {
        set(pathId, { lastSuccessAt: at, ...well })
        if (before.failingSince !== null || before.mismatches > 0) onChange(pathId)
        return
      }
      const after = isMismatch
        ? {
            ...before,
            mismatchedSince: before.mismatchedSince ?? at,
            mismatches: before.mismatches + 1,
          }
        : { ...before, failingSince: before.failingSince ?? at, failures: before.failures + 1 }
      set(pathId, after)
      const count = isMismatch ? after.mismatches : after.failures
      if (count === 1 || count === notifyAt) onChange(pathId)
    },
    /** Resets the failures of an endpoint that was enabled again, because the service resets them too. */
    restart: (pathId: string) => set(pathId, { ...of(pathId), ...well }),
    sweep() {
      writing.flush()
      try {
        sql.exec(
          "DELETE FROM endpoint_health WHERE path_id NOT IN (SELECT path_id FROM endpoint_journal WHERE state <> 'removed')",
        )
        known.clear()
      } catch (error) {
        onFailure(error)
      }
    },
    close: writing.flush,
  }
}
