import { Check, CircleX, type LucideIcon, RotateCw } from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { type DeliveryOutcome, deliveryOutcome } from '#shared/deliveries/responses/outcome.ts'
import { states, verdicts } from './copy.ts'
import { type VerdictTone, verdictStyles } from './verdict-styles.ts'

/** The icon and color of a response. */
export const outcomeStyles: Readonly<
  Record<DeliveryOutcome, { readonly icon: LucideIcon; readonly tone: VerdictTone }>
> = {
  delivered: { icon: Check, tone: 'ok' },
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

export interface DeliveryState {
  readonly icon: LucideIcon
  readonly tone: VerdictTone
  readonly label: string
}

/** One icon for a whole delivery: a check, an arrow if it took or takes retries, else what is wrong. */
export function deliveryState({
  verdict,
  status,
  attempts,
}: Pick<DeliverySummary, 'verdict' | 'status' | 'attempts'>): DeliveryState {
  if (verdict !== 'verified')
    return { ...verdictStyles[verdict], label: states.notVerified(verdicts[verdict].label.toLowerCase()) }
  const outcome = deliveryOutcome(status)
  if (outcome !== 'delivered') return { ...outcomeStyles[outcome], label: states[outcome] }
  return attempts > 1
    ? { icon: RotateCw, tone: 'warn', label: states.afterRetries }
    : { ...verdictStyles.verified, label: states.delivered }
}
