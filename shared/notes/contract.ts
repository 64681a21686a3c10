import { z } from 'zod'
import { NoteId } from '#shared/ids.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { Folder } from './folder.ts'
import { Note, NoteFilter, NoteListItem, Transcript } from './model.ts'
import { page, wholeList } from './page.ts'
import { Space } from './space.ts'

const One = z.object({ id: NoteId })

/** Reading the service's spaces, folders and notes (specification, section 4). */
export const notes = {
  'notes.spaces': procedure(NoInput, wholeList(Space)),
  'notes.folders': procedure(NoInput, wholeList(Folder)),
  /** One page of at most 30 notes. */
  'notes.page': procedure(NoteFilter.extend({ cursor: z.string().optional() }), page(NoteListItem)),
  'notes.get': procedure(One, Note),
  /** Only on request: it can be long. One that is too large comes in parts, each behind the cursor of the one before. */
  'notes.transcript': procedure(One.extend({ cursor: z.string().max(8192).optional() }), Transcript),
}
