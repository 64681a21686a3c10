import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, X } from 'lucide-react'
import { useState } from 'react'
import { rangeOf, withRange } from '#shared/deliveries/filter/filter-range.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useRemembered } from '#ui/hooks/use-remembered.ts'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { useApi } from '../../../host/client.ts'
import { timeline } from '../queries.ts'
import css from './timeline.module.css'
import { TimelineBars } from './timeline-bars.tsx'
import { TimelineLegend } from './timeline-legend.tsx'
import { type Shown, shownSpans } from './timeline-steps.ts'

const spans: readonly Shown[] = ['15m', '1h', '1d', '7d', 'all']

/** When deliveries came, and what the service makes of the answers. What is brushed over becomes part of the filter. */
export function Timeline({ q, onFilter }: { readonly q: string; readonly onFilter: (q: string) => void }) {
  const [fold, setFold] = useRemembered('timeline', ['open', 'folded'], 'open')
  const [shown, setShown] = useRemembered<Shown>('timeline:span', spans, '1h')
  const [pointed, setPointed] = useState<readonly [first: number, last: number] | null>(null)
  const isOpen = fold === 'open'
  const { data, isError } = useQuery({
    ...timeline(useApi(), withRange(q, null), shownSpans[shown].ms),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const chosen = rangeOf(q)
  const clear = () => {
    if (chosen) onFilter(withRange(q, null))
  }
  return (
    <section className={css.timeline} aria-label="Timeline">
      <div className={css.bar}>
        <IconButton
          label={isOpen ? 'Fold the timeline' : 'Show the timeline'}
          aria-expanded={isOpen}
          onPress={() => setFold(isOpen ? 'folded' : 'open')}
        >
          {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        </IconButton>
        {isOpen && data ? (
          <TimelineLegend timeline={data} pointed={pointed} isTight={chosen !== null} />
        ) : (
          <span className={css.quiet}>
            {isOpen && isError ? 'The timeline could not be read.' : 'Timeline'}
          </span>
        )}
        <span className={css.actions}>
          {chosen ? (
            <Button size="small" variant="quiet" icon={<X size={13} aria-hidden />} onPress={clear}>
              Clear range
            </Button>
          ) : null}
          {isOpen ? (
            <Menu
              label="How far back"
              trigger={
                <Button size="small" variant="quiet" aria-label={`How far back: ${shownSpans[shown].name}`}>
                  {shownSpans[shown].short}
                </Button>
              }
            >
              {spans.map((span) => (
                <MenuItem key={span} isChosen={span === shown} onAction={() => setShown(span)}>
                  {shownSpans[span].name}
                </MenuItem>
              ))}
            </Menu>
          ) : null}
        </span>
      </div>
      {isOpen ? (
        <TimelineBars
          timeline={data}
          chosen={chosen}
          onPoint={setPointed}
          onChoose={(range) => onFilter(withRange(q, range))}
          onClear={clear}
        />
      ) : null}
    </section>
  )
}
