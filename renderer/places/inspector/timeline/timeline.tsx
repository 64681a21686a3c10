import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rangeOf, withRange } from '#shared/deliveries/filter/filter-range.ts'
import { useApi } from '../../../host/client.ts'
import { timeline } from '../../../nouns/deliveries/queries.ts'
import { timeline as copy } from './copy.ts'
import css from './timeline.module.css'
import { TimelineBars } from './timeline-bars.tsx'
import { spanMs } from './timeline-steps.ts'
import { TimelineTip } from './timeline-tip.tsx'
import type { TimelineView } from './use-timeline-view.ts'

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
      {data && pointed ? <TimelineTip timeline={data} pointed={pointed} /> : null}
    </section>
  )
}
