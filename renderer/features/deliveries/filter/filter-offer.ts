import { eventTypeMeanings, eventTypes } from '#shared/deliveries/event-types.ts'
import { annotationKinds, filterKeys } from '#shared/deliveries/filter/filter.ts'
import { verdicts } from '#shared/deliveries/verdicts.ts'
import type { CompletionItem, Offer } from '#ui/filters/use-completion.ts'
import type { EndpointNames } from '../../endpoints/index.ts'
import { verdicts as verdictCopy } from '../copy.ts'
import { keyMeanings, valueMeanings } from './copy.ts'

export interface OfferFrom {
  readonly endpoints: EndpointNames['list']
  /** Types and note ids of the loaded deliveries. */
  readonly types: readonly string[]
  readonly notes: readonly string[]
  readonly now: Date
}

const maxItems = 9

/** Text that ends in a value after a key, or in a prefix that can only become a key. */
export const completableFilter =
  /(?:^|\s)-?(?:(?:type|verdict|endpoint|note|status|attempt|lag|after|before|is|remark):[^\s"]*|ty(?:pe?)?|ver\w*|end\w*|not(?:e)?|sta\w*|att\w*|lag?|aft\w*|bef\w*|is|rem\w*)$/i

/** Completions for the term of a filter that ends at the caret: its key, or a value that occurs in the data. */
export function filterOffer(text: string, caret: number, from: OfferFrom): Offer {
  const term = /(?:^|\s)(-?)(?:([a-z]+):)?([^\s":]*)$/i.exec(text.slice(0, caret))
  if (!term) return { from: caret, to: caret, items: [] }
  const [, , key, typed = ''] = term
  const start = caret - typed.length - (key === undefined ? 0 : key.length + 1)
  const end = caret + (/^[^\s"]*/.exec(text.slice(caret))?.[0].length ?? 0)
  const items = key === undefined ? keysFor(typed) : valuesFor(key.toLowerCase(), typed, from)
  return { from: start, to: end, items: items.slice(0, maxItems) }
}

function keysFor(typed: string): CompletionItem[] {
  const wanted = typed.toLowerCase()
  return filterKeys
    .filter((key) => key.startsWith(wanted))
    .map((key) => ({ insert: `${key}:`, label: `${key}:`, detail: keyMeanings[key], isKey: true }))
}

function valuesFor(key: string, typed: string, from: OfferFrom): CompletionItem[] {
  const wanted = typed.toLowerCase()
  return pairsFor(key, from).flatMap(([value, detail, label = value]) =>
    value.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted)
      ? [{ insert: `${key}:${value} `, label, detail, isKey: false }]
      : [],
  )
}

type Pair = readonly [value: string, detail: string, label?: string]

function pairsFor(key: string, { endpoints, types, notes, now }: OfferFrom): readonly Pair[] {
  switch (key) {
    case 'type': {
      const others = [...new Set(types)].filter((type) => !eventTypes.some((known) => known === type))
      return [
        ...eventTypes.map((type) => [type, eventTypeMeanings[type]] as const),
        ...others.map((type) => [type, valueMeanings.unknownType] as const),
      ]
    }
    case 'verdict':
      return verdicts.map((verdict) => [verdict, verdictCopy[verdict].title] as const)
    case 'endpoint':
      return endpoints.map(({ id, url }) => [id, id, url] as const)
    case 'note':
      return [...new Set(notes)].map((note) => [note, ''] as const)
    case 'status':
      return valueMeanings.statuses
    case 'attempt':
      return valueMeanings.attempts
    case 'lag':
      return valueMeanings.lags
    case 'after':
    case 'before':
      return days(now)
    case 'is':
      return annotationKinds.map((kind) => [kind, valueMeanings[kind]] as const)
    default:
      return []
  }
}

const dayMs = 86_400_000

function days(now: Date): readonly Pair[] {
  const back = (ago: number) => localDay(new Date(now.getTime() - ago * dayMs))
  return [
    [`${localDay(now)}T00:00`, valueMeanings.today],
    [back(1), valueMeanings.yesterday],
    [back(7), valueMeanings.weekAgo],
    [back(30), valueMeanings.monthAgo],
  ]
}

const localDay = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
