import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'

/** Kinds of differences between the service's responses and its specification. */
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

/** A difference at one field or operation. Contains names, types and short values, but never note content or a secret. */
export const ApiDifference = z.object({
  id: z.number().int(),
  kind: ApiDifferenceKind,
  /** A field such as `note.owner`, or an operation such as `list notes`. */
  where: z.string(),
  samples: z.array(z.string()),
  times: z.number().int(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** The section of the specification that defines this field or operation, or leaves it open, such as `2, Note (list item)`. */
  section: z.string(),
  expected: z.string(),
  handled: z.string(),
})
export type ApiDifference = z.infer<typeof ApiDifference>

/** Procedures for the open workspace's differences from the specification. They are stored only on this computer. */
export const apiDifferences = {
  'workspaces.api-differences': procedure(NoInput, z.array(ApiDifference)),
  'workspaces.clear-api-differences': procedure(NoInput, NoOutput),
}
