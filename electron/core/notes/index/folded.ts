export { folded, noText } from '#shared/notes/folded.ts'

/** Chinese and Japanese put no spaces between words: every character becomes a word, and what was written a phrase. */
export function withWordsApart(text: string): string {
  return text.replace(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/gu, ' $& ')
}
