import { type Phrase, wordsOf } from '../body-words.ts'
import { eventTypes } from '../events/event-types.ts'
import { joinsNothing } from './filter-or.ts'
import { type Range, type ReadRange, readAttempts, readLag, readStatus, timeOf } from './filter-values.ts'
import {
  acceptedOutcomes,
  acceptedVerdicts,
  nearestWord,
  outcomeFor,
  outcomeRanges,
  verdictsFor,
} from './filter-words.ts'

/** Conditions for deliveries. Every key must match. If a key has several values, any of its values may match. */
export interface DeliveryFilter {
  readonly types: Choice
  readonly verdicts: Choice
  readonly endpoints: Choice
  readonly notes: Choice
  readonly annotations: Choice
  readonly remarks: readonly Phrase[]
  readonly noRemarks: readonly Phrase[]
  /** Result of the last send to each receiver (see `sendOutcomes`). A delivery with several receivers may have both results. */
  readonly sent: Choice
  readonly status: Numbers
  readonly attempts: Numbers
  readonly lag: Numbers
  /** First arrival, in milliseconds since 1970: at or after `from`, and before `to`. `null` means no limit. */
  readonly from: number | null
  readonly to: number | null
  readonly phrases: readonly Phrase[]
  readonly noPhrases: readonly Phrase[]
}

export interface Choice {
  readonly any: readonly string[]
  readonly none: readonly string[]
}

export interface Numbers {
  readonly any: readonly Range[]
  readonly all: readonly Range[]
  readonly none: readonly Range[]
}

export const filterKeys = [
  'status',
  'verdict',
  'endpoint',
  'type',
  'is',
  'attempt',
  'lag',
  'note',
  'sent',
  'after',
  'before',
  'remark',
] as const
export type FilterKey = (typeof filterKeys)[number]

/** Aliases for keys, taken from the names of columns and tabs. */
const otherKeys: ReadonlyMap<string, FilterKey> = new Map([
  ['event', 'type'],
  ['attempts', 'attempt'],
  ['delay', 'lag'],
])

export const annotationKinds = ['starred', 'remarked'] as const

/** Values of `sent:`. `passed` means that the last send to any receiver got a 2xx response, `failed` that it did not. */
export const sendOutcomes = ['failed', 'passed'] as const

const noChoice = { any: [], none: [] } as const
const noNumbers = { any: [], all: [], none: [] } as const
export const noFilter: DeliveryFilter = {
  types: noChoice,
  verdicts: noChoice,
  endpoints: noChoice,
  notes: noChoice,
  annotations: noChoice,
  remarks: [],
  noRemarks: [],
  sent: noChoice,
  status: noNumbers,
  attempts: noNumbers,
  lag: noNumbers,
  from: null,
  to: null,
  phrases: [],
  noPhrases: [],
}

export const mostPieces = 32
export const pieces = /(?<not>-)?(?:(?<key>[a-z]+):(?!\/\/))?(?:"(?<quoted>[^"]*)"?|(?<plain>\S+))/giu

/**
 * Why a term is ignored. `nearest` is the accepted word that is closest to the wrong one, and `corrected` is the term with that
 * word.
 */
export interface FilterProblem {
  readonly word: string
  readonly kind: 'no-value' | 'no-word' | 'or' | 'too-many' | 'unknown-key' | 'unknown-value'
  readonly key: string
  readonly value: string
  readonly nearest: string | null
  readonly corrected: string | null
}

export interface FilterTerm {
  readonly word: string
  readonly isNot: boolean
  /** `null` if the term searches payloads or its key is unknown. */
  readonly key: FilterKey | null
  readonly value: string
  readonly problem: FilterProblem | null
}

/**
 * Parses a filter, such as `type:note.edited -verdict:verified attempt:>1 lag:>1h after:2026-03-01 words`. Words without a key
 * search bodies. Invalid terms are ignored and reported, so this never throws.
 */
