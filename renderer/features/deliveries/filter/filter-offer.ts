import { eventTypeMeanings, eventTypes } from '#shared/deliveries/event-types.ts'
import { filterKeys, marks } from '#shared/deliveries/filter/filter.ts'
import { verdicts } from '#shared/deliveries/verdicts.ts'
import type { CompletionItem, Offer } from '#ui/filters/use-completion.ts'
import type { EndpointNames } from '../../endpoints/index.ts'
import { verdictWords } from '../verification-words.ts'

export interface OfferFrom {
  readonly endpoints: EndpointNames['list']
  /** What the loaded deliveries name. */
  readonly types: readonly string[]
  readonly notes: readonly string[]
  readonly now: Date
}

const most = 9

/** A value behind a key, or what can only become a key. */
export const completableFilter =
  /(?:^|\s)-?(?:(?:type|verdict|endpoint|note|status|attempt|lag|after|before|is|remark):[^\s"]*|ty(?:pe?)?|ver\w*|end\w*|not(?:e)?|sta\w*|att\w*|lag?|aft\w*|bef\w*|is|rem\w*)$/i

/** What may complete the piece of a filter that ends at the caret: its key, or a value that is there to be found. */
export function filterOffer(text: string, caret: number, from: OfferFrom): Offer {
  const piece = /(?:^|\s)(-?)(?:([a-z]+):)?([^\s":]*)$/i.exec(text.slice(0, caret))
  if (!piece) return { from: caret, to: caret, items: [] }
  const [, , key, typed = ''] = piece
  const start = caret - typed.length - (key === undefined ? 0 : key.length + 1)
  const end = caret + (/^[^\s"]*/.exec(text.slice(caret))?.[0].length ?? 0)
  const items = key === undefined ? keysFor(typed) : valuesFor(key.toLowerCase(), typed, from)
  return { from: start, to: end, items: items.slice(0, most) }
}

const meanings: Readonly<Record<(typeof filterKeys)[number], string>> = {
  type: 'what happened',
  verdict: 'how it was judged',
  endpoint: 'where it came',
  note: 'the note it is about',
  status: 'what was answered',
  attempt: 'how often it came',
  lag: 'how late it came',
  after: 'received after a day or time',
  before: 'received before a day or time',
  is: 'what you noted',
  remark: 'words of your remark',
}

function keysFor(typed: string): CompletionItem[] {
  const wanted = typed.toLowerCase()
  return filterKeys
    .filter((key) => key.startsWith(wanted))
    .map((key) => ({ insert: `${key}:`, label: `${key}:`, detail: meanings[key], isKey: true }))
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
        ...others.map((type) => [type, 'not in the specification'] as const),
      ]
    }
    case 'verdict':
      return verdicts.map((verdict) => [verdict, verdictWords[verdict].title] as const)
    case 'endpoint':
      return endpoints.map(({ id, url }) => [id, id, url] as const)
    case 'note':
      return [...new Set(notes)].map((note) => [note, ''] as const)
    case 'status':
      return statuses
    case 'attempt':
      return attempts
    case 'lag':
      return lags
    case 'after':
    case 'before':
      return days(now)
    case 'is':
      return marks.map((mark) => [mark, markMeanings[mark]] as const)
    default:
      return []
  }
}

const markMeanings = { starred: 'you starred it', remarked: 'you wrote a remark' } as const

const statuses: readonly Pair[] = [
  ['2xx', 'delivered'],
  ['5xx', 'put off: the service tries again'],
  ['4xx', 'refused'],
  ['200', 'verified and stored'],
  ['401', 'the signature does not fit'],
  ['408', 'simulated so late that it was a timeout'],
  ['503', 'could not be judged or stored'],
]
const attempts: readonly Pair[] = [
  ['>1', 'came more than once'],
  ['>5', 'came more than five times'],
  ['1', 'came once'],
]
const lags: readonly Pair[] = [
  ['>1m', 'more than a minute after it happened'],
  ['>1h', 'more than an hour after it happened'],
  ['>1d', 'more than a day after it happened'],
  ['<5s', 'within five seconds'],
]

const dayMs = 86_400_000

function days(now: Date): readonly Pair[] {
  const back = (ago: number) => localDay(new Date(now.getTime() - ago * dayMs))
  return [
    [`${localDay(now)}T00:00`, 'the beginning of today'],
    [back(1), 'yesterday'],
    [back(7), 'a week ago'],
    [back(30), 'thirty days ago'],
  ]
}

const localDay = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
