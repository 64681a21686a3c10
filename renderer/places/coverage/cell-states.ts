import {
  Ban,
  Check,
  CheckCheck,
  CircleDashed,
  CircleEllipsis,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import type { CoverageCell } from '#shared/endpoints/coverage.ts'

export type CellState = CoverageCell['state'] | 'missesShared' | 'off'

export const cellStates: readonly CellState[] = ['once', 'twice', 'part', 'missesShared', 'off', 'none']

export function cellStateOf({ state, missesShared, off }: CoverageCell): CellState {
  if (missesShared) return 'missesShared'
  return state === 'none' && off.length > 0 ? 'off' : state
}

/** The icon of each state, which distinguishes states without color. */
export const cellIcons: Readonly<Record<CellState, LucideIcon>> = {
  once: Check,
  twice: CheckCheck,
  part: CircleEllipsis,
  missesShared: TriangleAlert,
  off: Ban,
  none: CircleDashed,
}
