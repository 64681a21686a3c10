import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DeliverySummary } from '#shared/deliveries/model.ts'

/** Distance from the top in pixels within which the list still updates live. */
const atTop = 8

/**
 * Reasons to pause a list: the user paused it or scrolled down, a row is open or pressed, rows are selected, the pointer is over
 * the list, a menu is open, or the list's keys are used.
 */
export type HoldReason = 'user' | 'open' | 'selection' | 'pointer' | 'press' | 'menu' | 'keys' | 'scroll'

export interface HeldList {
  readonly shown: readonly DeliverySummary[]
  readonly isHeld: boolean
  /** Whether the user paused the list. It then stays paused wherever the pointer is. */
  readonly isPaused: boolean
  /** The id of the oldest row when the list was paused, or `null` if it is not paused. */
  readonly downTo: number | null
  readonly waiting: number
  readonly hold: (reason: HoldReason) => void
  /** Removes one reason. When the last reason is removed, the waiting deliveries are shown. */
  readonly unhold: (reason: HoldReason) => void
  readonly release: () => void
  readonly onScroll: (top: number) => void
}

interface Held {
  readonly rows: readonly DeliverySummary[]
  /** The newest id to show. It may belong to a deleted row, which the user may restore. */
  readonly upTo: number
  readonly reasons: ReadonlySet<HoldReason>
  readonly waiting: number
  readonly newest: number
}

/**
 * Pauses a live list, so that rows don't move while the user reads or acts on them. New deliveries are counted and shown when the
 * last reason ends. Further attempts still update their rows. `listKey` identifies the list, and `hasMore` means that older rows
 * have not been loaded.
 */
export function useHeldList(
  deliveries: readonly DeliverySummary[],
  { listKey, hasMore }: { readonly listKey: string; readonly hasMore: boolean },
): HeldList {
  const [held, setHeld] = useState<Held | null>(null)
  const oldest = hasMore ? (deliveries.at(-1)?.id ?? Number.POSITIVE_INFINITY) : 0
  const newest = deliveries[0]?.id ?? 0
  if (held !== null && newest > held.newest) {
    const fresh = deliveries.filter(({ id }) => id > held.newest).length
    setHeld({ ...held, newest, waiting: held.waiting + fresh })
  }
  const rows = held?.rows
  const gone = useGone(rows, deliveries, oldest, listKey)
  const shown = useMemo(
    () => (held === null ? deliveries : heldRows(held, deliveries, oldest, gone.current)),
    [held, deliveries, oldest, gone],
  )
  const hold = (reason: HoldReason) =>
    setHeld((before) => {
      if (before === null) {
        const upTo = Math.max(newest, ...gone.current.keys())
        return { rows: deliveries, upTo, reasons: new Set([reason]), waiting: 0, newest: upTo }
      }
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
    downTo: held?.rows.at(-1)?.id ?? null,
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

/**
 * Returns loaded rows that are no longer in the list, because they were deleted or no longer match. The user may undo either
 * change.
 */
function useGone(
  rows: readonly DeliverySummary[] | undefined,
  deliveries: readonly DeliverySummary[],
  oldest: number,
  listKey: string,
) {
  const gone = useRef(new Map<number, DeliverySummary>())
  const before = useRef({ deliveries, listKey })
  useEffect(() => {
    const known = before.current
    before.current = { deliveries, listKey }
    if (known.listKey !== listKey) return gone.current.clear()
    if (known.deliveries === deliveries) return
    const now = new Set(deliveries.map(({ id }) => id))
    for (const row of [...known.deliveries, ...(rows ?? [])])
      if (row.id >= oldest && !now.has(row.id)) gone.current.set(row.id, row)
    for (const id of gone.current.keys()) if (now.has(id)) gone.current.delete(id)
  }, [rows, deliveries, oldest, listKey])
  return gone
}

/** Returns the loaded rows without the new ones. Rows that the live list has dropped to limit its length are included. */
function heldRows(
  { rows, upTo }: Held,
  deliveries: readonly DeliverySummary[],
  oldest: number,
  gone: ReadonlyMap<number, DeliverySummary>,
): readonly DeliverySummary[] {
  const dropped = rows.filter(({ id }) => id < oldest && !gone.has(id))
  return [...deliveries.filter(({ id }) => id <= upTo), ...dropped]
}
