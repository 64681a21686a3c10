import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export interface RowsOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowHeight: number
  /** The height of the heading above each row, in pixels. `null` if there are no headings. */
  readonly above: readonly number[] | null
}

export interface Rows {
  /** Indexes of the first and last visible row. `last` is -1 if there are no rows. */
  readonly first: number
  readonly last: number
  readonly height: number
  readonly topOf: (index: number) => number
  readonly reveal: (index: number) => void
  readonly scrollBy: (pixels: number) => void
  /** Whether the list was at its top when it last scrolled. Doesn't read the layout, which would be computed early. */
  readonly isAtTop: () => boolean
}

/**
 * Computes the visible rows of a list. Without headings, all rows have the same height, so the cost doesn't depend on the number
 * of rows.
 */
export function useRows({ scroller, count, rowHeight, above }: RowsOptions): Rows {
  const [view, setView] = useState({ top: 0, height: 0 })
  const begins = useMemo(() => above && beginsOf(above, rowHeight), [above, rowHeight])

  const { beginOf, rowAt } = useMemo(() => {
    const beginOf = (index: number) => begins?.[index] ?? index * rowHeight
    const rowAt = (top: number) => (begins ? lastUpTo(begins, top) : Math.floor(top / rowHeight))
    return { beginOf, rowAt }
  }, [begins, rowHeight])

  const scrolled = useRef(0)
  const look = useCallback(() => {
    const { scrollTop: top = 0, clientHeight: height = 0 } = scroller.current ?? {}
    scrolled.current = top
    setView((before) =>
      before.height === height &&
      rowAt(before.top) === rowAt(top) &&
      rowAt(before.top + height) === rowAt(top + height)
        ? before
        : { top, height },
    )
  }, [scroller, rowAt])

  useLayoutEffect(look, [look])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // Renders before the next paint, because fast scrolling would otherwise show empty space.
    const onScroll = () => flushSync(look)
    element.addEventListener('scroll', onScroll, { passive: true })
    const resizes = new ResizeObserver(look)
    resizes.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      resizes.disconnect()
    }
  }, [scroller, look])

  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current
      if (!element) return
      const from = beginOf(index)
      const to = beginOf(index + 1)
      if (from < element.scrollTop) element.scrollTop = from
      else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight
      look()
    },
    [scroller, beginOf, look],
  )

  const scrollBy = useCallback(
    (pixels: number) => {
      if (!scroller.current || pixels === 0) return
      scroller.current.scrollTop += pixels
      look()
    },
    [scroller, look],
  )

  const height = beginOf(count)
  const top = Math.max(0, Math.min(view.top, height - view.height))
  const isEmpty = count === 0 || view.height === 0
  return {
    first: isEmpty ? 0 : rowAt(top),
    last: isEmpty ? -1 : Math.min(count - 1, rowAt(top + view.height - 1)),
    height,
    topOf: (index) => beginOf(index + 1) - rowHeight,
    reveal,
    scrollBy,
    isAtTop: () => scrolled.current <= 0,
  }
}

/** Returns the top of each row including its heading, followed by the bottom of the last row. */
function beginsOf(above: readonly number[], rowHeight: number): readonly number[] {
  const begins = [0]
  let at = 0
  for (const pixels of above) {
    at += pixels + rowHeight
    begins.push(at)
  }
  return begins
}

/** Returns the index of the last number that is at most `most`, or 0 if all are larger. The numbers must be ascending. */
function lastUpTo(numbers: readonly number[], most: number): number {
  let from = 0
  let to = numbers.length - 1
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    if ((numbers[middle] ?? 0) <= most) from = middle
    else to = middle - 1
  }
  return from
}
