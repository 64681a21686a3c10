import { CircleCheck, CircleX, type LucideIcon, RotateCw } from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { type DeliveryOutcome, deliveryOutcome } from '#shared/deliveries/outcome.ts'
import { type VerdictTone, verdictStyles } from './verdict-styles.ts'

/** The icon and color of a response. They differ from those of a verdict, so that the two are not confused. */
export const outcomeStyles: Readonly<
  Record<DeliveryOutcome, { readonly icon: LucideIcon; readonly tone: VerdictTone }>
> = {
  delivered: { icon: CircleCheck, tone: 'ok' },
  retried: { icon: RotateCw, tone: 'warn' },
  failed: { icon: CircleX, tone: 'danger' },
}

/** A verified delivery that the service does not count as delivered: its response matters more than its signature. */
export function isVerifiedUndelivered({
  verdict,
  status,
}: Pick<DeliverySummary, 'verdict' | 'status'>): boolean {
  return verdict === 'verified' && deliveryOutcome(status) !== 'delivered'
}

/** Green means verified and delivered. */
export function verdictTone(delivery: Pick<DeliverySummary, 'verdict' | 'status'>) {
  return isVerifiedUndelivered(delivery) ? 'neutral' : verdictStyles[delivery.verdict].tone
}
