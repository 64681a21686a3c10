import type { SQLInputValue } from 'node:sqlite'
import type { Choice, DeliveryFilter, Numbers } from '#shared/deliveries/filter/filter.ts'
import { isRemarked, isStarred } from '../annotations.ts'

/** A piece of SQL with what belongs in its question marks. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

export function condition(text: string, ...values: readonly SQLInputValue[]): Condition {
  return { sql: text, values }
}

/** One statement of its parts. */
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

/** Of a row of `deliveries`: its annotations. */
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
