import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { DeliveryView, ViewCount } from './view.ts'

const Views = z.array(DeliveryView)
const Filter = z.string().trim().min(1, 'Enter a filter first.').max(512)

/** Procedures for views, which are saved filters for deliveries. Views are listed in the order in which they were created. */
export const deliveryViews = {
  'deliveries.views': procedure(NoInput, Views),
  /** Saves a view, or changes the one with this `id`. Rejects a duplicate name with an error for the field `name`. */
  'deliveries.save-view': procedure(
    z.object({
      id: z.number().int().optional(),
      name: z.string().trim().min(1, 'Enter a name.').max(60, 'At most 60 characters.'),
      q: Filter,
    }),
    Views,
  ),
  'deliveries.remove-view': procedure(z.object({ id: z.number().int() }), Views),
  /** Counts the matches of a filter. Stops after 1,000 matches, or where a quick search would stop. */
  'deliveries.count-view': procedure(z.object({ q: Filter }), ViewCount),
}
