import { ChartColumn, ChevronDown, X } from 'lucide-react'
import { rangeOf, withRange } from '#shared/deliveries/filter/filter-range.ts'
import { Button } from '#ui/controls/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { timeline as copy, spans as spanNames } from './copy.ts'
import css from './timeline.module.css'
import { formatOpenRange } from './timeline-steps.ts'
import { spans, type TimelineView } from './use-timeline-view.ts'

/** Menu for the span of the timeline, beside the time range of the filter, which a press clears. */
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
