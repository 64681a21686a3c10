import type { Folder } from './folder.ts'

/** What to show for a name. The service may leave it empty or blank, which would be a row or a link without text. */
export const nameOfFolder = ({ name }: Pick<Folder, 'name'>): string => unlessBlank(name, 'Untitled folder')

const unlessBlank = (name: string, instead: string) => (name.trim() === '' ? instead : name)
