import type { Sql } from '#core/database/sql.ts'
import type { Phrase } from '#shared/deliveries/body-words.ts'

/** Beginnings up to this length have an index of their own (`prefix` in the format of the store). */
const indexedLength = 3
/** A beginning with more endings than these is searched by its indexed prefix; the bodies decide. */
const mostEndings = 32

/**
 * What to ask of the index of words: what holds it may match, and no other can. Of a longer beginning of a word FTS5 gathers
 * all deliveries before it gives the first, 40 ms for a word that a million hold; of whole words, and of beginnings that are
 * indexed, it gives the newest at once. So a beginning becomes the words there are.
 */
export function createDeliveryTerms(sql: Sql) {
  sql.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.delivery_terms
    USING fts5vocab('main', 'delivery_words', 'instance')`)
  const firstFrom = sql.prepare('SELECT term FROM temp.delivery_terms WHERE term >= ? LIMIT 1')

  /** The indexed words that begin so; `null`: too many. */
  const wordsFrom = (start: string): readonly string[] | null => {
    const words: string[] = []
    // No letter or digit comes before 0, so nothing sorts between a word and it with a 0.
    for (let from = start; ; from = `${words.at(-1)}0`) {
      const term = firstFrom.get(from)?.term
      if (typeof term !== 'string' || !term.startsWith(start)) return words
      if (words.push(term) > mostEndings) return null
    }
  }

  const asked = (phrase: Phrase): string => {
    const start = phrase.slice(0, -1)
    const last = phrase.at(-1) ?? ''
    const endings = last.length > indexedLength ? wordsFrom(last) : null
    if (endings === null) return quoted([...start, last.slice(0, indexedLength)], ' *')
    // In no body: asked as it is, it is not found.
    if (endings.length === 0) return quoted(phrase)
    return `(${endings.map((word) => quoted([...start, word])).join(' OR ')})`
  }

  return {
    /** FTS5 expression; `null` when none can be asked: one letter, or signs its own reading of Unicode may split. */
    match(phrases: readonly Phrase[]): string | null {
      const askable = phrases.filter((phrase) => phrase.every(isPlain) && (phrase.at(-1)?.length ?? 0) > 1)
      return askable.length === 0 ? null : askable.map(asked).join(' AND ')
    },
  }
}

const isPlain = (word: string) => /^[a-z0-9]+$/.test(word)
const quoted = (phrase: Phrase, end = '') => `"${phrase.join(' ')}"${end}`
