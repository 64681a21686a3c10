import { z } from 'zod'
import { NoteId } from '#shared/ids.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { Folder } from './folder.ts'
import { Note, NoteFilter, NoteListItem, Transcript } from './model.ts'
import { page, wholeList } from './page.ts'
import { Space } from './space.ts'

const One = z.object({ id: NoteId })

export const notes = {
  'notes.spaces': procedure(NoInput, wholeList(Space)),
  'notes.folders': procedure(NoInput, wholeList(Folder)),
  'notes.page': procedure(NoteFilter.extend({ cursor: z.string().optional() }), page(NoteListItem)),
  'notes.get': procedure(One, Note),
  /**
   * Returns a transcript, which can be long. If it is too large for one response, pass the previous part's cursor to get the next
   * part.
   */
  'notes.transcript': procedure(One.extend({ cursor: z.string().max(8192).optional() }), Transcript),
}
