import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleEllipsis,
  Copy,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import type { Coverage, CoverageCell } from '#shared/endpoints/coverage.ts'

export type CellState = CoverageCell['state'] | 'missesShared' | 'off'

export function cellStateOf({ state, missesShared, off }: CoverageCell): CellState {
  if (missesShared) return 'missesShared'
  return state === 'none' && off.length > 0 ? 'off' : state
}

/** Each look has a sign of its own, so that the colour is never alone in saying it. */
export const cellStates: Readonly<Record<CellState, { readonly icon: LucideIcon; readonly short: string }>> =
  {
    once: { icon: CircleCheck, short: 'heard of once' },
    twice: { icon: Copy, short: 'heard of twice or more' },
    part: { icon: CircleEllipsis, short: 'in some subfolders only' },
    missesShared: { icon: TriangleAlert, short: 'generated but not granted' },
    off: { icon: Ban, short: 'by disabled endpoints only' },
    none: { icon: CircleDashed, short: 'nobody hears of it' },
  }

export function elsewhereWords({ rows }: Coverage): string {
  return rows.length === 1 ? 'Any folder or none' : 'Everywhere else'
}
