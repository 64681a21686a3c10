import { z } from 'zod'
import { NoInput, NoOutput, procedure } from '#shared/rpc/define.ts'

/** Which deliveries of the open workspace: as in `deliveries.list`. */
const Matching = z.object({
  endpointId: z.string().max(256).optional(),
  noteId: z.string().max(256).optional(),
  q: z.string().max(512).optional(),
})

/** What was counted: nothing that came after that is touched. */
const Counted = z.object({
  /** Up to this id. */
  newest: z.number().int(),
  /** ISO time. One that is tried again later is another than was counted. */
  at: z.iso.datetime(),
})

const What = z.discriminatedUnion('by', [
  Counted.extend({ by: z.literal('filter'), filter: Matching, of: z.number().int() }),
  z.object({ by: z.literal('ids'), ids: z.array(z.number().int()).min(1).max(200) }),
])

/**
 * Deleting what was received. The ids of events stay for eight days after they were last seen, so that a retry
 * (specification, section 3) is known as a duplicate and brings nothing back.
 */
export const deliveryRemoval = {
  /** How many match, counted in steps, so that whoever waits can leave it: `next` is the `before` of the next one. */
  'deliveries.count': procedure(
    z.object({ filter: Matching, before: z.number().int().optional() }),
    Counted.extend({
      matching: z.number().int(),
      /** How many of them are starred. */
      starred: z.number().int(),
      next: z.number().int().nullable(),
    }),
  ),
  /** In slices, told of by `deliveries.removing`. Refused while another removal is under way. */
  'deliveries.remove': procedure(
    z.object({ what: What, starredToo: z.boolean() }),
    z.object({
      removed: z.number().int(),
      /** Matched, but were starred or tried again since they were counted. */
      spared: z.number().int(),
      stopped: z.boolean(),
    }),
  ),
  /** After the slice that is under way. What is deleted stays so. */
  'deliveries.stop-removing': procedure(NoInput, NoOutput),
}
