import { z } from 'zod'
import type { Sql } from '#core/database/sql.ts'
import { isComparable } from '#shared/checks/compare.ts'
import { CheckReport } from '#shared/checks/model.ts'

/** Maximum number of earlier reports, each for another URL or secret. Of comparable reports only the newest is useful. */
const mostEarlier = 5

/** Stores the last report of each receiver, and earlier reports. Throws SQLite errors. */
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
    /** Returns the stored reports. `earlier`: newest first, each for another URL or secret, without requests. */
    get,
    /** Stores the last report. Does nothing for a removed receiver. */
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

/** Parses stored JSON; `null` if another version of the app stored it in another form. */
function read<T>(schema: z.ZodType<T>, text: unknown): T | null {
  if (typeof text !== 'string') return null
  const found = schema.safeParse(JSON.parse(text))
  return found.success ? found.data : null
}
