import type { Folder } from './folder.ts'
import type { NoteListItem } from './model.ts'
import type { Person } from './person.ts'
import type { Space } from './space.ts'

/** Returns the name to display. The service may send an empty or blank name, which would leave a row or link without text. */
export const nameOfSpace = ({ name }: Pick<Space, 'name'>): string => unlessBlank(name, 'Untitled space')
export const nameOfFolder = ({ name }: Pick<Folder, 'name'>): string => unlessBlank(name, 'Untitled folder')
export const nameOfNote = ({ title }: Pick<NoteListItem, 'title'>): string => unlessBlank(title, 'Untitled')

export const nameOfPerson = ({ name, email }: Person): string | null =>
  unlessBlank(name, unlessBlank(email, '')) || null

const unlessBlank = (name: string, instead: string) => (name.trim() === '' ? instead : name)
