import type { SQLInputValue } from 'node:sqlite'
import type { Sql } from '#core/database/sql.ts'
import type { Send } from '#shared/receivers/model.ts'
import { passedOf, sendColumns, sendOf, sendsJoined } from './send-row.ts'

export interface SendQuery {
  readonly workspaceId: string
  readonly receiverId?: string | undefined
  readonly deliveryId?: number | undefined
  readonly jobId?: string | undefined
  readonly failed?: boolean | undefined
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

export interface SendPage {
  readonly sends: Send[]
  readonly hasMore: boolean
  readonly total: number
}

/**
 * Creates the query for pages of sends, newest first. The plus sign prevents SQLite from using the index by workspace, which
 * would read many more sends.
 */
export function createSendList(sql: Sql): (query: SendQuery) => SendPage {
  return ({ workspaceId, receiverId, deliveryId, jobId, failed, before, limit = 50 }) => {
    const conditions: string[] = []
    const values: SQLInputValue[] = []
    const where = (condition: string, ...of: readonly SQLInputValue[]) => {
      conditions.push(condition)
      values.push(...of)
    }
    if (receiverId !== undefined) where(`receiver_id = (${ofWorkspace})`, receiverId, workspaceId)
    else if (deliveryId === undefined && jobId === undefined) where('sends.workspace_id = ?', workspaceId)
    else where('+sends.workspace_id = ?', workspaceId)
    if (deliveryId !== undefined) where('delivery_id = ?', deliveryId)
    if (jobId !== undefined) where('job_id = ?', jobId)
    if (failed === true) where(`NOT (${passedOf('sends')})`)
    const total = sql
      .prepare(`SELECT count(*) AS n FROM sends WHERE ${conditions.join(' AND ')}`)
      .get(...values)?.n
    if (before !== undefined) where('sends.id < ?', before)
    const rows = sql
      .prepare(
        `SELECT ${sendColumns} ${sendsJoined} WHERE ${conditions.join(' AND ')} ORDER BY sends.id DESC LIMIT ${limit + 1}`,
      )
      .all(...values)
    return { sends: rows.slice(0, limit).map(sendOf), hasMore: rows.length > limit, total: Number(total) }
  }
}

const ofWorkspace = 'SELECT id FROM receivers WHERE id = ? AND workspace_id = ?'
