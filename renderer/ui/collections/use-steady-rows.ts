import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Rows } from './use-rows.ts'

interface Seen<Item> {
  readonly items: readonly Item[]
  readonly tops: ReadonlyMap<string | number, number>
  readonly hadCurrent: boolean
}

/**
 * Keeps the visible rows in place when rows above them are added or removed, unless the list is at its top and the current row is
 * not visible. Scrolls by the distance that most rows moved, so that a single moved row or a new sort order does not scroll the
 * list.
 */
export function useSteadyRows<Item>({
  isSteady,
  scroller,
  items,
  keyOf,
  hasCurrent,
  rows: { first, last, topOf, scrollBy },
}: {
  readonly isSteady: boolean
  readonly scroller: RefObject<HTMLElement | null>
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string | number
  readonly hasCurrent: boolean
  readonly rows: Rows
}): void {
  const seen = useRef<Seen<Item>>(null)
  useLayoutEffect(() => {
    if (!isSteady) return
    const before = seen.current
    if (before !== null && before.items !== items) {
      const isAtTop = (scroller.current?.scrollTop ?? 0) <= 0
      if (before.hadCurrent || !isAtTop) scrollBy(pushedBy(before.tops, items, keyOf, topOf))
    }
    const inView = items.slice(first, last + 1)
    seen.current = {
      items,
      tops: new Map(inView.map((item, at) => [keyOf(item), topOf(first + at)])),
      hadCurrent: hasCurrent,
    }
  })
}

/** Returns how far more than half of the rows moved, in pixels. Returns 0 if they did not move by the same distance. */
function pushedBy<Item>(
  tops: Seen<Item>['tops'],
  items: readonly Item[],
  keyOf: (item: Item) => string | number,
  topOf: Rows['topOf'],
): number {
  const moved = items.flatMap((item, index) => {
    const top = tops.get(keyOf(item))
    return top === undefined ? [] : [topOf(index) - top]
  })
  return moved.find((by) => moved.filter((other) => other === by).length * 2 > tops.size) ?? 0
}
