import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { DeliveryView, ViewCount } from './view.ts'

const Views = z.array(DeliveryView)
const Filter = z.string().trim().min(1, 'Enter a filter first.').max(512)

/** Filters of deliveries saved under a name, in the order in which they were made. */
export const deliveryViews = {
  'deliveries.views': procedure(NoInput, Views),
  /** With an `id`, that one is changed. A name that is taken is refused, under the field `name`. */
  'deliveries.save-view': procedure(
    z.object({
      id: z.number().int().optional(),
      name: z.string().trim().min(1, 'Enter a name.').max(60, 'At most 60 characters.'),
      q: Filter,
    }),
    Views,
  ),
  'deliveries.remove-view': procedure(z.object({ id: z.number().int() }), Views),
  /** How many a filter leaves: up to 1,000, and as far back as can be searched without a wait. */
  'deliveries.count-view': procedure(z.object({ q: Filter }), ViewCount),
}
