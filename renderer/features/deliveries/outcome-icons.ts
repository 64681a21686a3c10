import { CircleCheck, CircleX, type LucideIcon, RotateCw } from 'lucide-react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { type DeliveryOutcome, deliveryOutcome } from '#shared/deliveries/outcome.ts'
import { verdictWords } from './verification-words.ts'

/** How an answer is told from the signature: by its icon, and by its colour. */
export const outcomeMarks: Readonly<
  Record<DeliveryOutcome, { readonly icon: LucideIcon; readonly tone: 'ok' | 'warn' | 'danger' }>
> = {
  delivered: { icon: CircleCheck, tone: 'ok' },
  retried: { icon: RotateCw, tone: 'warn' },
  failed: { icon: CircleX, tone: 'danger' },
}

/** It is genuine, and the service does not count it as delivered: the answer is the news, and the signature is none. */
export function isGenuineOnly({ verdict, status }: Pick<DeliverySummary, 'verdict' | 'status'>): boolean {
  return verdict === 'verified' && deliveryOutcome(status) !== 'delivered'
}

/** Green is for what was delivered as well. */
export function verdictTone(delivery: Pick<DeliverySummary, 'verdict' | 'status'>) {
  return isGenuineOnly(delivery) ? 'neutral' : verdictWords[delivery.verdict].tone
}
