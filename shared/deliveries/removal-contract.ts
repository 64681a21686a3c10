import { z } from 'zod'
import { DeliveriesDeleted, Started } from '#shared/jobs/contract.ts'
import { NoInput, procedure } from '#shared/rpc/define.ts'

const Matching = z.object({
  endpointId: z.string().max(256).optional(),
  noteId: z.string().max(256).optional(),
  q: z.string().max(512).optional(),
})

/** Limits a deletion to the deliveries that were counted before. Deliveries that arrived later are not deleted. */
const Counted = z.object({
  newest: z.number().int(),
  /** ISO time of the count. Deliveries that were retried after this time are not deleted. */
  at: z.iso.datetime(),
})

/**
 * Procedures that delete deliveries. The listener remembers a deleted delivery's event id for eight days after the last attempt.
 * If the service retries the event (specification, section 3), the listener then recognizes the duplicate, and the delivery
 * doesn't reappear.
 */
export const deliveryRemoval = {
  /**
   * Counts the matching deliveries in steps, so that the caller can stop in between. Pass `next` as `before` to the next step.
   */
  'deliveries.count': procedure(
    z.object({ filter: Matching, before: z.number().int().optional() }),
    Counted.extend({
      matching: z.number().int(),
      starred: z.number().int(),
      next: z.number().int().nullable(),
    }),
  ),
  'deliveries.remove': procedure(
    z.object({ ids: z.array(z.number().int()).min(1).max(200), starredToo: z.boolean() }),
    DeliveriesDeleted,
  ),
  /**
   * Hides a delivery everywhere, then deletes it after `undoMs` or when the app quits. Until then, the user can restore it. If
   * the app crashes before that, the delivery is shown again.
   */
  'deliveries.hide': procedure(z.object({ id: z.number().int() }), z.null()),
  /**
   * Lists the hidden deliveries, so that a page can still restore them after a reload. `leftMs` is the remaining time in
   * milliseconds.
   */
  'deliveries.hidden': procedure(
    NoInput,
    z.array(z.object({ id: z.number().int(), leftMs: z.number().nonnegative() })),
  ),
  /**
   * Shows a hidden delivery again. `restored` is `false` if it was already deleted or belongs to a workspace that is not open.
   */
  'deliveries.unhide': procedure(z.object({ id: z.number().int() }), z.object({ restored: z.boolean() })),
  'deliveries.remove-matching': procedure(
    Counted.extend({ filter: Matching, total: z.number().int(), starredToo: z.boolean() }),
    Started,
  ),
}
