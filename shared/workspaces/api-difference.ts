import { z } from 'zod'

/** How a response of the service can differ from its specification. */
export const ApiDifferenceKind = z.enum([
  'unknown-field',
  'unknown-value',
  'wrong-type',
  'missing-field',
  'odd-id',
  'unreadable-item',
  'status',
  'error-body',
  'answer',
  'paging',
  'ignored',
])
export type ApiDifferenceKind = z.infer<typeof ApiDifferenceKind>

/** A difference at one location. Contains names, types and short values: never note content, never a secret. */
export const ApiDifference = z.object({
  id: z.number().int(),
  kind: ApiDifferenceKind,
  /** The field, as in `note.owner`, or the operation, as in `list notes`. */
  where: z.string(),
  /** The first values found there, at most five. */
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
