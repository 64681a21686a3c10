import type { SQLOutputValue } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Sql } from '#core/database/sql.ts'
import type { Compared, StaleCandidates } from './stale-candidates.ts'

export interface CompareAllSizes {
  readonly slice: number
  readonly few: number
  readonly mostOdd: number
}

const atOnce = 5_000
const chunk = 500
const noNumber = -1

const usualSizes: CompareAllSizes = { slice: 1_000, few: 5_000, mostOdd: 0.2 }

/**
 * Compares all notes of a workspace with the events of its endpoints. This happens once, and again whenever the rules of the
 * comparison change. For each note, SQLite counts the endpoints that received a recent event. If all of them did, the note is up
 * to date and its events don't have to be read, which takes a sixth of the time.
 */
export function createFullComparison(options: {
  readonly sql: Sql
  readonly workspaceId: string
  readonly sortKeyAt: (ms: number) => number
  readonly sizes?: CompareAllSizes
}) {
  const { sql, workspaceId, sortKeyAt, sizes = usualSizes } = options
  // The plus sign prevents SQLite from using the index by workspace, which doesn't support ranges of sort keys.
  const since = (columns: string) =>
    `SELECT ${columns} FROM indexed_notes WHERE sort_key >= ? AND +workspace_id = ? ORDER BY sort_key`
  const isMore = sql.prepare(`${since('1')} LIMIT 1 OFFSET ${sizes.few}`)
  const changed = sql.prepare(since('id'))
  const numbers = sql.prepare(
    'SELECT endpoint_id AS id, number FROM newest_events_endpoints WHERE workspace_id = ?',
  )
  const lastOfSlice = sql.prepare(
    `SELECT id FROM indexed_notes WHERE workspace_id = ? AND id > ? ORDER BY id LIMIT 1 OFFSET ${sizes.slice - 1}`,
  )
  const lastOfAll = sql.prepare('SELECT max(id) AS id FROM indexed_notes WHERE workspace_id = ? AND id > ?')
  const endOfSlice = (after: string) =>
    (lastOfSlice.get(workspaceId, after) ?? lastOfAll.get(workspaceId, after))?.id ?? null

  const readsOf = (compared: readonly Compared[], endpoints: readonly number[]) => {
    // The sort key contains the time of the last change in seconds. See `sort_key` in the schema.
    const changedBefore = '((sort_key >> 20) + 1) * 1000'
    const ofThese = `endpoint IN (${endpoints.join(', ')})`
    const base = Math.floor(Math.min(...compared.map((one) => one.base)))
    const slackMs = Math.floor(Math.min(...compared.map((one) => one.slackMs)))
    const changed = `SELECT id, ${changedBefore} FROM indexed_notes AS note
      WHERE workspace_id = ? AND id > ? AND id <= ? AND ${changedBefore} > ${base}`
    const recent = `SELECT count(*) FROM newest_events WHERE note_id = note.id AND occurred_at + ${slackMs} >= ${changedBefore}`
    const counted = `CASE WHEN EXISTS (SELECT 1 FROM newest_events_endpoints WHERE number NOT IN (${endpoints.join(', ')}))
      THEN (${recent} AND ${ofThese}) ELSE (${recent}) END`
    const reads = {
      notes: sql.prepare(`${changed} ORDER BY id`),
      oddNotes: sql.prepare(`${changed} AND ${counted} < ${endpoints.length} ORDER BY id`),
      events: sql.prepare(
        `SELECT note_id, endpoint, occurred_at FROM newest_events
         WHERE note_id IN (SELECT value FROM json_each(?)) AND ${ofThese} ORDER BY note_id`,
      ),
    }
    // Reads rows as arrays, which takes half as long as reading objects.
    for (const statement of Object.values(reads)) statement.setReturnArrays(true)
    return reads
  }

  return {
    /** Compares in slices, so that the listener can respond to deliveries in between. */
    async run(comparisons: readonly (readonly [StaleCandidates, Compared])[], signal: AbortSignal) {
      let read = 0
      const rest = async (rows: number) => {
        read += rows
        if (read < atOnce) return
        read = 0
        await yieldToEventLoop()
        signal.throwIfAborted()
      }
      const compareSome = async (
        ids: readonly string[],
        [candidates, compared]: readonly [StaleCandidates, Compared],
      ) => {
        for (let at = 0; at < ids.length; at += chunk) {
          const some = ids.slice(at, at + chunk)
          candidates.compare(some, compared)
          await rest(some.length)
        }
      }
      const many: (readonly [StaleCandidates, Compared])[] = []
      for (const one of comparisons) {
        const [candidates, { base }] = one
        candidates.clear()
        const from = sortKeyAt(base)
        if (isMore.get(from, workspaceId)) many.push(one)
        else
          await compareSome(
            changed.all(from, workspaceId).map(({ id }) => String(id)),
            one,
          )
      }
      if (many.length === 0) return
      const all = many.map(([, compared]) => compared)
      const known = new Map(numbers.all(workspaceId).map(({ id, number }) => [String(id), Number(number)]))
      const endpoints = all.map(({ endpoint }) => known.get(endpoint.id) ?? noNumber)
      const reads = readsOf(all, endpoints)
      let isEachRead = false
      for (let after = ''; ; ) {
        const end = endOfSlice(after)
        if (end === null) return
        const last = String(end)
        const odd: readonly Row[] = (isEachRead ? reads.notes : reads.oddNotes).all(workspaceId, after, last)
        const events = odd.length === 0 ? [] : reads.events.all(JSON.stringify(odd.map(idIn)))
        const missing = missingOf(odd, events, all, endpoints)
        await rest(atOnce)
        for (const [at, one] of many.entries()) await compareSome(missing.staleIds[at] ?? [], one)
        isEachRead = (isEachRead ? missing.notes : odd.length) > sizes.slice * sizes.mostOdd
        after = last
      }
    },
  }
}

type Row = Readonly<Record<number, SQLOutputValue>>

const idIn = (row: Row | undefined) => String(row?.[0])
const numberIn = (row: Row, at: number) => Number(row[at])

/**
 * Finds the notes that each endpoint may have missed, and counts the notes that any endpoint missed. `notes` and `events` must be
 * sorted by note id.
 */
function missingOf(
  notes: readonly Row[],
  events: readonly Row[],
  all: readonly Compared[],
  endpoints: readonly number[],
): { readonly staleIds: readonly (readonly string[])[]; readonly notes: number } {
  const staleIds = all.map((): string[] => [])
  const heard = all.map(() => Number.NaN)
  const places = new Map(endpoints.map((endpoint, at) => [endpoint, at]))
  let count = 0
  let next = 0
  for (const note of notes) {
    const id = idIn(note)
    const changedBefore = numberIn(note, 1)
    heard.fill(Number.NEGATIVE_INFINITY)
    for (let event = events[next]; event && idIn(event) <= id; event = events[++next]) {
      const at = places.get(numberIn(event, 1))
      if (at !== undefined && idIn(event) === id) heard[at] = numberIn(event, 2)
    }
    let isMissing = false
    for (const [at, { base, slackMs }] of all.entries()) {
      if (changedBefore <= base || changedBefore <= (heard[at] ?? 0) + slackMs) continue
      staleIds[at]?.push(id)
      isMissing = true
    }
    if (isMissing) count += 1
  }
  return { staleIds, notes: count }
}
