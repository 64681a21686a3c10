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

/** States in the order of the legend. */
export const cellStates: readonly CellState[] = ['once', 'twice', 'part', 'missesShared', 'off', 'none']

export function cellStateOf({ state, missesShared, off }: CoverageCell): CellState {
  if (missesShared) return 'missesShared'
  return state === 'none' && off.length > 0 ? 'off' : state
}

/** Icons of the states. Each state has its own, so that color is never the only sign. */
export const cellIcons: Readonly<Record<CellState, LucideIcon>> = {
  once: Check,
  twice: CheckCheck,
  part: CircleEllipsis,
  missesShared: TriangleAlert,
  off: Ban,
  none: CircleDashed,
}
