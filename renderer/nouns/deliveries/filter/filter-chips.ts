import {
  type FilterKey,
  type FilterTerm,
  parseDeliveryFilter,
  readDeliveryFilter,
} from '#shared/deliveries/filter/filter.ts'
import { splitFilter } from '#shared/deliveries/filter/filter-draft.ts'
import { rangeOf } from '#shared/deliveries/filter/filter-range.ts'
import { timeOf } from '#shared/deliveries/filter/filter-values.ts'
import { deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import { verdicts as allVerdicts } from '#shared/deliveries/verdicts.ts'
import type { FieldChip } from '#ui/filters/term-language.ts'
import { dayOf, formatRange } from '#ui/text/time-words.ts'
import type { EndpointNames } from '../../endpoints/endpoint-names.ts'
import { verdicts } from '../copy.ts'
import { chips as copy } from './copy.ts'

interface Words {
  readonly endpointName: (id: string) => string
  readonly now: number
}

/** Turns a filter's terms into chips. Values of the same key share a chip, and so do both ends of a time range. */
export function filterChips(terms: readonly string[], words: Words): readonly FieldChip[] {
  const read = readDeliveryFilter(terms.join(' ')).terms
  // If a term parses as several terms, the chips show all terms as they were typed.
  if (read.length !== terms.length) return terms.map((value, at) => plainChip(value, at))
  const groups = new Map<string, number[]>()
  for (const [at, term] of read.entries()) {
    const name = groupOf(term, at, read)
    groups.set(name, [...(groups.get(name) ?? []), at])
  }
  return [...groups.values()].map((at) =>
    chipOf(
      at,
      at.flatMap((index) => read[index] ?? []),
      words,
    ),
  )
}

const plainChip = (value: string, at: number): FieldChip => ({ name: '', value, isInvalid: false, at: [at] })

const choiceKeys: readonly FilterKey[] = ['type', 'verdict', 'endpoint', 'note', 'status']

function groupOf({ key, isNot, problem, word }: FilterTerm, at: number, all: readonly FilterTerm[]): string {
  if (problem !== null) return `${at}`
  if (key === 'after' || key === 'before') return 'time'
  if (key !== null && choiceKeys.includes(key)) return `${isNot ? '-' : ''}${key}`
  if (key === null && !isNot && !word.startsWith('"')) return `words ${firstWordOf(at, all)}`
  return `${at}`
}

function firstWordOf(at: number, all: readonly FilterTerm[]): number {
  let first = at
  const isWord = (term: FilterTerm | undefined) =>
    term !== undefined &&
    term.key === null &&
    !term.isNot &&
    term.problem === null &&
    !term.word.startsWith('"')
  while (isWord(all[first - 1])) first -= 1
  return first
}

function chipOf(at: readonly number[], terms: readonly FilterTerm[], words: Words): FieldChip {
  const [{ key, isNot, problem, word, value } = noTerm] = terms
  if (problem !== null) {
    const isKnown = key !== null && value !== ''
    const shown = isNot ? copy.not(value) : value
    return { name: isKnown ? copy.names[key] : '', value: isKnown ? shown : word, isInvalid: true, at }
  }
  if (key === 'after' || key === 'before') {
    return { name: copy.names.after, value: timeValue(terms, words.now), isInvalid: false, at }
  }
  if (key === null) {
    const searched = word.startsWith('"') ? copy.phrase(value) : terms.map((term) => term.value).join(' ')
    return { name: copy.text, value: isNot ? copy.not(searched) : searched, isInvalid: false, at }
  }
  const values = [...new Set(terms.flatMap((term) => valuesOf(key, term, words)))]
  const some = isNot ? copy.none(values.length) : copy.any(values.length)
  const one = values[0] ?? value
  return {
    name: copy.names[key],
    value: values.length > 1 ? some : isNot ? copy.not(one) : one,
    title: values.length > 1 ? values.join(', ') : undefined,
    isInvalid: false,
    at,
  }
}

const noTerm: FilterTerm = { word: '', isNot: false, key: null, value: '', problem: null }

function valuesOf(key: FilterKey, { word, value }: FilterTerm, { endpointName }: Words): readonly string[] {
  const { types, verdicts: meant, status, attempts, sent } = parseDeliveryFilter(word.replace(/^-/, ''))
  switch (key) {
    case 'type':
      return types.any
    case 'verdict':
      return meant.any.map(wordFor)
    case 'endpoint':
      return [endpointName(value)]
    case 'status':
      return [/^[a-z]/i.test(value) ? outcomeWord(status.any[0]?.[0] ?? 0) : compared(value)]
    case 'is':
      if (meant.any.length > 0) return meant.any.map(wordFor)
      if (status.any.length > 0) return [outcomeWord(status.any[0]?.[0] ?? 0)]
      return [attempts.all.length > 0 ? 'retried' : value.toLowerCase()]
    case 'attempt':
      return [compared(value)]
    case 'sent':
      return sent.any
    case 'lag':
      return [/^\d/.test(value) ? compared(`>=${value}`) : compared(value)]
    default:
      return [value]
  }
}

function wordFor(name: string): string {
  const verdict = allVerdicts.find((known) => known === name)
  return verdict === undefined ? name : badgeWord(verdict)
}

export const badgeWord = (verdict: keyof typeof verdicts) => verdicts[verdict].label.toLowerCase()

const outcomeWord = (status: number) =>
  ({ delivered: 'delivered', retried: 'retrying', failed: 'failed' })[deliveryOutcome(status)]

function compared(value: string): string {
  return value
    .replace(/^(>=|<=|>|<)/, (sign) => `${signs.get(sign) ?? sign} `)
    .replace(/(\d)([smhd])$/i, '$1 $2')
}

const signs: ReadonlyMap<string, string> = new Map([
  ['>=', '≥'],
  ['<=', '≤'],
])

function timeValue(terms: readonly FilterTerm[], now: number): string {
  const text = terms.map(({ word }) => word).join(' ')
  const { from = null, to = null } = rangeOf(text) ?? {}
  if (from !== null && to !== null && to > from) return formatRange({ from, to }, now)
  return terms.map((term) => boundValue(term, now)).join(', ')
}

/** Formats one end of a time range. Without a time, it is shown as a day. */
function boundValue({ key, isNot, value }: FilterTerm, now: number): string {
  const { start } = timeOf(value) ?? {}
  const time =
    start === undefined
      ? value
      : /T/i.test(value)
        ? formatRange({ from: start, to: start }, now)
        : dayOf(start, now)
  const bound = key === 'after' ? copy.after(time) : copy.before(time)
  return isNot ? copy.not(bound) : bound
}

/** Describes a filter in words, such as *Verdict mismatch · Payload budget*. */
export function filterWords(text: string, endpoints: EndpointNames, now: Date): string {
  const { terms, draft } = splitFilter(text)
  const all = draft === '' ? terms : [...terms, ...draft.split(/\s+/)]
  return filterChips(all, { endpointName: (id) => endpoints.of(id), now: now.getTime() })
    .map(({ name, value }) => `${name} ${value}`.trim())
    .join(' · ')
}
