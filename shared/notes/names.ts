import type { Folder } from './folder.ts'
import type { NoteListItem } from './model.ts'
import type { Person } from './person.ts'
import type { Space } from './space.ts'

/** What to show for a name. The service may leave it empty or blank, which would be a row or a link without text. */
export const nameOfSpace = ({ name }: Pick<Space, 'name'>): string => unlessBlank(name, 'Untitled space')
export const nameOfFolder = ({ name }: Pick<Folder, 'name'>): string => unlessBlank(name, 'Untitled folder')
export const nameOfNote = ({ title }: Pick<NoteListItem, 'title'>): string => unlessBlank(title, 'Untitled')

/** A person by name, else by address; `null` where both are empty or blank. */
export const nameOfPerson = ({ name, email }: Person): string | null =>
  unlessBlank(name, unlessBlank(email, '')) || null

const unlessBlank = (name: string, instead: string) => (name.trim() === '' ? instead : name)
