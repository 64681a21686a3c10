import { z } from 'zod'

/** A filter of deliveries under a name, stored for its workspace. */
export const DeliveryView = z.object({ id: z.number().int(), name: z.string(), q: z.string() })
export type DeliveryView = z.infer<typeof DeliveryView>

/** More would not be looked through. */
export const mostViews = 50

/** *1,204*, or *1,000+* where counting ended before there were no more. */
export const ViewCount = z.object({ count: z.number().int(), isMore: z.boolean() })
export type ViewCount = z.infer<typeof ViewCount>
