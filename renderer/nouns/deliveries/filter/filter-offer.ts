import { eventTypeMeanings, eventTypes } from '#shared/deliveries/events/event-types.ts'
import {
  annotationKinds,
  type FilterKey,
  filterKeys,
  keyFor,
  readDeliveryFilter,
} from '#shared/deliveries/filter/filter.ts'
import type { Verdict } from '#shared/deliveries/model.ts'
import { verdicts } from '#shared/deliveries/verdicts.ts'
import type { CompletionItem, Offer } from '#ui/filters/use-completion.ts'
import type { EndpointNames } from '../../endpoints/endpoint-names.ts'
import { verdicts as verdictCopy } from '../copy.ts'
import { chips, suggestionGroups as groups, keyMeanings, searchFor, valueMeanings } from './copy.ts'
import { badgeWord } from './filter-chips.ts'

export interface OfferFrom {
  readonly endpoints: EndpointNames
  readonly types: readonly string[]
  readonly notes: readonly string[]
  readonly recent: readonly { readonly text: string; readonly words: string }[]
  readonly now: Date
}

const maxItems = 12

/** Matches text that ends in a value after a key, or in a word that may become a key or a value. */
export const completableFilter = /(?:^|\s)-?(?:[a-z]+:(?!\/\/)[^\s"]*|[a-z][^\s":]*)$/i

/**
 * Suggests keys, or values of the typed key, for the term that ends at the caret. If a word doesn't start a key, the text search
 * comes first, so that Enter searches. Suggests nothing if no value matches the word.
 */
