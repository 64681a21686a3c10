import { z } from 'zod'

export const DeliveryView = z.object({ id: z.number().int(), name: z.string(), q: z.string() })
export type DeliveryView = z.infer<typeof DeliveryView>

/** Maximum number of views in a workspace. A longer list would be hard to scan. */
export const mostViews = 50

/** The number of matches. `isMore` means that counting stopped early, which is shown as *1,000+*. */
export const ViewCount = z.object({ count: z.number().int(), isMore: z.boolean() })
export type ViewCount = z.infer<typeof ViewCount>
