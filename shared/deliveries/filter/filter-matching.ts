import { holdsPhrase, type Phrase, wordsOf } from '../body-words.ts'
import type { DeliverySummary } from '../model.ts'
import type { Choice, DeliveryFilter, Numbers } from './filter.ts'
import type { Range } from './filter-values.ts'

/** Returns the milliseconds between the event and its first arrival, or `null` if the payload has no valid time. */
export function lagOf(occurredAt: string | null, firstReceivedAt: string): number | null {
  if (occurredAt === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/.test(occurredAt)) return null
  const lag = Date.parse(firstReceivedAt) - Date.parse(occurredAt)
  return Number.isNaN(lag) ? null : lag
}

/**
 * Returns whether a delivery matches a filter. `null` if the filter depends on the body or on sends, because the summary doesn't
 * contain them.
 */
export function matchesFilter(filter: DeliveryFilter, delivery: DeliverySummary): boolean | null {
  const { eventType, verdict, endpointId, noteId, status, attempts, firstReceivedAt } = delivery
  const matches =
    isChosen(filter.types, eventType) &&
    isChosen(filter.verdicts, verdict) &&
    isChosen(filter.endpoints, endpointId) &&
    isChosen(filter.notes, noteId) &&
    hasAnnotations(filter.annotations, delivery) &&
    holdsRemarks(filter, delivery.remark) &&
    isWithin(filter.status, status) &&
    isWithin(filter.attempts, attempts) &&
    hasLag(filter.lag, delivery) &&
    (filter.from === null || Date.parse(firstReceivedAt) >= filter.from) &&
    (filter.to === null || Date.parse(firstReceivedAt) < filter.to)
  if (!matches) return false
  const { phrases, noPhrases, sent } = filter
  return phrases.length + noPhrases.length + sent.any.length + sent.none.length > 0 ? null : true
}

function hasAnnotations({ any, none }: Choice, { starred, remark }: DeliverySummary): boolean {
  const has = (kind: string) => (kind === 'starred' ? starred : remark !== '')
  return (any.length === 0 || any.some(has)) && !none.some(has)
}

function holdsRemarks({ remarks, noRemarks }: DeliveryFilter, remark: string): boolean {
  if (remark === '' || remarks.length + noRemarks.length === 0) return remarks.length === 0
  const words = wordsOf(remark)
  const holds = (phrase: Phrase) => holdsPhrase(words, phrase)
  return remarks.every(holds) && !noRemarks.some(holds)
}

/** Parses the times only if the filter needs them, because every new delivery is compared with many filters. */
function hasLag(lag: Numbers, { occurredAt, firstReceivedAt }: DeliverySummary): boolean {
  const isAny = lag.any.length + lag.all.length + lag.none.length === 0
  return isAny || isWithin(lag, lagOf(occurredAt, firstReceivedAt))
}

function isChosen({ any, none }: Choice, value: string | null): boolean {
  return (
    (any.length === 0 || (value !== null && any.includes(value))) && !(value !== null && none.includes(value))
  )
}

function isWithin({ any, all, none }: Numbers, value: number | null): boolean {
  const within = ([from, to]: Range) => value !== null && value >= from && value <= to
  return (any.length === 0 || any.some(within)) && all.every(within) && !none.some(within)
}
