import { z } from 'zod'
import { NoteListItem } from '#shared/notes/model.ts'

/**
 * The notes that changed while an endpoint received nothing. The service replays nothing (specification, section 3), so
 * this list is all there is. A note that changed again later shows only that: it is counted, not listed.
 */
export const MissedNotes = z.object({
  /** ISO times; `to` is `null` while it lasts. `null`: no downtime is known. */
  downtime: z.object({ from: z.string(), to: z.string().nullable() }).nullable(),
  notes: z.array(NoteListItem),
  /** Notes that were there before and changed after the downtime: whether also during it is unknown. */
  changedLater: z.number().int(),
  source: z.enum(['index', 'service']),
  /** `false`: there may be more than could be read. */
  complete: z.boolean(),
})
export type MissedNotes = z.infer<typeof MissedNotes>
