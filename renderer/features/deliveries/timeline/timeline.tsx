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
import { timeline as copy, spans as spanNames } from './copy.ts'
import css from './timeline.module.css'
import { TimelineBars } from './timeline-bars.tsx'
import { TimelineLegend } from './timeline-legend.tsx'
import { spanMs, type TimeSpan } from './timeline-steps.ts'

const spans: readonly TimeSpan[] = ['15m', '1h', '1d', '7d', 'all']

/** Deliveries over time by outcome. A range selected in it becomes part of the filter. */
export function Timeline({ q, onFilter }: { readonly q: string; readonly onFilter: (q: string) => void }) {
  const [fold, setFold] = useRemembered('timeline', ['open', 'folded'], 'open')
  const [span, setSpan] = useRemembered<TimeSpan>('timeline:span', spans, '1h')
  const [pointed, setPointed] = useState<readonly [first: number, last: number] | null>(null)
  const isOpen = fold === 'open'
  const { data, isError } = useQuery({
    ...timeline(useApi(), withRange(q, null), spanMs[span]),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const chosen = rangeOf(q)
  const clear = () => {
    if (chosen) onFilter(withRange(q, null))
  }
  return (
    <section className={css.timeline} aria-label={copy.label}>
      <div className={css.bar}>
        <IconButton
          label={isOpen ? copy.hide : copy.show}
          aria-expanded={isOpen}
          onPress={() => setFold(isOpen ? 'folded' : 'open')}
        >
          {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        </IconButton>
        {isOpen && data ? (
          <TimelineLegend timeline={data} pointed={pointed} isTight={chosen !== null} />
        ) : (
          <span className={css.quiet}>{isOpen && isError ? copy.unreadable : copy.label}</span>
        )}
        <span className={css.actions}>
          {chosen ? (
            <Button size="small" variant="quiet" icon={<X size={13} aria-hidden />} onPress={clear}>
              {copy.clear}
            </Button>
          ) : null}
          {isOpen ? (
            <Menu
              label={copy.span}
              trigger={
                <Button size="small" variant="quiet" aria-label={copy.spanOf(spanNames[span].name)}>
                  {spanNames[span].short}
                </Button>
              }
            >
              {spans.map((option) => (
                <MenuItem key={option} isChosen={option === span} onAction={() => setSpan(option)}>
                  {spanNames[option].name}
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
