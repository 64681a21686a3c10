import { outcomeMeanings } from '#shared/deliveries/responses/outcome.ts'
import type { Timeline } from '#shared/deliveries/timeline.ts'
import textCss from '#ui/text/text.module.css'
import { formatRange } from '#ui/text/time-words.ts'
import { timeline as copy, outcomes as outcomeNames } from './copy.ts'
import css from './timeline.module.css'
import { countedSince, countOutcomes, outcomes, rangeOfSteps } from './timeline-steps.ts'

/** Shows the time and the outcomes of the steps under the pointer. The slider has the same content as text. */
export function TimelineTip({
  timeline,
  pointed: [first, last],
}: {
  readonly timeline: Timeline
  readonly pointed: readonly [first: number, last: number]
}) {
  const counts = countOutcomes(timeline, first, last)
  const some = outcomes.filter((outcome) => counts[outcome] > 0)
  const range = rangeOfSteps(timeline, first, last)
  const isUncounted = timeline.since !== null && range.to <= timeline.since
  const middle = ((first + last + 1) / 2 / timeline.steps) * 100
  return (
    <div className={css.tip} style={{ left: `clamp(92px, ${middle}%, 100% - 92px)` }} aria-hidden>
      <span className={textCss.muted}>{formatRange(range, Date.now())}</span>
      {some.length === 0 ? <span>{isUncounted ? countedSince(timeline) : copy.empty}</span> : null}
      {some.map((outcome) => (
        <span key={outcome} className={css.outcome} title={outcomeMeanings[outcome]}>
          <i className={css.swatch} data-outcome={outcome} />
          {counts[outcome].toLocaleString()} {outcomeNames[outcome]}
        </span>
      ))}
    </div>
  )
}