export function filterOffer(text: string, caret: number, from: OfferFrom): Offer {
  const term = /(?:^|\s)(-?)(?:([a-z]+):(?!\/\/))?([^\s":]*)$/i.exec(text.slice(0, caret))
  if (!term) return { from: caret, to: caret, items: [] }
  const [, , typedKey, typed = ''] = term
  const start = caret - typed.length - (typedKey === undefined ? 0 : typedKey.length + 1)
  const end = caret + (/^[^\s"]*/.exec(text.slice(caret))?.[0].length ?? 0)
  const place = { from: start, to: end }
  if (typedKey !== undefined) {
    const key = keyFor(typedKey.toLowerCase())
    return { ...place, items: key === null ? [] : valuesFor(key, typedKey, typed, from).slice(0, maxItems) }
  }
  if (typed === '') {
    const recent = text.trim() === '' && term[1] === '' ? recentItems(from.recent) : []
    return { ...place, items: [...recent, ...keysFor('', recent.length > 0 ? groups.keys : undefined)] }
  }
  return { ...place, items: itemsFor(text, typed, from) }
}

function itemsFor(text: string, typed: string, from: OfferFrom): CompletionItem[] {
  const keys = keysFor(typed, groups.keys)
  const values = typed.length < 3 ? [] : wordItems(typed, from)
  const search: CompletionItem = {
    insert: '',
    label: searchFor(text.trim()),
    detail: '',
    isKey: false,
    isText: true,
    group: groups.search,
  }
  if (keys.length > 0) return [...keys, ...values, search]
  return values.length > 0 ? [search, ...values] : []
}

function recentItems(recent: OfferFrom['recent']): CompletionItem[] {
  return recent.map(({ text, words }) => ({
    insert: text,
    label: words,
    detail: '',
    isKey: false,
    isWhole: true,
    group: groups.recent,
  }))
}

function keysFor(typed: string, group: string | undefined): CompletionItem[] {
  const wanted = typed.toLowerCase()
  return filterKeys
    .filter((key) => key.startsWith(wanted) || chips.names[key].toLowerCase().startsWith(wanted))
    .map((key) => ({ insert: `${key}:`, label: `${key}:`, detail: keyMeanings[key], isKey: true, group }))
}

/**
 * Suggests terms for a word without a key: outcomes, verdicts, annotations, event types with or without *note.*, and endpoints.
 */
function wordItems(typed: string, { endpoints }: OfferFrom): CompletionItem[] {
  const wanted = typed.toLowerCase()
  const item = (key: FilterKey, value: string, label: string): CompletionItem[] =>
    label.toLowerCase().startsWith(wanted) || label.toLowerCase().startsWith(`note.${wanted}`)
      ? [
          {
            insert: `${key}:${value} `,
            label: `${chips.names[key]} ${label}`,
            detail: `${key}:${value}`,
            isKey: false,
            group: groups.matches,
          },
        ]
      : []
  return [
    ...valueMeanings.outcomes.flatMap(([word]) => item('status', word, word)),
    ...valueMeanings.sent.flatMap(([word]) => item('sent', word, word)),
    ...verdicts.flatMap((verdict) => item('verdict', slugOf(badgeWord(verdict)), badgeWord(verdict))),
    ...['retried', ...annotationKinds].flatMap((word) => item('is', word, word)),
    ...eventTypes.flatMap((type) => item('type', type, type)),
    ...endpoints.list.flatMap(({ id }) => item('endpoint', id, endpoints.of(id))),
  ].slice(0, 5)
}

const slugOf = (words: string) => words.replace(/\s+/g, '-')

/** Keys that accept other values besides the suggested ones. */
const openKeys: readonly FilterKey[] = ['status', 'attempt', 'lag', 'after', 'before']

function valuesFor(key: FilterKey, written: string, typed: string, from: OfferFrom): CompletionItem[] {
  const wanted = typed.toLowerCase()
  const item = ([value, detail, label = value]: Pair): CompletionItem => ({
    insert: `${written}:${value} `,
    label,
    detail,
    isKey: false,
  })
  const pairs = pairsFor(key, from)
  const texts = ([value, , label = '', also = '']: Pair) =>
    [value, label, also].map((text) => text.toLowerCase())
  // If the value is already complete, for example in an edited term, all suggestions are kept so that it can be changed.
  const isWhole = pairs.some(([value]) => value === wanted)
  const matching = pairs.filter((pair) => isWhole || texts(pair).some((text) => text.includes(wanted)))
  const begins = (pair: Pair) => texts(pair).some((text) => text.startsWith(wanted))
  const byBeginning = [...matching.filter(begins), ...matching.filter((pair) => !begins(pair))]
  const isOwn =
    openKeys.includes(key) &&
    /\d/.test(typed) &&
    !pairs.some(([value]) => value === typed) &&
    readDeliveryFilter(`${key}:${typed}`).problems.length === 0
  // A valid typed value comes first, so that Enter accepts it.
  return [...(isOwn && byBeginning.length > 0 ? [[typed, ''] as const] : []), ...byBeginning].map(item)
}

/** `also` is another text that matches the typed value. */
type Pair = readonly [value: string, detail: string, label?: string | undefined, also?: string]

function pairsFor(key: FilterKey, { endpoints, types, notes, now }: OfferFrom): readonly Pair[] {
  switch (key) {
    case 'type': {
      const others = [...new Set(types)].filter((type) => !eventTypes.some((known) => known === type))
      return [
        ...eventTypes.map((type) => [type, eventTypeMeanings[type]] as const),
        ...others.map((type) => [type, valueMeanings.unknownType] as const),
      ]
    }
    case 'verdict':
      return verdicts.map(verdictPair)
    case 'endpoint':
      return [
        ...endpoints.list.map(({ id, url }) => [id, url, endpoints.of(id), url] as const),
        ...endpoints.deleted.map((id) => [id, '', endpoints.of(id)] as const),
      ]
    case 'note':
      return [...new Set(notes)].map((note) => [note, ''] as const)
    case 'status':
      return [...valueMeanings.outcomes, ...valueMeanings.statuses]
    case 'attempt':
      return valueMeanings.attempts
    case 'lag':
      return valueMeanings.lags
    case 'sent':
      return valueMeanings.sent
    case 'after':
    case 'before':
      return days(now)
    case 'is':
      return [
        ...annotationKinds.map((kind) => [kind, valueMeanings[kind]] as const),
        ['retried', valueMeanings.retried],
        ...valueMeanings.outcomes,
        ...verdicts.map(verdictPair),
      ]
    case 'remark':
      return []
  }
}

function verdictPair(verdict: Verdict): Pair {
  return [slugOf(badgeWord(verdict)), verdictCopy[verdict].title, undefined, verdict]
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
