import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useState } from 'react'
import type { TimeRange } from '#shared/deliveries/filter/filter-range.ts'
import type { Timeline } from '#shared/deliveries/timeline.ts'
import { useIsLow } from '#ui/hooks/use-media.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import css from './timeline.module.css'
import { highestOf, placeOf, rangeOfSteps, rangeWords, stepAt, sumOf, sumWords } from './timeline-steps.ts'

const TimelinePlot = lazy(() => import('./timeline-plot.tsx'))

/** Times and not steps: time goes on under them. */
interface Cursor {
  readonly at: number
  readonly anchor: number
}

/**
 * The bars of a timeline, with a cursor that the arrow keys move. It is a slider to whoever cannot see it: each step is read
 * out with what came in it. Shift holds the other end, Enter narrows the list to what is marked, Escape widens it again.
 */
export function TimelineBars({
  timeline,
  chosen,
  onPoint,
  onChoose,
  onClear,
}: {
  readonly timeline: Timeline | undefined
  /** What the filter says of time. */
  readonly chosen: { readonly from: number | null; readonly to: number | null } | null
  readonly onPoint: (steps: readonly [first: number, last: number] | null) => void
  readonly onChoose: (range: TimeRange) => void
  readonly onClear: () => void
}) {
  const id = useId()
  const isLow = useIsLow()
  const height = isLow ? 58 : 92
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const isEmpty = timeline?.counts.length === 0

  const marked =
    timeline && cursor ? inOrder(stepAt(timeline, cursor.anchor), stepAt(timeline, cursor.at)) : null
  const pointed = hovered === null ? marked : ([hovered, hovered] as const)
  const [first, last] = pointed ?? [null, null]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same steps are no news
  useEffect(() => onPoint(pointed), [first, last])
  if (!timeline) return <div className={css.frame} style={{ height }} />

  const now = Date.now()
  const end = timeline.steps - 1
  const step = cursor ? stepAt(timeline, cursor.at) : end
  const spoken = marked ?? ([end, end] as const)
  const all = rangeOfSteps(timeline, 0, end)
  const highest = highestOf(timeline)

  const moveTo = (target: number, holds: boolean) => {
    const at = timeline.start + Math.min(end, Math.max(0, target)) * timeline.stepMs
    setCursor({ at, anchor: holds && cursor ? cursor.anchor : at })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const moves: ReadonlyMap<string, number> = new Map(
      Object.entries({
        ArrowLeft: step - 1,
        ArrowRight: step + 1,
        PageUp: step - 10,
        PageDown: step + 10,
        Home: 0,
        End: end,
      }),
    )
    const target = moves.get(event.key)
    if (target !== undefined) moveTo(target, event.shiftKey)
    else if (event.key === 'Enter') onChoose(rangeOfSteps(timeline, ...spoken))
    else if (event.key === 'Escape' && (chosen || cursor)) {
      setCursor(null)
      onClear()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <div
        className={css.frame}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label="Deliveries over time"
        aria-describedby={id}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={end}
        aria-valuenow={step}
        aria-valuetext={`${rangeWords(rangeOfSteps(timeline, ...spoken), now)}: ${sumWords(sumOf(timeline, ...spoken))}`}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible') && !cursor) moveTo(end, false)
        }}
        onBlur={() => setCursor(null)}
      >
        <Suspense>
          <TimelinePlot
            timeline={timeline}
            height={height}
            onHover={setHovered}
            onBrush={(from, to) => onChoose(rangeOfSteps(timeline, from, to))}
            onDoubleClick={onClear}
          />
        </Suspense>
        <div className={css.marks}>
          {timeline.since === null ? null : (
            <Mark kind="uncounted" of={timeline} from={null} to={timeline.since} />
          )}
          {chosen ? <Mark kind="chosen" of={timeline} {...chosen} /> : null}
          {marked ? <Mark kind="cursor" of={timeline} {...rangeOfSteps(timeline, ...marked)} /> : null}
        </div>
        {isEmpty ? <span className={css.empty}>Nothing came in this time</span> : null}
      </div>
      <VisuallyHidden>
        <span id={id}>
          {`${rangeWords(all, now)}: ${sumWords(sumOf(timeline))}.`}
          {highest
            ? ` Most, ${sumWords(sumOf(timeline, highest[0], highest[0]))}, ${rangeWords(rangeOfSteps(timeline, highest[0], highest[0]), now)}.`
            : ''}
          {' Enter narrows the list to what is marked, Shift with an arrow marks more, Escape clears it.'}
        </span>
      </VisuallyHidden>
    </>
  )
}

function Mark({
  kind,
  of,
  from,
  to,
}: {
  readonly kind: 'chosen' | 'cursor' | 'uncounted'
  readonly of: Timeline
  readonly from: number | null
  readonly to: number | null
}) {
  const place = placeOf(of, { from, to })
  if (!place) return null
  return <i className={css[kind]} style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%` }} />
}

const inOrder = (one: number, other: number) => [Math.min(one, other), Math.max(one, other)] as const
