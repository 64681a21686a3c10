import { z } from 'zod'

/** Sort order for a list of notes. The service's own order is not specified (section 4). */
export const NoteOrder = z.object({
  by: z.enum(['title', 'owner', 'created', 'updated']),
  descending: z.boolean(),
})
export type NoteOrder = z.infer<typeof NoteOrder>
