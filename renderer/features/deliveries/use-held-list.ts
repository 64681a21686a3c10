import { useMemo, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'

/** Pixels from the top within which the list still updates live. */
const atTop = 8

export interface HeldList {
  readonly shown: readonly DeliverySummary[]
  readonly isHeld: boolean
  /** How many have arrived since it was held. */
  readonly waiting: number
  readonly hold: () => void
  readonly release: () => void
  readonly onScroll: (top: number) => void
}

interface Held {
  /** The rows when it was held. */
  readonly rows: readonly DeliverySummary[]
  readonly byUser: boolean
  readonly waiting: number
  /** The newest id counted in `waiting`. */
  readonly newest: number
}

/**
 * Holds a live list still while the user reads further down, after a row was chosen, and after *Pause*, so that rows do not
 * move under the pointer. New deliveries are counted and shown on release. A further attempt still updates its row.
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
    () => (rows === undefined ? deliveries : heldRows(rows, deliveries)),
    [rows, deliveries],
  )
  const start = (byUser: boolean) => setHeld({ rows: deliveries, byUser, waiting: 0, newest })
  return {
    shown,
    isHeld: held !== null,
    waiting: held?.waiting ?? 0,
    hold: () => (held === null ? start(true) : setHeld({ ...held, byUser: true })),
    release: () => setHeld(null),
    onScroll(top) {
      if (top > atTop && held === null) start(false)
      if (top <= atTop && held?.byUser === false) setHeld(null)
    },
  }
}

/** The held rows as they are now, and those loaded below them. Rows that the list dropped in a flood stay; they were not deleted. */
function heldRows(
  rows: readonly DeliverySummary[],
  deliveries: readonly DeliverySummary[],
): readonly DeliverySummary[] {
  const now = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
  const oldest = deliveries.at(-1)?.id ?? 0
  const kept = rows.flatMap((row) => now.get(row.id) ?? (row.id < oldest ? [row] : []))
  const last = rows.at(-1)?.id ?? 0
  return [...kept, ...deliveries.filter(({ id }) => id < last)]
}
