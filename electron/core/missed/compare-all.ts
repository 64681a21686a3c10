import type { SQLOutputValue } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Sql } from '#core/database/sql.ts'
import type { Compared, Pairs } from './pairs.ts'

/** Compares all notes of a workspace with what came for endpoints, for the first time or because other notes count. */
export interface CompareAll {
  /** In slices, so that deliveries that arrive are answered meanwhile. Rejects with the signal's reason. */
  run(of: readonly (readonly [Pairs, Compared])[], signal: AbortSignal): Promise<void>
}

export interface CompareAllOptions {
  readonly sql: Sql
  readonly workspaceId: string
  readonly sortKeyAt: (ms: number) => number
}

/** Notes of a slice. */
const slice = 1_000
/** Events between two breaks: a few milliseconds. */
const atOnce = 5_000
/** Up to so many notes are looked up one by one. */
const few = 5_000

/**
 * Notes and events are both read in the order of note ids, side by side: a third of the time that a look-up of each note costs. All
 * endpoints go through the notes together. What is surely up to date, to the second, is passed over.
 */
export function createCompareAll({ sql, workspaceId, sortKeyAt }: CompareAllOptions): CompareAll {
  // With a plus, the index of workspaces is not used: it has no range of sort keys.
  const since = (columns: string) =>
    `SELECT ${columns} FROM indexed_notes WHERE sort_key >= ? AND +workspace_id = ? ORDER BY sort_key`
  const isMore = sql.prepare(`${since('1')} LIMIT 1 OFFSET ${few}`)
  const changed = sql.prepare(since('id'))
  // Its sort key has the second of the last change: see `sort_key` in the schema.
  const notes = sql.prepare(
    `SELECT id, ((sort_key >> 20) + 1) * 1000 FROM indexed_notes WHERE workspace_id = ? AND id > ?
     ORDER BY id LIMIT ${slice}`,
  )
  const events = sql.prepare(
    `SELECT note_id, occurred_at FROM newest_events
     WHERE workspace_id = ? AND endpoint_id = ? AND note_id > ? AND note_id <= ? ORDER BY note_id`,
  )
  // Half the time of objects.
  for (const statement of [notes, events]) statement.setReturnArrays(true)

  return {
    async run(of, signal) {
      let read = 0
      const rest = async (rows: number) => {
        read += rows
        if (read < atOnce) return
        read = 0
        await yieldToEventLoop()
        signal.throwIfAborted()
      }
      const many: (readonly [Pairs, Compared])[] = []
      for (const [pairs, compared] of of) {
        pairs.clear()
        const from = sortKeyAt(compared.base)
        if (isMore.get(from, workspaceId)) {
          many.push([pairs, compared])
          continue
        }
        const ids = changed.all(from, workspaceId).map(({ id }) => String(id))
        for (const some of chunks(ids)) {
          pairs.compare(some, compared)
          await rest(some.length)
        }
      }
      if (many.length === 0) return
      for (let after = ''; ; ) {
        const found = notes.all(workspaceId, after)
        if (found.length === 0) return
        const last = idIn(found.at(-1))
        for (const [pairs, compared] of many) {
          const heard = events.all(workspaceId, compared.endpoint.id, after, last)
          for (const some of chunks(mayBeMissing(found, heard, compared))) pairs.compare(some, compared)
          await rest(found.length + heard.length)
        }
        after = last
      }
    },
  }
}

/** An id, and a time in milliseconds since 1970. */
type Row = Readonly<Record<number, SQLOutputValue>>

const idIn = (row: Row | undefined) => String(row?.[0])
const msIn = (row: Row) => Number(row[1])

/** Both are in the order of their ids. */
function mayBeMissing(notes: readonly Row[], events: readonly Row[], { base, slackMs }: Compared): string[] {
  const missing: string[] = []
  let next = 0
  let event = events[0]
  let heardOf = idIn(event)
  for (const note of notes) {
    const id = idIn(note)
    // Of notes that the index has not, or no longer.
    while (event && heardOf < id) {
      event = events[++next]
      heardOf = idIn(event)
    }
    const changedBefore = msIn(note)
    if (changedBefore <= base) continue
    if (!event || heardOf !== id || changedBefore > msIn(event) + slackMs) missing.push(id)
  }
  return missing
}

function* chunks(ids: readonly string[]) {
  for (let at = 0; at < ids.length; at += 500) yield ids.slice(at, at + 500)
}
