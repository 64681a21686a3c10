import type { Sql } from '#core/database/sql.ts'
import type { Phrase } from '#shared/deliveries/body-words.ts'
import type { Choice, DeliveryFilter, Numbers } from '#shared/deliveries/filter/filter.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { summary, summaryColumns } from '../delivery-from-row.ts'
import { createWordsThrough } from './delivery-words.ts'
import {
  annotationConditions,
  type Condition,
  choices,
  condition,
  failedSends,
  joined,
  numbers,
  sendConditions,
} from './sql-conditions.ts'

export interface DeliveryQuery {
  readonly before?: number | undefined
  readonly limit?: number | undefined
  /** `null` finds deliveries on paths without a workspace. */
  readonly workspaceId?: string | null | undefined
  readonly endpointId?: string | undefined
  readonly noteId?: string | undefined
  readonly filter?: DeliveryFilter | undefined
  readonly ids?: readonly number[] | undefined
}

export interface DeliveryPage {
  readonly deliveries: DeliverySummary[]
  readonly hasMore: boolean
  /** The lowest id that was scanned, if the scan stopped before the page was full. */
  readonly reached?: number
}

interface Search extends DeliveryQuery {
  readonly filter: DeliveryFilter
  readonly workspaceId: string | null
  readonly through: number
  /** Query for the full-text index, or `null` if the index can't be used. */
  readonly match: string | null
}

/** Maximum number of rows to scan per call, because the listener can't respond until the call returns. */
const rowsAGo = 10_000
/** Maximum number of rows to scan per call in searches that read bodies. */
const bodiesAGo = 500

/** A scan along an index. Each row must also match the conditions in `rest`. */
interface Walk {
  readonly along: string
  readonly id: string
  readonly where: readonly Condition[]
  readonly rest: readonly Condition[]
  readonly from: number
  readonly rows: number
}

interface Stretch {
  readonly from: string
  readonly conditions: readonly Condition[]
  readonly reached: number | null
}

/**
 * Scans the deliveries that match a filter, newest first, along the most selective index. Each call reads a limited number of
 * rows, so that incoming deliveries don't wait.
 */
export function createStretches(sql: Sql) {
  const through = createWordsThrough(sql)
  const terms = createDeliveryTerms(sql)
  const firstIdSince = sql.prepare(
    'SELECT min(first_id) AS id FROM delivery_minutes WHERE workspace_id = ? AND minute >= ?',
  )
  const lastIdUntil = sql.prepare(
    'SELECT max(last_id) AS id FROM delivery_minutes WHERE workspace_id = ? AND minute <= ?',
  )

  const stretch = ({ along, id, where, rest, from, rows }: Walk, before: number): Stretch => {
    const within = [...where, condition(`${id} < ?`, before), condition(`${id} >= ?`, from)]
    const ids = (end: string) =>
      all(sql, joined(`SELECT ${id} AS id FROM ${along} WHERE`, within, `ORDER BY ${id} DESC ${end}`)).map(
        (row) => Number(row.id),
      )
    if (along.startsWith('deliveries')) {
      const [floor] = ids(`LIMIT 1 OFFSET ${rows - 1}`)
      const conditions = [...within.slice(0, -1), condition(`${id} >= ?`, floor ?? from), ...rest]
      return { from: along, conditions, reached: floor ?? null }
    }
    // Runs the query once, because FTS5 would run it again for each use of its result.
    const found = ids(`LIMIT ${rows}`)
    const reached = found.length < rows ? null : (found.at(-1) ?? null)
    return { from: 'deliveries', conditions: [among(found), ...rest], reached }
  }

  return function* (query: DeliveryQuery, filter: DeliveryFilter): Generator<Stretch> {
    const { before: start = Number.MAX_SAFE_INTEGER, workspaceId = null } = query
    const of = workspaceId ?? ''
    const first = filter.from === null ? 0 : Number(firstIdSince.get(of, minute(filter.from))?.id ?? start)
    const until = filter.to === null ? null : Number(lastIdUntil.get(of, minute(filter.to))?.id ?? -1)
    let before = until === null ? start : Math.min(start, until + 1)
    const words = { through: through(), match: terms.match(filter.phrases) }
    for (const walk of walksFor({ ...query, ...words, filter, workspaceId }, first)) {
      for (let reached: number | null = before; reached !== null; ) {
        const next = stretch(walk, reached)
        yield next
        reached = next.reached
      }
      before = Math.min(before, walk.from)
    }
  }
}

