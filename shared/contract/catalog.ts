import { z } from 'zod'
import { Folder } from '../domain/folder.ts'
import { NoteId } from '../domain/ids.ts'
import { Note, NoteFilter, NoteListItem } from '../domain/note.ts'
import { page, wholeList } from '../domain/page.ts'
import { Space } from '../domain/space.ts'
import { NoInput, procedure } from './define.ts'

/** Reading the service's spaces, folders and notes (specification, section 4). */
export const catalog = {
  'catalog.spaces': procedure(NoInput, wholeList(Space)),
  'catalog.folders': procedure(NoInput, wholeList(Folder)),
  /** One page of at most 30 notes. */
  'catalog.notes': procedure(NoteFilter.extend({ cursor: z.string().optional() }), page(NoteListItem)),
  'catalog.note': procedure(z.object({ id: NoteId }), Note),
}
