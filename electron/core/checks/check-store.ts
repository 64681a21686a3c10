import { z } from 'zod'
import type { Sql } from '#core/database/sql.ts'
import { isComparable } from '#shared/checks/compare.ts'
import type { UnfinishedCheck } from '#shared/checks/contract.ts'
import { CheckReport } from '#shared/checks/model.ts'

/** Each of another URL or secret: of those that can be compared, only the newest is of use. */
const mostEarlier = 5

/** The last report of each receiver, and what earlier ones found. Throws what SQLite throws. */
export function createCheckStore(sql: Sql) {
  const find = sql.prepare('SELECT last, before FROM receiver_checks WHERE receiver_id = ?')
  const put = sql.prepare(
    `INSERT INTO receiver_checks (receiver_id, last, before) SELECT id, ?, ? FROM receivers WHERE id = ?
     ON CONFLICT (receiver_id) DO UPDATE SET last = excluded.last, before = excluded.before`,
  )
  const findUnfinished = sql.prepare(
    'SELECT started_at AS startedAt, done, total FROM unfinished_checks WHERE receiver_id = ?',
  )
  const saveUnfinished = sql.prepare(
    `INSERT INTO unfinished_checks SELECT id, ?, ?, ? FROM receivers WHERE id = ?
     ON CONFLICT (receiver_id) DO UPDATE SET started_at = excluded.started_at, done = excluded.done, total = excluded.total`,
  )
  const dropUnfinished = sql.prepare('DELETE FROM unfinished_checks WHERE receiver_id = ?')
  const get = (
    receiverId: string,
  ): { readonly last: CheckReport | null; readonly earlier: readonly CheckReport[] } => {
    const row = find.get(receiverId)
    return { last: read(CheckReport, row?.last), earlier: read(z.array(CheckReport), row?.before) ?? [] }
  }
  return {
    /** `earlier`: newest first, each of another URL or secret, without their requests. */
    get,
    /** Does nothing for a receiver that was removed. */
    add(receiverId: string, report: CheckReport) {
      const { last, earlier } = get(receiverId)
      const rest = earlier.filter((one) => last === null || !isComparable(one, last))
      const stored = [...(last === null ? [] : [withoutRequests(last)]), ...rest].slice(0, mostEarlier)
      put.run(JSON.stringify(report), JSON.stringify(stored), receiverId)
    },
    /** A check that is under way, or that the end of the app interrupted. */
    unfinished(receiverId: string): UnfinishedCheck | null {
      const row = findUnfinished.get(receiverId)
      return row ? { startedAt: String(row.startedAt), done: Number(row.done), of: Number(row.total) } : null
    },
    /** One began, or got on. Does nothing for a receiver that was removed. */
    saveUnfinished: (receiverId: string, { startedAt, done, of }: UnfinishedCheck) =>
      void saveUnfinished.run(startedAt, done, of, receiverId),
    /** It ended. */
    dropUnfinished: (receiverId: string) => void dropUnfinished.run(receiverId),
  }
}

const withoutRequests = (report: CheckReport): CheckReport => ({
  ...report,
  results: report.results.map((result) => ({ ...result, exchanges: [] })),
})

/** One of another version is as good as none. */
function read<T>(schema: z.ZodType<T>, text: unknown): T | null {
  if (typeof text !== 'string') return null
  const found = schema.safeParse(JSON.parse(text))
  return found.success ? found.data : null
}
