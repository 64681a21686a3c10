import type { DatabaseSync } from 'node:sqlite'
import { holdsPhrase, type Phrase, wordsOf } from '#shared/deliveries/body-words.ts'
import { lagOf } from '#shared/deliveries/filter/filter-matching.ts'

/** Only the beginning of a body is searched. */
const searchedBytes = 32 * 1024

/** The words of a body, decoded as UTF-8 and folded. */
export function bodyWords(body: Uint8Array): string[] {
  return wordsOf(new TextDecoder().decode(body.subarray(0, searchedBytes)))
}

/** Filter terms that SQL cannot express, as the same functions that the page applies to new deliveries. */
export function addSearchFunctions(sql: Pick<DatabaseSync, 'function'>) {
  sql.function('lag_ms', { deterministic: true }, (occurredAt, receivedAt) =>
    lagOf(typeof occurredAt === 'string' ? occurredAt : null, String(receivedAt)),
  )
  sql.function('holds_phrase', { deterministic: true }, (body, phrase) => {
    const words = body instanceof Uint8Array ? bodyWords(body) : wordsOf(String(body ?? ''))
    return holdsPhrase(words, JSON.parse(String(phrase)) as Phrase) ? 1 : 0
  })
}
