import type { SQLInputValue } from 'node:sqlite'
import type { Choice, DeliveryFilter, Numbers } from '#shared/deliveries/filter/filter.ts'
import { isRemarked, isStarred } from '../annotations.ts'

export interface Condition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

export function condition(text: string, ...values: readonly SQLInputValue[]): Condition {
  return { sql: text, values }
}

export function joined(start: string, conditions: readonly Condition[], end: string): Condition {
  return {
    sql: `${start} ${conditions.map(({ sql }) => sql).join(' AND ')} ${end}`,
    values: conditions.flatMap(({ values }) => values),
  }
}

export function choices(column: string, { any, none }: Choice): Condition[] {
  const list = 'SELECT value FROM json_each(?)'
  return [
    ...(any.length === 0 ? [] : [condition(`${column} IN (${list})`, JSON.stringify(any))]),
    ...(none.length === 0
      ? []
      : [condition(`(${column} IS NULL OR ${column} NOT IN (${list}))`, JSON.stringify(none))]),
  ]
}

export function numbers(value: string, { any, all, none }: Numbers): Condition[] {
  const between = `coalesce(${value} BETWEEN ? AND ?, 0)`
  return [
    ...(any.length === 0 ? [] : [condition(`(${any.map(() => between).join(' OR ')})`, ...any.flat())]),
    ...all.map((range) => condition(between, ...range)),
    ...none.map((range) => condition(`NOT ${between}`, ...range)),
  ]
}

/** SQL condition for failed sends. It must repeat the condition of the index `sends_failed`, or SQLite won't use that index. */
const hasFailed =
  "(status IS NULL OR status NOT BETWEEN 200 AND 299 OR problem IS NOT NULL) AND problem IS NOT 'stopped'"

export const failedSends = {
  along: 'sends INDEXED BY sends_failed',
  id: 'sends.delivery_id',
  where: [condition(`sends.delivery_id IS NOT NULL AND ${hasFailed}`)],
}

/** SQL conditions for the result of the last send to each receiver. */
export function sendConditions({ sent }: DeliveryFilter): Condition[] {
  const is = (outcome: string) => {
    const judged = outcome === 'failed' ? hasFailed : 'status BETWEEN 200 AND 299 AND problem IS NULL'
    return `EXISTS (SELECT 1 FROM sends WHERE delivery_id = deliveries.id AND mode <> 'edited' AND ${judged} AND NOT EXISTS (
      SELECT 1 FROM sends AS later WHERE later.delivery_id = deliveries.id AND later.receiver_id = sends.receiver_id
        AND later.id > sends.id AND later.mode <> 'edited' AND later.problem IS NOT 'stopped'))`
  }
  return [
    ...(sent.any.length === 0 ? [] : [condition(`(${sent.any.map(is).join(' OR ')})`)]),
    ...sent.none.map((outcome) => condition(`NOT ${is(outcome)}`)),
  ]
}

export function annotationConditions({ annotations, remarks, noRemarks }: DeliveryFilter): Condition[] {
  const is = (kind: string) => (kind === 'starred' ? isStarred : isRemarked)
  const holds =
    'coalesce((SELECT holds_phrase(note, ?) FROM delivery_annotations WHERE delivery_id = deliveries.id), 0)'
  return [
    ...(annotations.any.length === 0 ? [] : [condition(`(${annotations.any.map(is).join(' OR ')})`)]),
    ...annotations.none.map((kind) => condition(`NOT ${is(kind)}`)),
    ...remarks.map((phrase) => condition(holds, JSON.stringify(phrase))),
    ...noRemarks.map((phrase) => condition(`NOT ${holds}`, JSON.stringify(phrase))),
  ]
}
