import { z } from 'zod'

/**
 * The body of a delivery (specification, section 2, *Webhook event payload*), limited to the fields that Notehook uses. Unknown
 * fields are accepted.
 */
export const NoteEvent = z.looseObject({
  event_id: z.string(),
  event_type: z.string(),
  note_id: z.string(),
  occurred_at: z.string(),
  data: z.looseObject({ changed_fields: z.array(z.string()).optional() }).optional(),
})
export type NoteEvent = z.infer<typeof NoteEvent>
