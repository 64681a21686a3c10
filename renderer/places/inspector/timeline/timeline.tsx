import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChartColumn, ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { rangeOf, withRange } from '#shared/deliveries/filter/filter-range.ts'
import { outcomeMeanings } from '#shared/deliveries/responses/outcome.ts'
import type { Timeline as TimelineData } from '#shared/deliveries/timeline.ts'
import { Button } from '#ui/controls/button.tsx'
import { useRemembered } from '#ui/hooks/use-remembered.ts'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import textCss from '#ui/text/text.module.css'
import { formatRange } from '#ui/text/time-words.ts'
import { useApi } from '../../../host/client.ts'
import { timeline } from '../../../nouns/deliveries/queries.ts'
import { timeline as copy, outcomes as outcomeNames, spans as spanNames } from './copy.ts'
import css from './timeline.module.css'
import { TimelineBars } from './timeline-bars.tsx'
import {
  countedSince,
  countOutcomes,
  formatOpenRange,
  outcomes,
  rangeOfSteps,
  spanMs,
  type TimeSpan,
} from './timeline-steps.ts'

/** Shows deliveries over time by outcome. A range selected in it becomes part of the filter. */
export function Timeline({
  view: { span, isShown },
  q,
  onFilter,
}: {
  readonly view: TimelineView
  readonly q: string
  readonly onFilter: (q: string) => void
}) {
  const [pointed, setPointed] = useState<readonly [first: number, last: number] | null>(null)
  const { data, isError } = useQuery({
    ...timeline(useApi(), withRange(q, null), spanMs[span]),
    enabled: isShown,
    placeholderData: keepPreviousData,
  })
  const chosen = rangeOf(q)
  if (!isShown) return null
  return (
    <section className={css.timeline} aria-label={copy.label}>
      <TimelineBars
        timeline={data}
        chosen={chosen}
        empty={withRange(q, null) === '' ? copy.emptyRange : copy.noMatches}
        message={isError && !data ? copy.unreadable : null}
        onPoint={setPointed}
        onChoose={(range) => onFilter(withRange(q, range))}
        onClear={() => {
          if (chosen) onFilter(withRange(q, null))
        }}
      />
      {data && pointed ? <TimelineTip data={data} pointed={pointed} /> : null}
    </section>
  )
}

/** Shows the time and the outcomes of the steps under the pointer. The slider provides the same content as text. */
function TimelineTip({
  data,
  pointed: [first, last],
}: {
  readonly data: TimelineData
  readonly pointed: readonly [first: number, last: number]
}) {
  const counts = countOutcomes(data, first, last)
  const some = outcomes.filter((outcome) => counts[outcome] > 0)
  const range = rangeOfSteps(data, first, last)
  const isUncounted = data.since !== null && range.to <= data.since
  const middle = ((first + last + 1) / 2 / data.steps) * 100
  return (
    <div className={css.tip} style={{ left: `clamp(92px, ${middle}%, 100% - 92px)` }} aria-hidden>
      <span className={textCss.muted}>{formatRange(range, Date.now())}</span>
      {some.length === 0 ? <span>{isUncounted ? countedSince(data) : copy.empty}</span> : null}
      {some.map((outcome) => (
        <span key={outcome} className={css.outcome} title={outcomeMeanings[outcome]}>
          <i className={css.swatch} data-outcome={outcome} />
          {counts[outcome].toLocaleString()} {outcomeNames[outcome]}
        </span>
      ))}
    </div>
  )
}

/** A menu for the length of the timeline, and the filter's time range, which the user can clear. */
export function TimelineRange({
  view: { span, setSpan, isShown, setShown },
  q,
  onFilter,
}: {
  readonly view: TimelineView
  readonly q: string
  readonly onFilter: (q: string) => void
}) {
  const chosen = rangeOf(q)
  return (
    <>
      {chosen ? (
        <Button
          variant="quiet"
          className={css.range}
          aria-label={`${copy.clear}: ${formatOpenRange(chosen, Date.now())}`}
          onPress={() => onFilter(withRange(q, null))}
        >
          <span className={css.chosenRange}>{formatOpenRange(chosen, Date.now())}</span>
          <X size={12} aria-hidden />
        </Button>
      ) : null}
      <Menu
        label={copy.span}
        trigger={
          <Button variant="quiet" className={css.range} aria-label={copy.spanOf(spanNames[span])}>
            <ChartColumn size={14} aria-hidden />
            {isShown ? <span className={css.span}>{spanNames[span]}</span> : null}
            <ChevronDown size={12} aria-hidden />
          </Button>
        }
      >
        {[
          ...spans.map((option) => (
            <MenuItem
              key={option}
              isChosen={isShown && option === span}
              onAction={() => {
                setSpan(option)
                setShown(true)
              }}
            >
              {spanNames[option]}
            </MenuItem>
          )),
          <MenuItem key="shown" onAction={() => setShown(!isShown)}>
            {isShown ? copy.hide : copy.show}
          </MenuItem>,
        ]}
      </Menu>
    </>
  )
}

const spans: readonly TimeSpan[] = ['15m', '1h', '1d', '7d', 'all']

/** The timeline's span and visibility, remembered on this computer. */
interface TimelineView {
  readonly span: TimeSpan
  readonly setSpan: (span: TimeSpan) => void
  readonly isShown: boolean
  readonly setShown: (isShown: boolean) => void
}

export function useTimelineView(): TimelineView {
  const [fold, setFold] = useRemembered('timeline', ['open', 'folded'], 'open')
  const [span, setSpan] = useRemembered<TimeSpan>('timeline:span', spans, '1h')
  return {
    span,
    setSpan,
    isShown: fold === 'open',
    setShown: (isShown) => setFold(isShown ? 'open' : 'folded'),
  }
}
