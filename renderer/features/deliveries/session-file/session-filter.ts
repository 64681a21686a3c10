import { holdsPhrase, wordsOf } from '#shared/deliveries/body-words.ts'
import type { DeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { matchesFilter } from '#shared/deliveries/filter/filter-matching.ts'
import type { DeliveryDetail } from '#shared/deliveries/model.ts'

/** Of each body once: a filter is asked for with every letter that is typed. */
const known = new WeakMap<DeliveryDetail, readonly string[]>()

/** Those of a session that pass, judged here: what is in a file is in no index. */
export function passing(
  deliveries: readonly DeliveryDetail[],
  filter: DeliveryFilter,
): readonly DeliveryDetail[] {
  return deliveries.filter((delivery) => matchesFilter(filter, delivery) ?? bodyPasses(delivery, filter))
}

function bodyPasses(delivery: DeliveryDetail, { phrases, noPhrases }: DeliveryFilter): boolean {
  const words = known.get(delivery) ?? wordsOf(textOf(delivery.bodyBase64))
  known.set(delivery, words)
  return (
    phrases.every((phrase) => holdsPhrase(words, phrase)) &&
    !noPhrases.some((phrase) => holdsPhrase(words, phrase))
  )
}

/** So much of a body is searched, as where deliveries are kept. */
const searched = 32 * 1024

function textOf(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return new TextDecoder().decode(bytes.subarray(0, searched))
}
