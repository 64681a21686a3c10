import type { Sql } from '#core/database/sql.ts'
import type { Answered } from '#core/deliveries/index.ts'

/** What was answered on a path, folded into what the four days of section 3 need. ISO times. */
export interface Health {
  readonly lastSuccessAt: string | null
  /** The first failure since; `null` while all is well. */
  readonly failingSince: string | null
  readonly failures: number
  /** The first request since then whose signature did not match, and how many did not: whoever sent them. */
  readonly mismatchedSince: string | null
  readonly mismatches: number
}

/** Held in memory and written now and then: a crash costs seconds of it, and no delivery waits for it. */
export interface EndpointHealth {
  of(token: string): Health
  /** An answer went out. Resolves nothing and throws nothing. */
  answered(answer: Answered): void
  /** The service begins to count anew when it is enabled again. */
  restart(token: string): void
  /** Drops what was known of paths that are gone, also what was not written yet. */
  sweep(): void
  close(): void
}

export interface HealthOptions {
  readonly sql: Sql
  /** It began to fail, failed for the third time, or succeeds again. */
  readonly onTurn: (token: string) => void
  readonly onFailure: (error: unknown) => void
}

const writeEveryMs = 2_000
const well = { failingSince: null, failures: 0, mismatchedSince: null, mismatches: 0 } as const
const none: Health = { lastSuccessAt: null, ...well }
/** From so many on, somebody may want to know: see the secret state *wrong*. */
const worthLooking = 3

export function createEndpointHealth({ sql, onTurn, onFailure }: HealthOptions): EndpointHealth {
  const find = sql.prepare('SELECT * FROM endpoint_health WHERE token = ?')
  const save = sql.prepare('INSERT OR REPLACE INTO endpoint_health VALUES (?, ?, ?, ?, ?, ?)')
  const known = new Map<string, Health>()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const of = (token: string): Health => {
    const held = known.get(token)
    if (held) return held
    const row = find.get(token)
    const read = row
      ? {
          lastSuccessAt: textOrNull(row.last_success_at),
          failingSince: textOrNull(row.failing_since),
          failures: Number(row.failures),
          mismatchedSince: textOrNull(row.mismatched_since),
          mismatches: Number(row.mismatches),
        }
      : none
    known.set(token, read)
    return read
  }

  const set = (token: string, health: Health) => {
    known.set(token, health)
    changed.add(token)
    timer ??= setTimeout(write, writeEveryMs).unref()
  }

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    try {
      for (const token of changed) {
        const { lastSuccessAt, failingSince, failures, mismatchedSince, mismatches } = of(token)
        save.run(token, lastSuccessAt, failingSince, failures, mismatchedSince, mismatches)
      }
      changed.clear()
    } catch (error) {
      // The disk is full or busy: the next answer tries again.
      onFailure(error)
    }
  }

  return {
    of,
    answered({ token, status, at, isMismatch }) {
      const before = of(token)
      if (status >= 200 && status <= 299) {
        set(token, { lastSuccessAt: at, ...well })
        if (before.failingSince !== null || before.mismatches > 0) onTurn(token)
        return
      }
      const after = isMismatch
        ? {
            ...before,
            mismatchedSince: before.mismatchedSince ?? at,
            mismatches: before.mismatches + 1,
          }
        : { ...before, failingSince: before.failingSince ?? at, failures: before.failures + 1 }
      set(token, after)
      const count = isMismatch ? after.mismatches : after.failures
      if (count === 1 || count === worthLooking) onTurn(token)
    },
    restart: (token) => set(token, { ...of(token), ...well }),
    sweep() {
      write()
      try {
        sql.exec(
          "DELETE FROM endpoint_health WHERE token NOT IN (SELECT token FROM endpoint_journal WHERE state <> 'removed')",
        )
        known.clear()
      } catch (error) {
        onFailure(error)
      }
    },
    close: write,
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
