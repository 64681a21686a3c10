import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { TimeRange } from '#shared/deliveries/filter/filter-range.ts'
import type { Timeline } from '#shared/deliveries/timeline.ts'
import { useWidth } from '#ui/hooks/use-width.ts'
import { formatRange, formatTick } from '#ui/text/time-words.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { timeline as copy } from './copy.ts'
import css from './timeline.module.css'
import {
  busiestStep,
  countedSince,
  countOutcomes,
  formatCounts,
  placeOf,
  rangeOfSteps,
  stepAt,
  ticksOf,
} from './timeline-steps.ts'

const TimelinePlot = lazy(() => import('./timeline-plot.tsx'))

/** The marked range of the timeline as times, because the index of a step changes as time passes. */
interface Cursor {
  readonly at: number
  readonly anchor: number
}

/**
 * The bars of a timeline. Screen readers see a slider that announces the counts of each step. The arrow keys move its cursor,
 * Shift extends the marked range, Enter filters the list by the range, and Escape clears the range.
 */
export function TimelineBars({
  timeline,
  empty,
  message,
  chosen,
  onPoint,
  onChoose,
  onClear,
}: {
  readonly timeline: Timeline | undefined
  readonly empty: string
  readonly message: string | null
  readonly chosen: { readonly from: number | null; readonly to: number | null } | null
  readonly onPoint: (steps: readonly [first: number, last: number] | null) => void
  readonly onChoose: (range: TimeRange) => void
  readonly onClear: () => void
}) {
  const id = useId()
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const isEmpty = timeline?.counts.length === 0

  const marked =
    timeline && cursor ? inOrder(stepAt(timeline, cursor.anchor), stepAt(timeline, cursor.at)) : null
  const pointed = hovered === null ? marked : ([hovered, hovered] as const)
  const [first, last] = pointed ?? [null, null]
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other steps are a change
  useEffect(() => onPoint(pointed), [first, last])
  if (!timeline) {
    return <div className={css.frame}>{message ? <span className={css.empty}>{message}</span> : null}</div>
  }

  const now = Date.now()
  const end = timeline.steps - 1
  const step = cursor ? stepAt(timeline, cursor.at) : end
  const spokenSteps = marked ?? ([end, end] as const)
  const all = rangeOfSteps(timeline, 0, end)
  const busiest = busiestStep(timeline)

  const moveTo = (target: number, isExtending: boolean) => {
    const at = timeline.start + Math.min(end, Math.max(0, target)) * timeline.stepMs
    setCursor({ at, anchor: isExtending && cursor ? cursor.anchor : at })
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
    else if (event.key === 'Enter') onChoose(rangeOfSteps(timeline, ...spokenSteps))
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
        role="slider"
        tabIndex={0}
        aria-label={copy.slider}
        aria-describedby={id}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={end}
        aria-valuenow={step}
        aria-valuetext={copy.summary(
          formatRange(rangeOfSteps(timeline, ...spokenSteps), now),
          formatCounts(countOutcomes(timeline, ...spokenSteps)),
        )}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible') && !cursor) moveTo(end, false)
        }}
        onBlur={() => setCursor(null)}
      >
        <Suspense>
          <TimelinePlot
            timeline={timeline}
            onHover={setHovered}
            onBrush={(from, to) => onChoose(rangeOfSteps(timeline, from, to))}
            onDoubleClick={onClear}
          />
        </Suspense>
        <div className={css.marks}>
          {timeline.since === null ? null : (
            <Mark kind="uncounted" timeline={timeline} from={null} to={timeline.since} />
          )}
          {chosen ? <Mark kind="chosen" timeline={timeline} {...chosen} /> : null}
          {marked ? <Mark kind="cursor" timeline={timeline} {...rangeOfSteps(timeline, ...marked)} /> : null}
        </div>
        {isEmpty ? <span className={css.empty}>{empty}</span> : null}
        <Axis timeline={timeline} />
      </div>
      <VisuallyHidden>
        <span id={id}>
          {`${copy.summary(formatRange(all, now), formatCounts(countOutcomes(timeline)))}. `}
          {busiest
            ? `${copy.busiest(
                formatRange(rangeOfSteps(timeline, busiest[0], busiest[0]), now),
                formatCounts(countOutcomes(timeline, busiest[0], busiest[0])),
              )} `
            : ''}
          {timeline.since === null ? '' : `${countedSince(timeline)}. `}
          {copy.keys}
        </span>
      </VisuallyHidden>
    </>
  )
}

function Mark({
  kind,
  timeline,
  from,
  to,
}: {
  readonly kind: 'chosen' | 'cursor' | 'uncounted'
  readonly timeline: Timeline
  readonly from: number | null
  readonly to: number | null
}) {
  const place = placeOf(timeline, { from, to })
  if (!place) return null
  return <i className={css[kind]} style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%` }} />
}

const pixelsPerTick = 84

function Axis({ timeline }: { readonly timeline: Timeline }) {
  const axis = useRef<HTMLDivElement>(null)
  const width = useWidth(axis)
  const { start, stepMs, steps } = timeline
  const most = Math.max(2, Math.floor(width / pixelsPerTick))
  const { at, isDays } = ticksOf(timeline, most, new Date(start).getTimezoneOffset())
  const end = start + steps * stepMs
  const isUpToNow = Math.abs(end - Date.now()) < 2 * stepMs
  // Leaves out labels below the last bars, which would overlap *now*.
  const last = steps * (1 - pixelsPerTick / Math.max(1, width))
  return (
    <div ref={axis} className={css.axis} aria-hidden>
      {at
        .filter((step) => step <= last)
        .map((step) => (
          <span key={step} style={{ left: `${(step / steps) * 100}%` }}>
            {formatTick(start + step * stepMs, isDays)}
          </span>
        ))}
      {isUpToNow ? <span className={css.axisEnd}>{copy.now}</span> : null}
    </div>
  )
}

const inOrder = (one: number, other: number) => [Math.min(one, other), Math.max(one, other)] as const
