import { useMemo, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'

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

interface Held {
  /** As they were then. */
  readonly rows: readonly DeliverySummary[]
  readonly byHand: boolean
  /** What came since, up to this id. */
  readonly waiting: number
  readonly newest: number
}

/**
 * A list that grows at its top holds still while somebody reads further down, once a row is chosen, and after *Pause*: rows
 * do not move under the pointer. What arrives is counted and shown on release; another attempt of a row that is shown still
 * changes that row.
 */
export function useHeldList(deliveries: readonly DeliverySummary[]): HeldList {
  const [held, setHeld] = useState<Held | null>(null)
  const newest = deliveries[0]?.id ?? 0
  if (held !== null && newest > held.newest) {
    const fresh = deliveries.filter(({ id }) => id > held.newest).length
    setHeld({ ...held, newest, waiting: held.waiting + fresh })
  }
  const rows = held?.rows
  const shown = useMemo(
    () => (rows === undefined ? deliveries : stillThere(rows, deliveries)),
    [rows, deliveries],
  )
  const start = (byHand: boolean) => setHeld({ rows: deliveries, byHand, waiting: 0, newest })
  return {
    shown,
    isHeld: held !== null,
    waiting: held?.waiting ?? 0,
    hold: () => (held === null ? start(true) : setHeld({ ...held, byHand: true })),
    release: () => setHeld(null),
    onScroll(top) {
      if (top > atTop && held === null) start(false)
      if (top <= atTop && held?.byHand === false) setHeld(null)
    },
  }
}

/** The rows as they are now, and those read behind them. A list lets go of older rows in a flood: they were not deleted. */
function stillThere(
  rows: readonly DeliverySummary[],
  deliveries: readonly DeliverySummary[],
): readonly DeliverySummary[] {
  const now = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  const oldest = deliveries.at(-1)?.id ?? 0
  const kept = rows.flatMap((row) => now.get(row.id) ?? (row.id < oldest ? [row] : []))
  const last = rows.at(-1)?.id ?? 0
  return [...kept, ...deliveries.filter(({ id }) => id < last)]
}
