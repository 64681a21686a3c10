import { useState } from 'react'
import type { DeliverySummary } from '../../../shared/domain/delivery.ts'

/** Pixels from the top within which the list still follows what arrives. */
const atTop = 8

export interface HeldList {
  readonly shown: readonly DeliverySummary[]
  readonly isHeld: boolean
  /** How many have arrived since. */
  readonly waiting: number
  readonly hold: () => void
  readonly release: () => void
  readonly onScroll: (top: number) => void
}

/**
 * A list that grows at its top holds still while somebody reads further down, once a row is chosen, and after *Pause*: rows
 * do not move under the pointer. What arrives is counted and shown on release; another attempt of a row that is shown still
 * changes that row.
 */
export function useHeldList(deliveries: readonly DeliverySummary[]): HeldList {
  const [held, setHeld] = useState<{ readonly newest: number; readonly byHand: boolean } | null>(null)
  const newest = deliveries[0]?.id ?? 0
  const shown = held === null ? deliveries : deliveries.filter(({ id }) => id <= held.newest)
  return {
    shown,
    isHeld: held !== null,
    waiting: deliveries.length - shown.length,
    hold: () => setHeld({ newest: held?.newest ?? newest, byHand: true }),
    release: () => setHeld(null),
    onScroll(top) {
      if (top > atTop && held === null) setHeld({ newest, byHand: false })
      if (top <= atTop && held?.byHand === false) setHeld(null)
    },
  }
}
