export { folded } from '#shared/notes/folded.ts'

/**
 * Puts spaces around Chinese and Japanese characters, because these languages have no spaces between words. A search for several
 * characters then becomes a phrase search.
 */
export function withWordsApart(text: string): string {
  return text.replace(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/gu, ' $& ')
}
