import { outcomeMeanings } from '#shared/deliveries/outcome.ts'
import type { Timeline } from '#shared/deliveries/timeline.ts'
import { timeline as copy, outcomes as outcomeNames } from './copy.ts'
import css from './timeline.module.css'
import { countOutcomes, formatRange, outcomes, rangeOfSteps } from './timeline-steps.ts'

/** How many of each outcome: in the whole timeline, or in the steps that are pointed at. */
export function TimelineLegend({
  timeline,
  pointed,
  isTight,
}: {
  readonly timeline: Timeline
  /** Whether space is short, so that a narrow page shows the swatches without names. */
  readonly isTight: boolean
  readonly pointed: readonly [first: number, last: number] | null
}) {
  const [first, last] = pointed ?? [0, timeline.steps - 1]
  const counts = countOutcomes(timeline, first, last)
  const range = pointed ? rangeOfSteps(timeline, first, last) : null
  return (
    <div className={css.legend} data-tight={isTight || pointed !== null}>
      {outcomes.map((outcome) =>
        range !== null && counts[outcome] === 0 ? null : (
          <span key={outcome} className={css.outcome} title={outcomeMeanings[outcome]}>
            <i className={css.swatch} data-outcome={outcome} />
            <b>{counts[outcome].toLocaleString()}</b>
            <span className={css.word}>{outcomeNames[outcome]}</span>
          </span>
        ),
      )}
      {range === null ? null : <span>{formatRange(range, Date.now())}</span>}
      {range !== null || timeline.since === null ? null : (
        <span>
          {copy.countedSince(formatRange({ from: timeline.since, to: timeline.since }, Date.now()))}
        </span>
      )}
    </div>
  )
}
