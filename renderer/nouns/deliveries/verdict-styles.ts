import {
  Check,
  CircleX,
  ClockAlert,
  KeyRound,
  Lock,
  type LucideIcon,
  ShieldOff,
  TimerReset,
} from 'lucide-react'
import type { Verdict } from '#shared/deliveries/model.ts'

export type VerdictTone = 'ok' | 'warn' | 'danger'

export const verdictStyles: Readonly<
  Record<Verdict, { readonly tone: VerdictTone; readonly icon: LucideIcon }>
> = {
  verified: { tone: 'ok', icon: Check },
  'signature-mismatch': { tone: 'danger', icon: CircleX },
  stale: { tone: 'warn', icon: ClockAlert },
  future: { tone: 'warn', icon: TimerReset },
  unsigned: { tone: 'danger', icon: ShieldOff },
  'no-secret': { tone: 'warn', icon: KeyRound },
  'secret-locked': { tone: 'warn', icon: Lock },
}
