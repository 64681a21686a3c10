import { z } from 'zod'

/** A named delivery filter of a workspace. */
export const DeliveryView = z.object({ id: z.number().int(), name: z.string(), q: z.string() })
export type DeliveryView = z.infer<typeof DeliveryView>

/** Maximum number of views in a workspace. A longer list would be hard to scan. */
export const mostViews = 50

/** Number of matches. `isMore`: counting ended early, shown as *1,000+*. */
export const ViewCount = z.object({ count: z.number().int(), isMore: z.boolean() })
export type ViewCount = z.infer<typeof ViewCount>
