import { z } from 'zod'
import { folded } from './folded.ts'
import type { NoteListItem } from './note.ts'

/** What the service cannot be asked for: words that the title, and words that the owner holds. All of them, in any order. */
export const NoteWords = z.object({
  title: z.string().max(256).optional(),
  owner: z.string().max(256).optional(),
})
export type NoteWords = z.infer<typeof NoteWords>

/** Whether a note holds the words, without case and accents; part of a word is enough. */
export function holdsWords(note: NoteListItem, { title, owner }: NoteWords): boolean {
  return holdsAll(titleKey(note), title) && holdsAll(ownerKey(note), owner)
}

export const wordsOf = (text: string | undefined): readonly string[] =>
  folded(text ?? '')
    .split(/\s+/u)
    .filter((word) => word !== '')

/** By what notes are sorted and compared. */
export const titleKey = ({ title }: Pick<NoteListItem, 'title'>): string => folded(title).trim()
export const ownerKey = ({ owner }: Pick<NoteListItem, 'owner'>): string =>
  owner === null ? '' : folded(`${owner.name} ${owner.email}`).trim()

const holdsAll = (key: string, text: string | undefined) =>
  text === undefined || wordsOf(text).every((word) => key.includes(word))
