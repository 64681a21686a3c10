import type { DatabaseSync } from 'node:sqlite'
import { holdsPhrase, type Phrase, wordsOf } from '#shared/deliveries/body-words.ts'
import { lagOf } from '#shared/deliveries/filter/filter-matching.ts'

/** So much of a body is searched. */
const searched = 32 * 1024

/** The words of a body as it is searched: as UTF-8, folded. */
export function bodyWords(body: Uint8Array): string[] {
  return wordsOf(new TextDecoder().decode(body.subarray(0, searched)))
}

/** What a filter of deliveries says that SQL has no words for: the same functions that the page judges arrivals by. */
export function addSearchFunctions(sql: Pick<DatabaseSync, 'function'>) {
  sql.function('lag_ms', { deterministic: true }, (occurredAt, receivedAt) =>
    lagOf(typeof occurredAt === 'string' ? occurredAt : null, String(receivedAt)),
  )
  sql.function('holds_phrase', { deterministic: true }, (body, phrase) => {
    const words = body instanceof Uint8Array ? bodyWords(body) : wordsOf(String(body ?? ''))
    return holdsPhrase(words, JSON.parse(String(phrase)) as Phrase) ? 1 : 0
  })
}
