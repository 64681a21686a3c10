import { z } from 'zod'
import type { Sql } from '#core/database/sql.ts'
import { isComparable } from '#shared/checks/compare.ts'
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
