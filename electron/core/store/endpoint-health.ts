import type { Sql } from './sql.ts'

/** What was answered on a path, folded into what the four days of section 3 need. ISO times. */
export interface Health {
  readonly lastSuccessAt: string | null
  /** The first failure since; `null` while all is well. */
  readonly failingSince: string | null
  readonly failures: number
}

/** Held in memory and written now and then: a crash costs seconds of it, and no delivery waits for it. */
export interface EndpointHealth {
  of(token: string): Health
  /** An answer went out. Resolves nothing and throws nothing. */
  answered(token: string, status: number, at: string): void
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
const none: Health = { lastSuccessAt: null, failingSince: null, failures: 0 }
/** From so many on, somebody may want to know: see the secret state *wrong*. */
const worthLooking = 3

export function createEndpointHealth({ sql, onTurn, onFailure }: HealthOptions): EndpointHealth {
  const find = sql.prepare('SELECT * FROM endpoint_health WHERE token = ?')
  const save = sql.prepare('INSERT OR REPLACE INTO endpoint_health VALUES (?, ?, ?, ?)')
  const known = new Map<string, Health>()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const of = (token: string): Health => {
    const held = known.get(token)
    if (held) return held
    const row = find.get(token)
    const read = row
      ? {
          lastSuccessAt: typeof row.last_success_at === 'string' ? row.last_success_at : null,
          failingSince: typeof row.failing_since === 'string' ? row.failing_since : null,
          failures: Number(row.failures),
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
        const { lastSuccessAt, failingSince, failures } = of(token)
        save.run(token, lastSuccessAt, failingSince, failures)
      }
      changed.clear()
    } catch (error) {
      // The disk is full or busy: the next answer tries again.
      onFailure(error)
    }
  }

  return {
    of,
    answered(token, status, at) {
      const before = of(token)
      const isSuccess = status >= 200 && status <= 299
      if (isSuccess) set(token, { lastSuccessAt: at, failingSince: null, failures: 0 })
      else set(token, { ...before, failingSince: before.failingSince ?? at, failures: before.failures + 1 })
      const turned = isSuccess ? before.failingSince !== null : before.failures === 0
      if (turned || (!isSuccess && before.failures + 1 === worthLooking)) onTurn(token)
    },
    restart: (token) => set(token, { ...of(token), failingSince: null, failures: 0 }),
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
