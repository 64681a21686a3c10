import { outcomeMeanings } from '#shared/deliveries/outcome.ts'
import type { Timeline } from '#shared/deliveries/timeline.ts'
import css from './timeline.module.css'
import { outcomes, outcomeWords, rangeOfSteps, rangeWords, sumOf } from './timeline-steps.ts'

/** How many of each outcome: in all that is shown, or in the steps that are pointed at. */
export function TimelineLegend({
  timeline,
  pointed,
  isTight,
}: {
  readonly timeline: Timeline
  /** Beside much else: where it is narrow, the swatches alone must do. */
  readonly isTight: boolean
  readonly pointed: readonly [first: number, last: number] | null
}) {
  const [first, last] = pointed ?? [0, timeline.steps - 1]
  const sum = sumOf(timeline, first, last)
  const range = pointed ? rangeOfSteps(timeline, first, last) : null
  return (
    <div className={css.legend} data-tight={isTight || pointed !== null}>
      {outcomes.map((outcome) =>
        range !== null && sum[outcome] === 0 ? null : (
          <span key={outcome} className={css.outcome} title={outcomeMeanings[outcome]}>
            <i className={css.swatch} data-outcome={outcome} />
            <b>{sum[outcome].toLocaleString()}</b>
            <span className={css.word}>{outcomeWords[outcome]}</span>
          </span>
        ),
      )}
      {range === null ? null : <span>{rangeWords(range, Date.now())}</span>}
      {range !== null || timeline.since === null ? null : (
        <span>counted back to {rangeWords({ from: timeline.since, to: timeline.since }, Date.now())}</span>
      )}
    </div>
  )
}
