import type { Sql } from '#core/database/sql.ts'
import { dayBounds } from '#core/service-api/notes/date-bounds.ts'
import { AppError } from '#shared/errors.ts'
import type { NoteListItem } from '#shared/notes/model.ts'
import type { NoteOrder } from '#shared/notes/order.ts'
import { wordsOf } from '#shared/notes/words.ts'
import type { InputOf } from '#shared/rpc/contract.ts'
import { noteOf } from './note-row.ts'

export interface Listed {
  readonly notes: NoteListItem[]
  readonly next: string | null
  readonly total: number | null
}

export const usualOrder: NoteOrder = { by: 'updated', descending: true }

/**
 * Lists the index's notes in a given order, page by page. Every order has a database index, so a page takes the same time at any
 * position. With a filter, this index is scanned until the page is full.
 */
export function createListing(sql: Sql): (workspaceId: string) => (query: InputOf<'notes.list'>) => Listed {
  const prepared = new Map<string, ReturnType<Sql['prepare']>>()
  const statement = (text: string) => {
    const known = prepared.get(text) ?? sql.prepare(text)
    prepared.set(text, known)
    return known
  }

  return (workspaceId) =>
    ({ order = usualOrder, limit = 200, after, ...filter }) => {
      const { conditions, values } = conditionsOf(filter)
      const all = { workspace: workspaceId, ...values }
      const key = keys[order.by]
      const [than, way] = order.descending ? ['<', 'DESC'] : ['>', 'ASC']
      const from = after === undefined ? null : readCursor(after, order.by)
      const rows = statement(`
        SELECT *, ${key} AS order_key FROM indexed_notes WHERE workspace_id = :workspace ${conditions}
        ${from === null ? '' : `AND (${key}, sort_key) ${than} (:key, :sortKey)`}
        ORDER BY ${key} ${way}, sort_key ${way} LIMIT :limit`).all({ ...all, ...from, limit: limit + 1 })
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        notes: rows.slice(0, limit).map(noteOf),
        next: last ? JSON.stringify([last.order_key, last.sort_key]) : null,
        total: from === null ? count(all, conditions) : null,
      }
    }

  function count(values: Record<string, string | number>, conditions: string): number {
    const text = `SELECT count(*) AS n FROM indexed_notes WHERE workspace_id = :workspace ${conditions}`
    return Number(statement(text).get(values)?.n)
  }
}

/** These expressions must equal those of the database indexes, or SQLite does not use the indexes. */
const keys: Readonly<Record<NoteOrder['by'], string>> = {
  title: 'title_key',
  owner: 'owner_key',
  created: 'coalesce(created_ms, -9e15)',
  updated: 'coalesce(updated_ms, -9e15)',
}

/** Returns the SQL conditions for a filter. User input is bound, never part of the SQL. */
function conditionsOf(filter: Omit<InputOf<'notes.list'>, 'order' | 'limit' | 'after'>) {
  const values: Record<string, string | number> = {}
  const conditions: string[] = []
  const add = (name: string, value: string | number | null, condition: string) => {
    if (value === null) return
    values[name] = value
    conditions.push(`AND ${condition}`)
  }
  const { createdFrom, createdUntil, updatedFrom } = dayBounds(filter)
  add('folder', filter.folderId ?? null, filter.direct ? isDirectlyInFolder : isInFolder)
  add('createdFrom', createdFrom, '(created_ms IS NULL OR created_ms >= :createdFrom)')
  add('createdUntil', createdUntil, '(created_ms IS NULL OR created_ms < :createdUntil)')
  add('updatedFrom', updatedFrom, '(updated_ms IS NULL OR updated_ms >= :updatedFrom)')
  for (const [at, word] of wordsOf(filter.title).entries())
    add(`title${at}`, word, `instr(title_key, :title${at}) > 0`)
  for (const [at, word] of wordsOf(filter.owner).entries())
    add(`owner${at}`, word, `instr(owner_key, :owner${at}) > 0`)
  return { conditions: conditions.join(' '), values }
}

/** The notes of a folder and its subfolders. `UNION` prevents endless loops if the parents form a cycle. */
const isInFolder = `id IN (
  WITH RECURSIVE below (id) AS (
    VALUES (:folder)
    UNION SELECT f.id FROM indexed_folders AS f JOIN below ON f.parent_id = below.id WHERE f.workspace_id = :workspace
  )
  SELECT note_id FROM note_folders WHERE workspace_id = :workspace AND folder_id IN (
    SELECT f.id FROM below JOIN indexed_folders AS f ON f.workspace_id = :workspace AND f.id = below.id
    WHERE f.work IS NOT 'gone'
  )
)`

const isDirectlyInFolder = `id IN (
  SELECT note_id FROM note_folders WHERE workspace_id = :workspace AND folder_id = (
    SELECT id FROM indexed_folders WHERE workspace_id = :workspace AND id = :folder AND work IS NOT 'gone'
  )
)`

function readCursor(
  text: string,
  by: NoteOrder['by'],
): { readonly key: string | number; readonly sortKey: number } {
  try {
    const [key, sortKey] = JSON.parse(text) as unknown[]
    const isKey = by === 'title' || by === 'owner' ? typeof key === 'string' : Number.isSafeInteger(key)
    if (isKey && Number.isSafeInteger(sortKey))
      return { key: key as string | number, sortKey: Number(sortKey) }
  } catch {}
  throw new AppError('invalid-input', 'Invalid cursor.')
}
