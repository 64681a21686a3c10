import { useCallback, useMemo, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'

/** Pixels from the top within which the list still updates live. */
const atTop = 8

/** Why a list is held: *Pause*, an open row, the pointer over it, a pressed row, its menu, or being scrolled down. */
export type HoldReason = 'user' | 'open' | 'pointer' | 'press' | 'menu' | 'scroll'

export interface HeldList {
  readonly shown: readonly DeliverySummary[]
  readonly isHeld: boolean
  /** Held until it is resumed, whatever the pointer does. */
  readonly isPaused: boolean
  /** How many have arrived since it was held. */
  readonly waiting: number
  readonly hold: (reason: HoldReason) => void
  /** Shows what waits, unless there is another reason to hold. */
  readonly unhold: (reason: HoldReason) => void
  /** Shows what waits, for whatever reason it is held. */
  readonly release: () => void
  readonly onScroll: (top: number) => void
}

interface Held {
  /** The rows when it was held. */
  readonly rows: readonly DeliverySummary[]
  readonly reasons: ReadonlySet<HoldReason>
  readonly waiting: number
  /** The newest id counted in `waiting`. */
  readonly newest: number
}

/**
 * Holds a live list still, so that rows do not move under the pointer or away from the reader. New deliveries are counted
 * and shown when the last reason is gone. A further attempt still updates its row.
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
  const hold = (reason: HoldReason) =>
    setHeld((before) => {
      if (before === null) return { rows: deliveries, reasons: new Set([reason]), waiting: 0, newest }
      return before.reasons.has(reason)
        ? before
        : { ...before, reasons: new Set([...before.reasons, reason]) }
    })
  const unhold = useCallback(
    (reason: HoldReason) =>
      setHeld((before) => {
        if (before === null || !before.reasons.has(reason)) return before
        const reasons = new Set(before.reasons)
        reasons.delete(reason)
        return reasons.size === 0 ? null : { ...before, reasons }
      }),
    [],
  )
  const release = useCallback(() => setHeld(null), [])
  return {
    shown,
    isHeld: held !== null,
    isPaused: held?.reasons.has('user') ?? false,
    waiting: held?.waiting ?? 0,
    hold,
    unhold,
    release,
    onScroll(top) {
      if (top > atTop) hold('scroll')
      else unhold('scroll')
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
