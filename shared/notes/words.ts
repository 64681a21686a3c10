import { folded } from './folded.ts'
import type { NoteListItem, NoteWords } from './model.ts'

/** Returns whether a note contains the words, ignoring case and accents. Parts of words match too. */
export function holdsWords(note: NoteListItem, { title, owner }: NoteWords): boolean {
  return holdsAll(titleKey(note), title) && holdsAll(ownerKey(note), owner)
}

export const wordsOf = (text: string | undefined): readonly string[] =>
  folded(text ?? '')
    .split(/\s+/u)
    .filter((word) => word !== '')

export const titleKey = ({ title }: Pick<NoteListItem, 'title'>): string => folded(title).trim()
export const ownerKey = ({ owner }: Pick<NoteListItem, 'owner'>): string =>
  owner === null ? '' : folded(`${owner.name} ${owner.email}`).trim()

const holdsAll = (key: string, text: string | undefined) =>
  text === undefined || wordsOf(text).every((word) => key.includes(word))
