import { type Phrase, wordsOf } from './body-words.ts'
import { Verdict } from './delivery.ts'
import { eventTypes } from './note-event.ts'

/** What a list of deliveries is narrowed to. Everything that is named must hold; of several values of one key any may. */
export interface DeliveryFilter {
  readonly types: Choice
  readonly verdicts: Choice
  readonly endpoints: Choice
  readonly notes: Choice
  /** What somebody noted: `starred`, `remarked`. */
  readonly marks: Choice
  /** Words that the remark holds, as phrases of a body are held. */
  readonly remarks: readonly Phrase[]
  readonly noRemarks: readonly Phrase[]
  readonly status: Numbers
  readonly attempts: Numbers
  /** Milliseconds from what happened to its first arrival here. */
  readonly lag: Numbers
  /** Milliseconds since 1970 of the first arrival: from this one, and up to but without that one. `null`: any. */
  readonly from: number | null
  readonly to: number | null
  /** Words that the body holds in this order, folded; the last may go on. */
  readonly phrases: readonly Phrase[]
  readonly noPhrases: readonly Phrase[]
}

export interface Choice {
  readonly any: readonly string[]
  readonly none: readonly string[]
}

/** Both ends included. */
export type Range = readonly [from: number, to: number]

export interface Numbers {
  readonly any: readonly Range[]
  readonly all: readonly Range[]
  readonly none: readonly Range[]
}

/** The keys of a filter, in the order in which they are offered. */
export const filterKeys = [
  'type',
  'verdict',
  'endpoint',
  'note',
  'status',
  'attempt',
  'lag',
  'after',
  'before',
  'is',
  'remark',
] as const

/** The values of `is:`. */
export const marks = ['starred', 'remarked'] as const

const noChoice = { any: [], none: [] } as const
const noNumbers = { any: [], all: [], none: [] } as const
export const noFilter: DeliveryFilter = {
  types: noChoice,
  verdicts: noChoice,
  endpoints: noChoice,
  notes: noChoice,
  marks: noChoice,
  remarks: [],
  noRemarks: [],
  status: noNumbers,
  attempts: noNumbers,
  lag: noNumbers,
  from: null,
  to: null,
  phrases: [],
  noPhrases: [],
}

/** No list needs more pieces than this to be narrowed down. */
const mostPieces = 32
/** One piece of a filter. */
export const pieces = /(?<not>-)?(?:(?<key>[a-z]+):)?(?:"(?<quoted>[^"]*)"?|(?<plain>\S+))/giu

/**
 * Reads what was typed, never failing: `type:note.edited -verdict:verified attempt:>1 lag:>1h after:2026-03-01 words`. What is
 * no filter is looked for in the bodies; a key without its value yet is left out.
 */
export function parseDeliveryFilter(text: string): DeliveryFilter {
  let filter = noFilter
  for (const match of [...text.matchAll(pieces)].slice(0, mostPieces)) {
    const { not, key, quoted, plain = '' } = match.groups ?? {}
    const isNot = not !== undefined
    const value = quoted ?? plain
    const read = key === undefined ? null : withKey(filter, key.toLowerCase(), value.trim(), isNot)
    if (read !== null) filter = read
    else if (!isTypedSoFar(value)) {
      filter = withPhrase(filter, isNot ? 'noPhrases' : 'phrases', isNot ? match[0].slice(1) : match[0])
    }
  }
  return filter
}

/** `verdict:` without anything behind it. */
function isTypedSoFar(piece: string): boolean {
  return piece.endsWith(':') && filterKeys.some((key) => piece.toLowerCase() === `${key}:`)
}

function withPhrase(
  filter: DeliveryFilter,
  name: 'phrases' | 'noPhrases' | 'remarks' | 'noRemarks',
  text: string,
): DeliveryFilter {
  const phrase = wordsOf(text)
  return phrase.length === 0 ? filter : { ...filter, [name]: [...filter[name], phrase] }
}

/** `null`: this is no filter, but words. */
function withKey(filter: DeliveryFilter, key: string, value: string, isNot: boolean): DeliveryFilter | null {
  switch (key) {
    case 'type':
      return { ...filter, types: chosen(filter.types, typesFor(value), isNot) }
    case 'verdict': {
      const verdicts = Verdict.options.filter((verdict) => verdict.startsWith(value.toLowerCase()))
      return verdicts.length === 0 ? null : { ...filter, verdicts: chosen(filter.verdicts, verdicts, isNot) }
    }
    case 'endpoint':
      return { ...filter, endpoints: chosen(filter.endpoints, value === '' ? [] : [value], isNot) }
    case 'note':
      return { ...filter, notes: chosen(filter.notes, value === '' ? [] : [value], isNot) }
    case 'is': {
      const meant = marks.filter((mark) => mark.startsWith(value.toLowerCase()))
      return meant.length === 0 ? null : { ...filter, marks: chosen(filter.marks, meant, isNot) }
    }
    case 'remark':
      return withPhrase(filter, isNot ? 'noRemarks' : 'remarks', value)
    case 'status':
      return withNumbers(
        filter,
        'status',
        statusClass(value) ?? numberRange(value, /^\d{1,3}$/, Number),
        isNot,
      )
    case 'attempt':
      return withNumbers(filter, 'attempts', numberRange(value, /^\d{1,6}$/, Number), isNot)
    case 'lag':
      return withNumbers(
        filter,
        'lag',
        numberRange(value, /^\d{1,9}[smhd]?$/, lagMilliseconds, 'least'),
        isNot,
      )
    case 'after':
    case 'before':
      return withTime(filter, key, value, isNot)
    default:
      return null
  }
}

