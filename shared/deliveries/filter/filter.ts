import { type Phrase, wordsOf } from '../body-words.ts'
import { eventTypes } from '../event-types.ts'
import { verdicts } from '../verdicts.ts'
import { joinsNothing, orInstead } from './filter-or.ts'
import { type Range, type ReadRange, readAttempts, readLag, readStatus, timeOf } from './filter-values.ts'

/** What a list of deliveries is narrowed to. Everything that is named must hold; of several values of one key any may. */
export interface DeliveryFilter {
  readonly types: Choice
  readonly verdicts: Choice
  readonly endpoints: Choice
  readonly notes: Choice
  /** Annotations: `starred`, `remarked`. */
  readonly annotations: Choice
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
export const annotationKinds = ['starred', 'remarked'] as const

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
export const pieces = /(?<not>-)?(?:(?<key>[a-z]+):(?!\/\/))?(?:"(?<quoted>[^"]*)"?|(?<plain>\S+))/giu

/** A word that narrows nothing, as it was typed, and what is wrong with it: *isn’t a verdict. Use …* */
export interface FilterProblem {
  readonly word: string
  readonly says: string
}

/**
 * Reads what was typed, never failing: `type:note.edited -verdict:verified attempt:>1 lag:>1h after:2026-03-01 words`. What has
 * no key is looked for in the bodies. A word that can mean nothing is left out, and said.
 */
export function readDeliveryFilter(text: string): {
  readonly filter: DeliveryFilter
  readonly problems: readonly FilterProblem[]
} {
  let filter = noFilter
  const problems: FilterProblem[] = []
  const found = [...text.matchAll(pieces)]
  for (const [at, match] of found.slice(0, mostPieces).entries()) {
    if (joinsNothing(found, at)) {
      problems.push({ word: match[0], says: orInstead })
      continue
    }
    const { not, key, quoted, plain = '' } = match.groups ?? {}
    const isNot = not !== undefined
    const value = (quoted ?? plain).trim()
    const name = (key ?? (quoted === undefined ? keyAlone(plain) : undefined))?.toLowerCase()
    const read =
      name === undefined
        ? (withPhrase(filter, isNot ? 'noPhrases' : 'phrases', isNot ? match[0].slice(1) : match[0]) ??
          noWord)
        : key === undefined || value === ''
          ? `needs a value. ${suchAs(name)}`
          : withKey(filter, name, value, isNot)
    if (typeof read === 'string') problems.push({ word: match[0], says: read })
    else filter = read
  }
  if (found.length > mostPieces) {
    problems.push({
      word: found[mostPieces]?.[0] ?? '',
      says: `and later terms are ignored: the limit is ${mostPieces}.`,
    })
  }
  return { filter, problems }
}

/** The same without what is wrong. */
export function parseDeliveryFilter(text: string): DeliveryFilter {
  return readDeliveryFilter(text).filter
}

/** `verdict:` without anything behind it. */
function keyAlone(piece: string): string | undefined {
  return filterKeys.find((key) => piece.toLowerCase() === `${key}:`)
}

const noWord = 'has no letters or digits to search for.'

/** `undefined`: there is no word in it. */
function withPhrase(
  filter: DeliveryFilter,
  name: 'phrases' | 'noPhrases' | 'remarks' | 'noRemarks',
  text: string,
): DeliveryFilter | undefined {
  const phrase = wordsOf(text)
  return phrase.length === 0 ? undefined : { ...filter, [name]: [...filter[name], phrase] }
}

/** Or what is wrong with it. */
function withKey(
  filter: DeliveryFilter,
  key: string,
  value: string,
  isNot: boolean,
): DeliveryFilter | string {
  const numbers = (name: 'status' | 'attempts' | 'lag', read: ReadRange | null, what: string) =>
    read === null ? `isn’t a ${what}. ${suchAs(key)}` : withNumbers(filter, name, read, isNot)
  const typed = value.toLowerCase()
  switch (key) {
    case 'type':
      return { ...filter, types: chosen(filter.types, typesFor(value), isNot) }
    case 'verdict': {
      const meant = verdicts.filter((verdict) => verdict.startsWith(typed))
      if (meant.length === 0) return `isn’t a verdict. Use ${verdicts.join(', ')}.`
      return { ...filter, verdicts: chosen(filter.verdicts, meant, isNot) }
    }
    case 'endpoint':
      if (!value.startsWith('whe_')) return 'isn’t an endpoint ID: they start with whe_.'
      return { ...filter, endpoints: chosen(filter.endpoints, [value], isNot) }
    case 'note':
      if (!value.startsWith('not_')) return 'isn’t a note ID: they start with not_.'
      return { ...filter, notes: chosen(filter.notes, [value], isNot) }
    case 'is': {
      const meant = annotationKinds.filter((kind) => kind.startsWith(typed))
      if (meant.length === 0) return `isn’t supported. ${suchAs(key)}`
      return { ...filter, annotations: chosen(filter.annotations, meant, isNot) }
    }
    case 'remark':
      return withPhrase(filter, isNot ? 'noRemarks' : 'remarks', value) ?? noWord
    case 'status':
      return numbers('status', readStatus(value), 'status')
    case 'attempt':
      return numbers('attempts', readAttempts(value), 'number of attempts')
    case 'lag':
      return numbers('lag', readLag(value), 'duration')
    case 'after':
    case 'before':
      return withTime(filter, key, value, isNot) ?? `isn’t a date. ${suchAs(key)}`
    default:
      return `isn’t a filter. Use ${filterKeys.join(', ')}, or quote it to search payloads.`
  }
}

function suchAs(key: string): string {
  return `Try ${isKey(key) ? examples[key] : key}.`
}

const isKey = (key: string): key is (typeof filterKeys)[number] => filterKeys.some((known) => known === key)

const examples: Readonly<Record<(typeof filterKeys)[number], string>> = {
  type: 'type:note.edited',
  verdict: 'verdict:stale',
  endpoint: 'endpoint: and an ID',
  note: 'note: and an ID',
  status: 'status:503, status:4xx or status:>=400',
  attempt: 'attempt:2 or attempt:>1',
  lag: 'lag:>30s, lag:<5m or lag:>1h',
  after: 'after:2026-03-01 or after:2026-03-01T09:30',
  before: 'before:2026-03-01 or before:2026-03-01T09:30',
  is: 'is:starred or is:remarked',
  remark: 'remark:word',
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

function withNumbers(
  filter: DeliveryFilter,
  name: 'status' | 'attempts' | 'lag',
  { kind, range }: ReadRange,
  isNot: boolean,
): DeliveryFilter {
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
