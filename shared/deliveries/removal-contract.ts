import { z } from 'zod'
import { DeliveriesDeleted, Started } from '#shared/jobs/contract.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'

/** Selects deliveries of the open workspace, as `deliveries.list` does. */
const Matching = z.object({
  endpointId: z.string().max(256).optional(),
  noteId: z.string().max(256).optional(),
  q: z.string().max(512).optional(),
})

/** Range of a count. Later deliveries are not deleted. */
const Counted = z.object({
  /** Highest counted id. */
  newest: z.number().int(),
  /** ISO time of the count. A delivery that was retried after it is not deleted. */
  at: z.iso.datetime(),
})

/**
 * Procedures that delete deliveries. Event ids are stored for eight days after the last attempt, so that a retry (specification, section 3)
 * is recognized as a duplicate and does not restore the delivery.
 */
export const deliveryRemoval = {
  /** Counts the matching deliveries in steps, so that the caller can stop. `next`: the `before` of the next step. */
  'deliveries.count': procedure(
    z.object({ filter: Matching, before: z.number().int().optional() }),
    Counted.extend({
      matching: z.number().int(),
      /** Number of starred deliveries among the matching ones. */
      starred: z.number().int(),
      next: z.number().int().nullable(),
    }),
  ),
  'deliveries.remove': procedure(
    z.object({ ids: z.array(z.number().int()).min(1).max(200), starredToo: z.boolean() }),
    DeliveriesDeleted,
  ),
  /**
   * Hides a delivery everywhere, and deletes it after `undoMs` or when the app quits. If the app crashes first, the delivery reappears, so
   * nothing is lost while it can be restored.
   */
  'deliveries.hide': procedure(z.object({ id: z.number().int() }), z.null()),
  /** Lists the hidden deliveries, so that a page that was reloaded can restore them. `leftMs`: remaining milliseconds. */
  'deliveries.hidden': procedure(
    NoInput,
    z.array(z.object({ id: z.number().int(), leftMs: z.number().nonnegative() })),
  ),
  /** Shows a hidden delivery again. `restored`: it is in the open workspace and was not yet deleted. */
  'deliveries.unhide': procedure(z.object({ id: z.number().int() }), z.object({ restored: z.boolean() })),
  /** Starts a job that deletes the counted deliveries, in slices. */
  'deliveries.remove-matching': procedure(
    Counted.extend({ filter: Matching, total: z.number().int(), starredToo: z.boolean() }),
    Started,
  ),
}
