import { z } from 'zod'
import { surpriseKinds } from './api-difference-kinds.ts'

export const SurpriseKind = z.enum(surpriseKinds)
export type SurpriseKind = z.infer<typeof SurpriseKind>

/** What was seen at one place, however often. Names, types and short values only: never what is in a note, never a secret. */
export const SurpriseSeen = z.object({
  id: z.number().int(),
  kind: SurpriseKind,
  /** The field, as in `note.owner`, or the operation, as in `list notes`. */
  where: z.string(),
  /** At most five of what was found there, the first ones. */
  samples: z.array(z.string()),
  times: z.number().int(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** It appeared since somebody last looked. */
  fresh: z.boolean(),
  /** Where the specification speaks of it or is silent, such as `2, Note (list item)`. */
  section: z.string(),
  /** What this client relies on there. */
  assumed: z.string(),
  /** What it does all the same. */
  handled: z.string(),
})
export type SurpriseSeen = z.infer<typeof SurpriseSeen>