export function readDeliveryFilter(text: string): {
  readonly filter: DeliveryFilter
  readonly terms: readonly FilterTerm[]
  readonly problems: readonly FilterProblem[]
} {
  let filter = noFilter
  const found = [...text.matchAll(pieces)]
  const joined = found.filter(({ groups }) => keyAlone(groups?.plain ?? '') === undefined)
  const terms = found.map((match, at): FilterTerm => {
    const { not, key, quoted, plain = '' } = match.groups ?? {}
    const isNot = not !== undefined
    const value = (quoted ?? plain).trim()
    const name = (key ?? (quoted === undefined ? keyAlone(plain) : undefined))?.toLowerCase()
    const known = name === undefined ? null : keyFor(name)
    const term = { word: match[0], isNot, key: known, value: key === undefined && known ? '' : value }
    const wrong = (kind: FilterProblem['kind'], nearest: string | null = null): FilterTerm => {
      const behind = kind === 'unknown-key' ? match[0].slice(match[0].indexOf(':') + 1) : nearest
      const corrected =
        nearest === null ? null : `${isNot ? '-' : ''}${kind === 'unknown-key' ? nearest : name}:${behind}`
      const problem = { word: match[0], kind, key: name ?? '', value: term.value, nearest, corrected }
      return { ...term, problem }
    }
    if (at >= mostPieces) return wrong('too-many')
    if (joinsNothing(joined, joined.indexOf(match))) return wrong('or')
    if (name !== undefined && known === null) return wrong('unknown-key', nearestWord(name, everyKey))
    if (name !== undefined && (key === undefined || value === '')) return wrong('no-value')
    const read =
      known === null
        ? withPhrase(filter, isNot ? 'noPhrases' : 'phrases', isNot ? match[0].slice(1) : match[0])
        : withKey(filter, known, value, isNot)
    if (read === null) {
      return known === null || known === 'remark'
        ? wrong('no-word')
        : wrong('unknown-value', nearestWord(value, acceptedValues[known] ?? []))
    }
    filter = read
    return { ...term, problem: null }
  })
  const problems = terms.slice(0, mostPieces + 1).flatMap(({ problem }) => problem ?? [])
  return { filter, terms, problems }
}

export function parseDeliveryFilter(text: string): DeliveryFilter {
  return readDeliveryFilter(text).filter
}

const everyKey: readonly string[] = [...filterKeys, ...otherKeys.keys()]

export function keyFor(name: string): FilterKey | null {
  return filterKeys.find((key) => key === name) ?? otherKeys.get(name) ?? null
}

function keyAlone(piece: string): string | undefined {
  return everyKey.find((key) => piece.toLowerCase() === `${key}:`)
}

function withPhrase(
  filter: DeliveryFilter,
  name: 'phrases' | 'noPhrases' | 'remarks' | 'noRemarks',
  text: string,
): DeliveryFilter | null {
  const phrase = wordsOf(text)
  return phrase.length === 0 ? null : { ...filter, [name]: [...filter[name], phrase] }
}

function withKey(
  filter: DeliveryFilter,
  key: FilterKey,
  value: string,
  isNot: boolean,
): DeliveryFilter | null {
  switch (key) {
    case 'type':
      return { ...filter, types: chosen(filter.types, typesFor(value), isNot) }
    case 'verdict':
      return withVerdicts(filter, value, isNot)
    case 'endpoint':
      if (!value.startsWith('whe_')) return null
      return { ...filter, endpoints: chosen(filter.endpoints, [value], isNot) }
    case 'note':
      if (!value.startsWith('not_')) return null
      return { ...filter, notes: chosen(filter.notes, [value], isNot) }
    case 'is':
      return withState(filter, value, isNot)
    case 'remark':
      return withPhrase(filter, isNot ? 'noRemarks' : 'remarks', value)
    case 'sent': {
      const meant = sendOutcomes.filter((outcome) => outcome.startsWith(value.toLowerCase()))
      return meant.length === 0 ? null : { ...filter, sent: chosen(filter.sent, meant, isNot) }
    }
    case 'status':
      return withOutcome(filter, value, isNot) ?? withNumbers(filter, 'status', readStatus(value), isNot)
    case 'attempt':
      return withNumbers(filter, 'attempts', readAttempts(value), isNot)
    case 'lag':
      return withNumbers(filter, 'lag', readLag(value), isNot)
    case 'after':
    case 'before':
      return withTime(filter, key, value, isNot)
  }
}

