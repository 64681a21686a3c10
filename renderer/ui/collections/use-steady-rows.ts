import { useLayoutEffect, useRef } from 'react'
import type { Rows } from './use-rows.ts'

interface Seen<Item> {
  readonly items: readonly Item[]
  readonly tops: ReadonlyMap<string | number, number>
  readonly hadCurrent: boolean
}

/**
 * Scrolls the list so that visible rows don't move when rows above them are added or removed. A list that is scrolled to its top
 * stays there, unless its current row is visible. Only a movement of most rows counts, so sorting the list doesn't scroll it.
 */
export function useSteadyRows<Item>({
  isSteady,
  items,
  keyOf,
  hasCurrent,
  rows: { first, last, topOf, scrollBy, isAtTop },
}: {
  readonly isSteady: boolean
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
      if (before.hadCurrent || !isAtTop()) scrollBy(pushedBy(before.tops, items, keyOf, topOf))
    }
    const inView = items.slice(first, last + 1)
    seen.current = {
      items,
      tops: new Map(inView.map((item, at) => [keyOf(item), topOf(first + at)])),
      hadCurrent: hasCurrent,
    }
  })
}

/** Returns how many pixels most of the rows moved. Returns 0 if no more than half of them moved by the same distance. */
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
