import { z } from 'zod'
import { apiDifferenceKinds } from './api-difference-kinds.ts'

export const ApiDifferenceKind = z.enum(apiDifferenceKinds)
export type ApiDifferenceKind = z.infer<typeof ApiDifferenceKind>

/** What was seen at one place, however often. Names, types and short values only: never what is in a note, never a secret. */
export const ApiDifference = z.object({
  id: z.number().int(),
  kind: ApiDifferenceKind,
  /** The field, as in `note.owner`, or the operation, as in `list notes`. */
  where: z.string(),
  /** At most five of what was found there, the first ones. */
  samples: z.array(z.string()),
  times: z.number().int(),
  /** ISO times. */
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** The section of the specification that describes it or leaves it open, such as `2, Note (list item)`. */
  section: z.string(),
  /** What this client expects there. */
  expected: z.string(),
  /** What this client does instead. */
  handled: z.string(),
})
export type ApiDifference = z.infer<typeof ApiDifference>
