import {
  Check,
  CircleX,
  ClockAlert,
  KeyRound,
  Lock,
  type LucideIcon,
  RotateCw,
  ShieldOff,
  TimerReset,
} from 'lucide-react'
import type { DeliverySummary, Verdict } from '#shared/deliveries/model.ts'
import { deliveryOutcome } from '#shared/deliveries/outcome.ts'
import { deliveryStates as copy, verdicts } from './copy.ts'
import type { VerdictTone } from './verdict-styles.ts'

/** How a delivery stands, in one icon: shape and color, and words for the tooltip. Green only as a check. */
export interface DeliveryState {
  readonly icon: LucideIcon
  readonly tone: VerdictTone
  readonly label: string
}

export function deliveryState({
  verdict,
  status,
  attempts,
}: Pick<DeliverySummary, 'verdict' | 'status' | 'attempts'>): DeliveryState {
  if (verdict !== 'verified') return { ...unverified[verdict], label: verdicts[verdict].label }
  switch (deliveryOutcome(status)) {
    case 'delivered':
      return attempts > 1
        ? { icon: RotateCw, tone: 'warn', label: copy.afterRetries }
        : { icon: Check, tone: 'ok', label: verdicts.verified.label }
    case 'retried':
      return { icon: RotateCw, tone: 'warn', label: copy.retrying }
    case 'failed':
      return { icon: CircleX, tone: 'danger', label: copy.failed }
  }
}

const unverified: Readonly<Record<Exclude<Verdict, 'verified'>, Omit<DeliveryState, 'label'>>> = {
  'signature-mismatch': { icon: CircleX, tone: 'danger' },
  unsigned: { icon: ShieldOff, tone: 'danger' },
  stale: { icon: ClockAlert, tone: 'warn' },
  future: { icon: TimerReset, tone: 'warn' },
  'no-secret': { icon: KeyRound, tone: 'warn' },
  'secret-locked': { icon: Lock, tone: 'warn' },
}
