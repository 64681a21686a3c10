import {
  ClockAlert,
  KeyRound,
  Lock,
  type LucideIcon,
  ShieldCheck,
  ShieldOff,
  ShieldX,
  TimerReset,
} from 'lucide-react'
import type { DeliveryDetail, Verdict } from '#shared/deliveries/model.ts'
import { deliveryOutcome } from '#shared/deliveries/outcome.ts'
import { readSimulatedResponse } from '#shared/deliveries/recorded-response.ts'
import { undelivered, verdicts } from './copy.ts'

export type VerdictTone = 'ok' | 'warn' | 'danger'

export const verdictStyles: Readonly<
  Record<Verdict, { readonly tone: VerdictTone; readonly icon: LucideIcon }>
> = {
  verified: { tone: 'ok', icon: ShieldCheck },
  'signature-mismatch': { tone: 'danger', icon: ShieldX },
  stale: { tone: 'warn', icon: ClockAlert },
  future: { tone: 'warn', icon: TimerReset },
  unsigned: { tone: 'danger', icon: ShieldOff },
  'no-secret': { tone: 'warn', icon: KeyRound },
  'secret-locked': { tone: 'warn', icon: Lock },
}

/** What the verdict of a delivery means. A verified delivery whose last response failed is not called delivered. */
export function verdictSummary(delivery: Pick<DeliveryDetail, 'verdict' | 'status' | 'attemptLog'>): {
  readonly tone: VerdictTone
  readonly title: string
  readonly advice: string
} {
  const { verdict, status, attemptLog } = delivery
  const outcome = deliveryOutcome(status)
  if (verdict !== 'verified' || outcome === 'delivered') {
    const { title, advice } = verdicts[verdict]
    return { tone: verdictStyles[verdict].tone, title, advice }
  }
  const simulated = readSimulatedResponse(attemptLog.at(-1)?.answer ?? '')
  const response = simulated
    ? undelivered.simulated(simulated.status, simulated.delayMs / 1000)
    : undelivered.unverified(status)
  const { title, advice } = undelivered[outcome]
  return { tone: outcome === 'retried' ? 'warn' : 'danger', title, advice: advice(response) }
}
