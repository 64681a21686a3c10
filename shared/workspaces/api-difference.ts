import { z } from 'zod'

/** Kinds of differences between a response of the service and its specification. */
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

/** A difference at one location. Contains names, types and short values, but never note content or a secret. */
export const ApiDifference = z.object({
  id: z.number().int(),
  kind: ApiDifferenceKind,
  /** Field, as in `note.owner`, or operation, as in `list notes`. */
  where: z.string(),
  /** First values found there, at most five. */
  samples: z.array(z.string()),
  times: z.number().int(),
  /** ISO times. */
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** Section of the specification that defines the location or leaves it open, such as `2, Note (list item)`. */
  section: z.string(),
  /** Expected behavior of the service. */
  expected: z.string(),
  /** Behavior of this client instead. */
  handled: z.string(),
})
export type ApiDifference = z.infer<typeof ApiDifference>
