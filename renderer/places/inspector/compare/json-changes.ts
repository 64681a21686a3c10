import { tokensOf } from '#shared/json-text.ts'
import { structure as copy } from './copy.ts'

export type Json =
  | null
  | boolean
  | number
  | string
  | RawNumber
  | readonly Json[]
  | { readonly [key: string]: Json }

/** A number that JavaScript would round or format differently. `JSON.stringify` prints its original digits. */
interface RawNumber {
  readonly rawJSON: string
}
export type JsonPath = readonly (string | number)[]

export type JsonChange =
  | { readonly kind: 'added'; readonly path: JsonPath; readonly after: Json }
  | { readonly kind: 'removed'; readonly path: JsonPath; readonly before: Json }
  | { readonly kind: 'changed'; readonly path: JsonPath; readonly before: Json; readonly after: Json }

export interface JsonChanges {
  /** Changes that turn the first value into the second when applied in order. */
  readonly changes: readonly JsonChange[]
  /** Paths of objects that have the same keys in a different order. The order has no meaning in JSON. */
  readonly reordered: readonly JsonPath[]
}

const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON(text: string): RawNumber
  isRawJSON(value: unknown): value is RawNumber
}

export function parseExactly(text: string): Json {
  const exact = (_name: string, value: unknown, { source = '' }: { readonly source?: string } = {}) =>
    typeof value === 'number' && String(value) !== source ? rawJSON(source) : value
  return JSON.parse(text, exact) as Json
}

/**
 * Returns the differences between two JSON texts. Returns `null` if a text is missing or repeats a name, because parsing would
 * drop one of the repeated values.
 */
export function textChanges(before: string | null, after: string | null): JsonChanges | null {
  if (before === null || after === null || repeatsNames(before) || repeatsNames(after)) return null
  return jsonChanges(parseExactly(before), parseExactly(after))
}

function repeatsNames(text: string): boolean {
  const open: Set<string>[] = []
  const tokens = tokensOf(text)
  return tokens.some((part, at) => {
    if (part === '{' || part === '[') open.push(new Set())
    else if (part === '}' || part === ']') open.pop()
    else if (part.startsWith('"') && tokens[at + 1] === ':') {
      const name = String(JSON.parse(part))
      if (open.at(-1)?.has(name)) return true
      open.at(-1)?.add(name)
    }
    return false
  })
}

/** Returns the differences between two JSON values. Objects are compared by key, lists by index. */
export function jsonChanges(before: Json, after: Json): JsonChanges {
  const changes: JsonChange[] = []
  const reordered: JsonPath[] = []
  const compare = (one: Json, other: Json, path: JsonPath) => {
    if (Array.isArray(one) && Array.isArray(other)) return compareLists(one, other, path)
    if (isObject(one) && isObject(other)) return compareObjects(one, other, path)
    if (JSON.stringify(one) !== JSON.stringify(other))
      changes.push({ kind: 'changed', path, before: one, after: other })
  }
  const compareLists = (one: readonly Json[], other: readonly Json[], path: JsonPath) => {
    one.slice(0, other.length).forEach((value, index) => {
      const beside = other[index]
      if (beside !== undefined) compare(value, beside, [...path, index])
    })
    // Removes items from the end, so that the remaining indexes stay valid.
    for (let index = one.length - 1; index >= other.length; index -= 1) {
      changes.push({ kind: 'removed', path: [...path, index], before: one[index] ?? null })
    }
    other.slice(one.length).forEach((value, index) => {
      changes.push({ kind: 'added', path: [...path, one.length + index], after: value })
    })
  }
  const compareObjects = (one: JsonObject, other: JsonObject, path: JsonPath) => {
    const beside = new Map(Object.entries(other))
    const shared = Object.keys(one).filter((key) => beside.has(key))
    for (const [key, value] of Object.entries(one)) {
      const there = beside.get(key)
      if (there === undefined) changes.push({ kind: 'removed', path: [...path, key], before: value })
      else compare(value, there, [...path, key])
    }
    for (const [key, value] of beside) {
      if (!Object.hasOwn(one, key)) changes.push({ kind: 'added', path: [...path, key], after: value })
    }
    const there = Object.keys(other).filter((key) => Object.hasOwn(one, key))
    if (shared.some((key, place) => key !== there[place])) reordered.push(path)
  }
  compare(before, after, [])
  return { changes, reordered }
}

/** Formats a path, such as *changed_fields[2]*, *a.b* or *["odd key"]*. */
export function formatPath(path: JsonPath): string {
  if (path.length === 0) return copy.whole
  return path
    .map((step, place) => {
      if (typeof step === 'number') return `[${step}]`
      if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `[${JSON.stringify(step)}]`
      return place === 0 ? step : `.${step}`
    })
    .join('')
}

type JsonObject = { readonly [key: string]: Json }
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJSON(value)
