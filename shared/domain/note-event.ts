import { z } from 'zod'

/** The event types of section 6. Reading accepts any string; forms offer these. */
export const eventTypes = ['note.generated', 'note.edited', 'note.access_granted'] as const
export type EventType = (typeof eventTypes)[number]

export const eventTypeMeanings: Readonly<Record<EventType, string>> = {
  'note.generated': 'The first AI summary of a note is ready.',
  'note.edited': 'A note’s summary was edited or generated anew.',
  'note.access_granted': 'A note was shared, directly or by its folder.',
}

/** The body of a delivery (section 2, *Webhook event payload*), as far as it must be understood. Later fields pass. */
export const NoteEvent = z.looseObject({
  event_id: z.string(),
  event_type: z.string(),
  note_id: z.string(),
  occurred_at: z.string(),
  data: z.looseObject({ changed_fields: z.array(z.string()).optional() }).optional(),
})
export type NoteEvent = z.infer<typeof NoteEvent>
