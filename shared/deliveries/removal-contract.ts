import { z } from 'zod'
import { DeliveriesDeleted, Started } from '#shared/jobs/contract.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'

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

/**
 * Deleting what was received. The ids of events stay for eight days after they were last seen, so that a retry
 * (specification, section 3) is known as a duplicate and brings nothing back.
 */
export const deliveryRemoval = {
  /** How many match, counted in steps, so that the caller can stop: `next` is the `before` of the next one. */
  'deliveries.count': procedure(
    z.object({ filter: Matching, before: z.number().int().optional() }),
    Counted.extend({
      matching: z.number().int(),
      /** How many of them are starred. */
      starred: z.number().int(),
      next: z.number().int().nullable(),
    }),
  ),
  'deliveries.remove': procedure(
    z.object({ ids: z.array(z.number().int()).min(1).max(200), starredToo: z.boolean() }),
    DeliveriesDeleted,
  ),
  /**
   * Hides one from lists and from itself, and deletes it after `undoMs` or when the app quits. If the app crashes before, it is there
   * again: as long as it can be restored, nothing is lost.
   */
  'deliveries.hide': procedure(z.object({ id: z.number().int() }), z.null()),
  /** What is hidden now, so that a page that was loaded since can restore it; `leftMs`: for so many milliseconds. */
  'deliveries.hidden': procedure(
    NoInput,
    z.array(z.object({ id: z.number().int(), leftMs: z.number().nonnegative() })),
  ),
  /** Shows it again. `restored`: it is of the open workspace, and was not deleted yet. */
  'deliveries.unhide': procedure(z.object({ id: z.number().int() }), z.object({ restored: z.boolean() })),
  /** Starts a job that deletes what was counted, in slices. */
  'deliveries.remove-matching': procedure(
    Counted.extend({ filter: Matching, of: z.number().int(), starredToo: z.boolean() }),
    Started,
  ),
}
