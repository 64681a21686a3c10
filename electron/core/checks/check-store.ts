import type { Sql } from '#core/database/sql.ts'
import { CheckReport } from '#shared/checks/model.ts'

/** The last two reports of each receiver. Throws what SQLite throws. */
export interface CheckStore {
  get(receiverId: string): { readonly last: CheckReport | null; readonly before: CheckReport | null }
  /** Adds one; the one before the last is dropped. Does nothing for a receiver that was removed. */
  add(receiverId: string, report: CheckReport): void
}

export function createCheckStore(sql: Sql): CheckStore {
  const find = sql.prepare('SELECT last, before FROM receiver_checks WHERE receiver_id = ?')
  const add = sql.prepare(
    `INSERT INTO receiver_checks (receiver_id, last) SELECT id, ? FROM receivers WHERE id = ?
     ON CONFLICT (receiver_id) DO UPDATE SET before = last, last = excluded.last`,
  )
  return {
    get(receiverId) {
      const row = find.get(receiverId)
      return { last: reportIn(row?.last), before: reportIn(row?.before) }
    },
    add: (receiverId, report) => void add.run(JSON.stringify(report), receiverId),
  }
}

/** One of another version is as good as none. */
function reportIn(text: unknown): CheckReport | null {
  if (typeof text !== 'string') return null
  const read = CheckReport.safeParse(JSON.parse(text))
  return read.success ? read.data : null
}