export function createDeliverySearch(sql: Sql) {
  const stretches = createStretches(sql)
  return {
    find(query: DeliveryQuery, filter: DeliveryFilter): DeliveryPage {
      const { limit = 50 } = query
      const deliveries: DeliverySummary[] = []
      for (const { from, conditions, reached } of stretches(query, filter)) {
        const text = joined(
          `SELECT ${summaryColumns} FROM ${from} WHERE`,
          conditions,
          `ORDER BY deliveries.id DESC LIMIT ${limit + 1 - deliveries.length}`,
        )
        deliveries.push(...all(sql, text).map(summary))
        if (deliveries.length > limit) return { deliveries: deliveries.slice(0, limit), hasMore: true }
        if (reached !== null) return { deliveries, hasMore: true, reached }
      }
      return { deliveries, hasMore: false }
    },
  }
}

const all = (sql: Sql, { sql: text, values }: Condition) => sql.prepare(text).all(...values)

const among = (ids: readonly number[]) =>
  condition('deliveries.id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))

const minute = (ms: number) => new Date(clamped(ms)).toISOString().slice(0, 16)
const clamped = (ms: number) => Math.min(Math.max(ms, Date.UTC(1000, 0)), Date.UTC(9999, 11, 31))

/** Chooses the indexes to scan, and the remaining conditions for their rows. */
function walksFor(search: Search, from: number): readonly Walk[] {
  const { filter, workspaceId, through, match, ids } = search
  const rest = restOf(search)
  const judgesBodies = filter.phrases.length + filter.noPhrases.length > 0
  const rows = judgesBodies ? bodiesAGo : rowsAGo
  const { index, where } = narrowest(search)
  const mine = condition('deliveries.workspace_id IS ?', workspaceId)
  if (ids !== undefined) {
    return [
      { along: 'deliveries', id: 'deliveries.id', where: [mine, among(ids)], rest, from, rows: rowsAGo },
    ]
  }
  if (filter.annotations.any.length + filter.remarks.length > 0) {
    const byMark = { along: 'delivery_annotations', id: 'delivery_annotations.delivery_id', where: [] }
    return [{ ...byMark, rest: [mine, ...rest], from, rows }]
  }
  if (filter.sent.any.length > 0 && filter.sent.any.every((outcome) => outcome === 'failed')) {
    const where = [condition('sends.workspace_id = ?', workspaceId), ...failedSends.where]
    return [{ ...failedSends, where, rest: [mine, ...rest], from, rows }]
  }
  const plain = {
    along: `deliveries INDEXED BY ${index}`,
    id: 'deliveries.id',
    where: [mine, ...where],
    rest,
    rows,
  }
  if (match === null || index === 'deliveries_by_note') return [{ ...plain, from }]
  const byWords = {
    along: 'delivery_words',
    id: 'delivery_words.rowid',
    where: [condition('delivery_words MATCH ?', match)],
    rest: [mine, ...where, ...rest],
    rows,
  }
  return [
    { ...plain, from: Math.max(from, through + 1) },
    { ...byWords, from },
  ]
}

function narrowest({ filter, endpointId, noteId }: Search): { index: string; where: readonly Condition[] } {
  const only = ({ any }: Choice) => (any.length === 1 ? any[0] : undefined)
  const note = noteId ?? only(filter.notes)
  if (note !== undefined) return { index: 'deliveries_by_note', where: [condition('note_id = ?', note)] }
  if (lacks(filter.verdicts, 'verified')) {
    return { index: 'deliveries_unverified', where: [condition('verified = 0')] }
  }
  if (filter.attempts.all.some(([from]) => from > 1)) {
    return { index: 'deliveries_tried_again', where: [condition('attempts > 1')] }
  }
  if (isOutside(filter.status, 200, 299)) {
    return { index: 'deliveries_not_accepted', where: [condition('(status < 200 OR status > 299)')] }
  }
  const endpoint = endpointId ?? only(filter.endpoints)
  if (endpoint !== undefined) {
    return { index: 'deliveries_by_workspace_endpoint', where: [condition('endpoint_id = ?', endpoint)] }
  }
  const type = only(filter.types)
  if (type !== undefined) return { index: 'deliveries_by_type', where: [condition('event_type = ?', type)] }
  return { index: 'deliveries_by_workspace', where: [] }
}

const lacks = ({ any, none }: Choice, value: string) =>
  none.includes(value) || (any.length > 0 && !any.includes(value))

function isOutside({ any, all, none }: Numbers, from: number, to: number): boolean {
  const apart = ([a, b]: readonly [number, number]) => b < from || a > to
  return (
    (any.length > 0 && any.every(apart)) || all.some(apart) || none.some(([a, b]) => a <= from && b >= to)
  )
}

function restOf({ filter, endpointId, noteId }: Search): readonly Condition[] {
  return [
    ...choices('event_type', filter.types),
    ...choices('verdict', filter.verdicts),
    ...choices('endpoint_id', filter.endpoints),
    ...choices('note_id', filter.notes),
    ...annotationConditions(filter),
    ...sendConditions(filter),
    ...numbers('status', filter.status),
    ...numbers('attempts', filter.attempts),
    ...numbers('lag_ms(occurred_at, first_received_at)', filter.lag),
    ...(filter.from === null ? [] : [condition('first_received_at >= ?', iso(filter.from))]),
    ...(filter.to === null ? [] : [condition('first_received_at < ?', iso(filter.to))]),
    ...(endpointId === undefined ? [] : [condition('endpoint_id = ?', endpointId)]),
    ...(noteId === undefined ? [] : [condition('note_id = ?', noteId)]),
    ...filter.phrases.map((phrase) => condition('holds_phrase(deliveries.body, ?)', JSON.stringify(phrase))),
    ...filter.noPhrases.map((phrase) =>
      condition('NOT holds_phrase(deliveries.body, ?)', JSON.stringify(phrase)),
    ),
  ]
}

const iso = (ms: number) => new Date(clamped(ms)).toISOString()

/** Length of the longest prefixes that the full-text index stores (`prefix` in the database schema). */
const indexedLength = 3
const mostEndings = 32

/**
 * Builds queries for the full-text index. They find every delivery that matches, and possibly others. For a long prefix, FTS5
 * collects all deliveries before it returns the first, which takes 40 ms for a word in a million deliveries. For whole words and
 * indexed prefixes, it returns the newest at once. Long prefixes are therefore replaced by the words that begin with them.
 */
function createDeliveryTerms(sql: Sql) {
  sql.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.delivery_terms
    USING fts5vocab('main', 'delivery_words', 'instance')`)
  const firstFrom = sql.prepare('SELECT term FROM temp.delivery_terms WHERE term >= ? LIMIT 1')

  const wordsFrom = (start: string): readonly string[] | null => {
    const words: string[] = []
    // Continues after the last word. A word followed by 0 sorts directly after the word itself, because 0 sorts before all other
    // letters and digits.
    for (let from = start; ; from = `${words.at(-1)}0`) {
      const term = firstFrom.get(from)?.term
      if (typeof term !== 'string' || !term.startsWith(start)) return words
      if (words.push(term) > mostEndings) return null
    }
  }

  const expressionOf = (phrase: Phrase): string => {
    const start = phrase.slice(0, -1)
    const last = phrase.at(-1) ?? ''
    const endings = last.length > indexedLength ? wordsFrom(last) : null
    if (endings === null) return quoted([...start, last.slice(0, indexedLength)], ' *')
    // No delivery contains a word with this prefix, and a query for the prefix as a whole word finds nothing.
    if (endings.length === 0) return quoted(phrase)
    return `(${endings.map((word) => quoted([...start, word])).join(' OR ')})`
  }

  return {
    /** Returns an FTS5 expression, or `null` for a single letter and for characters that FTS5 may split differently. */
    match(phrases: readonly Phrase[]): string | null {
      const askable = phrases.filter((phrase) => phrase.every(isPlain) && (phrase.at(-1)?.length ?? 0) > 1)
      return askable.length === 0 ? null : askable.map(expressionOf).join(' AND ')
    },
  }
}

const isPlain = (word: string) => /^[a-z0-9]+$/.test(word)
const quoted = (phrase: Phrase, end = '') => `"${phrase.join(' ')}"${end}`
