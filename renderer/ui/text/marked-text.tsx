import { Fragment } from 'react'
import { VisibleText } from './visible-text.tsx'

export type Range = readonly [from: number, to: number]

export function joinRanges(ranges: readonly Range[]): readonly Range[] {
  const joined: [number, number][] = []
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** Visible text with marked ranges, which must be sorted and not overlap. */
export function MarkedText({ text, ranges }: { readonly text: string; readonly ranges: readonly Range[] }) {
  return (
    <>
      {ranges.map(([from, to], at) => (
        <Fragment key={from}>
          <VisibleText text={text.slice(at === 0 ? 0 : ranges[at - 1]?.[1], from)} />
          <mark>
            <VisibleText text={text.slice(from, to)} />
          </mark>
        </Fragment>
      ))}
      <VisibleText text={text.slice(ranges.at(-1)?.[1])} />
    </>
  )
}
