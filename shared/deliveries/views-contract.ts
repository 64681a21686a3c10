import { z } from 'zod'
import { NoInput, procedure } from '#shared/rpc/define.ts'
import { DeliveryView, ViewCount } from './view.ts'

const Views = z.array(DeliveryView)
const Filter = z.string().trim().min(1, 'Enter a filter first.').max(512)

/** Procedures for saved delivery filters, in order of creation. */
export const deliveryViews = {
  'deliveries.views': procedure(NoInput, Views),
  /** Saves a view, or changes the view with this `id`. Refuses a duplicate name, with the field `name`. */
  'deliveries.save-view': procedure(
    z.object({
      id: z.number().int().optional(),
      name: z.string().trim().min(1, 'Enter a name.').max(60, 'At most 60 characters.'),
      q: Filter,
    }),
    Views,
  ),
  'deliveries.remove-view': procedure(z.object({ id: z.number().int() }), Views),
  /** Counts the matches of a filter, up to 1,000 and only as far back as a quick search reaches. */
  'deliveries.count-view': procedure(z.object({ q: Filter }), ViewCount),
}
