import type { DatabaseSync } from 'node:sqlite'
import { holdsPhrase, type Phrase, wordsOf } from '#shared/deliveries/body-words.ts'
import { lagOf } from '#shared/deliveries/filter/filter-matching.ts'

const searchedBytes = 32 * 1024

export function bodyWords(body: Uint8Array): string[] {
  return wordsOf(new TextDecoder().decode(body.subarray(0, searchedBytes)))
}

/** Adds SQL functions for filter terms that plain SQL can't express. The page applies the same functions to new deliveries. */
export function addSearchFunctions(sql: Pick<DatabaseSync, 'function'>) {
  sql.function('lag_ms', { deterministic: true }, (occurredAt, receivedAt) =>
    lagOf(typeof occurredAt === 'string' ? occurredAt : null, String(receivedAt)),
  )
  sql.function('holds_phrase', { deterministic: true }, (body, phrase) => {
    const words = body instanceof Uint8Array ? bodyWords(body) : wordsOf(String(body ?? ''))
    return holdsPhrase(words, JSON.parse(String(phrase)) as Phrase) ? 1 : 0
  })
}
