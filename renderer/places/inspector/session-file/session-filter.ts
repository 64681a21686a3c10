import { holdsPhrase, wordsOf } from '#shared/deliveries/body-words.ts'
import type { DeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { matchesFilter } from '#shared/deliveries/filter/filter-matching.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'

/** The words of each body. They are split only once, because the filter runs on every key press. */
const wordsOfBody = new WeakMap<DeliveryDetail, readonly string[]>()

/**
 * Returns the session's deliveries that match a filter. The page filters them itself, because the search index contains only
 * stored deliveries.
 */
export function matchingDeliveries(
  deliveries: readonly DeliveryDetail[],
  filter: DeliveryFilter,
): readonly DeliveryDetail[] {
  if (filter.sent.any.length > 0) return []
  return deliveries.filter((delivery) => matchesFilter(filter, delivery) ?? bodyMatches(delivery, filter))
}

function bodyMatches(delivery: DeliveryDetail, { phrases, noPhrases }: DeliveryFilter): boolean {
  const words = wordsOfBody.get(delivery) ?? wordsOf(textOf(delivery.bodyBase64))
  wordsOfBody.set(delivery, words)
  return (
    phrases.every((phrase) => holdsPhrase(words, phrase)) &&
    !noPhrases.some((phrase) => holdsPhrase(words, phrase))
  )
}

/** Number of bytes of a body that are searched. The database has the same limit. */
const searchedBytes = 32 * 1024

function textOf(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new TextDecoder().decode(bytes.subarray(0, searchedBytes))
}