function withVerdicts(filter: DeliveryFilter, value: string, isNot: boolean): DeliveryFilter | null {
  const meant = verdictsFor(value)
  return meant.length === 0 ? null : { ...filter, verdicts: chosen(filter.verdicts, meant, isNot) }
}

function withOutcome(filter: DeliveryFilter, value: string, isNot: boolean): DeliveryFilter | null {
  const outcome = outcomeFor(value)
  if (outcome === null) return null
  const part = isNot ? 'none' : 'any'
  const ranges = [...filter.status[part], ...outcomeRanges[outcome]]
  return { ...filter, status: { ...filter.status, [part]: ranges } }
}

/** Adds a condition for a state: *retried*, an outcome, a verdict, or an annotation. The beginning of an annotation is enough. */
function withState(filter: DeliveryFilter, value: string, isNot: boolean): DeliveryFilter | null {
  const typed = value.toLowerCase()
  if (typed === 'retried') return withNumbers(filter, 'attempts', readAttempts('>1'), isNot)
  if (acceptedOutcomes.includes(typed)) return withOutcome(filter, typed, isNot)
  if (acceptedVerdicts.includes(typed)) return withVerdicts(filter, typed, isNot)
  const meant = annotationKinds.filter((kind) => kind.startsWith(typed))
  if (meant.length > 0) return { ...filter, annotations: chosen(filter.annotations, meant, isNot) }
  return withOutcome(filter, value, isNot) ?? withVerdicts(filter, value, isNot)
}

/** All values of the keys whose values can be listed. */
export const acceptedValues: Readonly<Partial<Record<FilterKey, readonly string[]>>> = {
  verdict: acceptedVerdicts,
  status: acceptedOutcomes,
  sent: sendOutcomes,
  is: [...annotationKinds, 'retried', ...acceptedOutcomes, ...acceptedVerdicts],
}

function chosen(choice: Choice, values: readonly string[], isNot: boolean): Choice {
  return isNot
    ? { ...choice, none: [...choice.none, ...values] }
    : { ...choice, any: [...choice.any, ...values] }
}

/** Returns the known types that begin with the value, with or without `note.`. If there are none, returns the value itself. */
function typesFor(value: string): readonly string[] {
  if (value === '') return []
  const known = eventTypes.filter((type) => type.startsWith(value) || type.startsWith(`note.${value}`))
  return known.length > 0 ? known : [value]
}

function withNumbers(
  filter: DeliveryFilter,
  name: 'status' | 'attempts' | 'lag',
  read: ReadRange | null,
  isNot: boolean,
): DeliveryFilter | null {
  if (read === null) return null
  const { kind, range } = read
  const part = isNot ? 'none' : kind
  return { ...filter, [name]: { ...filter[name], [part]: [...filter[name][part], range] } }
}

function withTime(
  filter: DeliveryFilter,
  key: 'after' | 'before',
  value: string,
  isNot: boolean,
): DeliveryFilter | null {
  const time = timeOf(value)
  if (time === null) return null
  const at = key === 'after' ? time.end : time.start
  const isFrom = (key === 'after') !== isNot
  return isFrom
    ? { ...filter, from: Math.max(filter.from ?? at, at) }
    : { ...filter, to: Math.min(filter.to ?? at, at) }
}
