import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

export interface RowsOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** In pixels. */
  readonly rowHeight: number
  /** The height of what is above each row, in pixels; `null` if there is nothing above any. */
  readonly above: readonly number[] | null
}

/** Which rows of a long list are in view, and where each is. */
export interface Rows {
  /** In view now, first and last; -1 as the last when there is none. */
  readonly first: number
  readonly last: number
  /** In pixels. */
  readonly height: number
  /** Where the row itself begins, below what is above it. */
  readonly topOf: (index: number) => number
  /** Scrolls no further than needed. */
  readonly reveal: (index: number) => void
  readonly scrollBy: (pixels: number) => void
}

/**
 * Rows of one height have their place by multiplication, so that a list of a hundred thousand grows by a page without
 * computing anything for the rest. Positions are added up only if something is above rows.
 */
export function useRows({ scroller, count, rowHeight, above }: RowsOptions): Rows {
  const [view, setView] = useState({ top: 0, height: 0 })
  const begins = useMemo(() => above && beginsOf(above, rowHeight), [above, rowHeight])

  const { beginOf, rowAt } = useMemo(() => {
    const beginOf = (index: number) => begins?.[index] ?? index * rowHeight
    const rowAt = (top: number) => (begins ? lastUpTo(begins, top) : Math.floor(top / rowHeight))
    return { beginOf, rowAt }
  }, [begins, rowHeight])

  const look = useCallback(() => {
    const { scrollTop: top = 0, clientHeight: height = 0 } = scroller.current ?? {}
    // Rows that stay in view keep everything as it is.
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
    // Before the frame is painted, or a fast scroll would show it empty.
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
  }
}

/** Where each row begins, including what is above it, followed by where the last one ends. */
function beginsOf(above: readonly number[], rowHeight: number): readonly number[] {
  const begins = [0]
  let at = 0
  for (const pixels of above) {
    at += pixels + rowHeight
    begins.push(at)
  }
  return begins
}

/** The last of some ascending numbers that is not larger; the first when all are. */
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