function chosen(choice: Choice, values: readonly string[], isNot: boolean): Choice {
  return isNot
    ? { ...choice, none: [...choice.none, ...values] }
    : { ...choice, any: [...choice.any, ...values] }
}

/** The beginning of a known type, with or without `note.`, is that type; another one is taken as it is. */
function typesFor(value: string): readonly string[] {
  if (value === '') return []
  const known = eventTypes.filter((type) => type.startsWith(value) || type.startsWith(`note.${value}`))
  return known.length > 0 ? known : [value]
}

type ReadRange = { readonly kind: 'any' | 'all'; readonly range: Range } | 'nothing-yet'

function withNumbers(
  filter: DeliveryFilter,
  name: 'status' | 'attempts' | 'lag',
  read: ReadRange | null,
  isNot: boolean,
): DeliveryFilter | null {
  if (read === null) return null
  if (read === 'nothing-yet') return filter
  const kind = isNot ? 'none' : read.kind
  return { ...filter, [name]: { ...filter[name], [kind]: [...filter[name][kind], read.range] } }
}

function statusClass(value: string): ReadRange | null {
  const [, first] = /^([1-9])xx$/i.exec(value) ?? []
  return first === undefined ? null : { kind: 'any', range: [Number(first) * 100, Number(first) * 100 + 99] }
}

/** `204`, `>1`, `>=400`, `<30s`. A number alone is that one, or the least where only that makes sense. */
function numberRange(
  value: string,
  shape: RegExp,
  read: (text: string) => number,
  alone: 'exactly' | 'least' = 'exactly',
): ReadRange | null {
  const sign = /^(?:>=|<=|>|<|)/.exec(value)?.[0] ?? ''
  const text = value.slice(sign.length)
  if (text === '') return 'nothing-yet'
  if (!shape.test(text)) return null
  const number = read(text)
  switch (sign) {
    case '>':
      return { kind: 'all', range: [number + 1, most] }
    case '>=':
      return { kind: 'all', range: [number, most] }
    case '<':
      return { kind: 'all', range: [-most, number - 1] }
    case '<=':
      return { kind: 'all', range: [-most, number] }
    default:
      return alone === 'least'
        ? { kind: 'all', range: [number, most] }
        : { kind: 'any', range: [number, number] }
  }
}

const most = Number.MAX_SAFE_INTEGER
const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

function lagMilliseconds(text: string): number {
  return Number.parseInt(text, 10) * (unitMs[text.at(-1) ?? ''] ?? 1000)
}

function withTime(
  filter: DeliveryFilter,
  key: 'after' | 'before',
  value: string,
  isNot: boolean,
): DeliveryFilter | null {
  if (/^[\d:T.-]{0,9}$/.test(value)) return filter
  const time = timeOf(value)
  if (time === null) return null
  const at = key === 'after' ? time.end : time.start
  const isFrom = (key === 'after') !== isNot
  return isFrom
    ? { ...filter, from: Math.max(filter.from ?? at, at) }
    : { ...filter, to: Math.min(filter.to ?? at, at) }
}

/** A day of this machine's time zone, which is neither after nor before itself; or a moment, here or with its zone. */
function timeOf(text: string): { readonly start: number; readonly end: number } | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{3}))?)?(Z)?)?$/.exec(text)
  if (!parts) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0] = parts
    .slice(1, 8)
    .map(numberOf)
  const isReal =
    year >= 1000 && month >= 1 && month <= 12 && day >= 1 && hour < 24 && minute < 60 && second < 60
  if (!isReal || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  const at = (ofDay: number) =>
    parts[8] === undefined
      ? new Date(year, month - 1, ofDay, hour, minute, second, ms).getTime()
      : Date.UTC(year, month - 1, ofDay, hour, minute, second, ms)
  return { start: at(day), end: parts[4] === undefined ? at(day + 1) : at(day) }
}

const numberOf = (text: string | undefined) => (text === undefined ? 0 : Number(text))
