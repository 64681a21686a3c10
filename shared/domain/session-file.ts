import { z } from 'zod'
import { DeliveryDetail } from './delivery.ts'

/** The first line of a file of deliveries that another Notehook opens. A later version may be read by nobody before it. */
export const SessionHead = z.object({
  notehook_session: z.literal(1),
  title: z.string().max(256),
  exported_at: z.string().max(64),
})
export type SessionHead = z.infer<typeof SessionHead>

/** A delivery in a file: whole, its body in base64, and as text too where it is UTF-8. The file is JSON, a line each. */
export const DeliveryRecord = DeliveryDetail.extend({ body: z.string().optional() })
export type DeliveryRecord = z.infer<typeof DeliveryRecord>
