import type { Sql } from '#core/database/sql.ts'
import type { Phrase } from '#shared/deliveries/body-words.ts'

/** Maximum length of a prefix that has its own index (`prefix` in the schema of the store). */
const indexedLength = 3
/** Maximum number of words with a prefix. With more, the search uses the indexed prefix and then checks the bodies. */
const mostEndings = 32

/**
 * Builds queries for the full-text index. Their results may match, and no other delivery can. For a longer prefix, FTS5 gathers all
 * deliveries before it returns the first: 40 ms for a word in a million deliveries. For whole words and indexed prefixes, it returns
 * the newest at once. Therefore, a longer prefix is replaced by the words that begin with it.
 */
export function createDeliveryTerms(sql: Sql) {
  sql.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.delivery_terms
    USING fts5vocab('main', 'delivery_words', 'instance')`)
  const firstFrom = sql.prepare('SELECT term FROM temp.delivery_terms WHERE term >= ? LIMIT 1')

  /** Returns the indexed words with this prefix, or `null` if there are too many. */
  const wordsFrom = (start: string): readonly string[] | null => {
    const words: string[] = []
    // No letter or digit sorts before 0, so no word sorts between a word and the same word followed by 0.
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
    // No body contains the prefix, so the literal search finds nothing.
    if (endings.length === 0) return quoted(phrase)
    return `(${endings.map((word) => quoted([...start, word])).join(' OR ')})`
  }

  return {
    /** Returns an FTS5 expression, or `null` if none is possible: for one letter, or for characters that FTS5 may split differently. */
    match(phrases: readonly Phrase[]): string | null {
      const askable = phrases.filter((phrase) => phrase.every(isPlain) && (phrase.at(-1)?.length ?? 0) > 1)
      return askable.length === 0 ? null : askable.map(asked).join(' AND ')
    },
  }
}

const isPlain = (word: string) => /^[a-z0-9]+$/.test(word)
const quoted = (phrase: Phrase, end = '') => `"${phrase.join(' ')}"${end}`
