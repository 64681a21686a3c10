import { withRange } from '#shared/deliveries/filter/filter-range.ts'
import { Button } from '#ui/controls/button.tsx'
import type { OutOfList } from '../use-chosen-row.ts'
import css from './delivery-pane.module.css'

/** Why the delivery beside the list has no row in it, and what brings the row. */
export function OutOfListStrip({
  why,
  q,
  onFilter,
}: {
  readonly why: OutOfList
  readonly q: string
  readonly onFilter: (q: string) => void
}) {
  return (
    <div role="status">
      {why === null ? null : (
        <div className={css.outOfList}>
          {why === 'filtered-out' ? (
            <>
              <span>The delivery shown does not match the filter.</span>
              <Button size="small" onPress={() => onFilter('')}>
                Show all deliveries
              </Button>
            </>
          ) : (
            <>
              <span>The delivery shown is further down the list.</span>
              <Button size="small" onPress={() => onFilter(downTo(q, why.farFrom.firstReceivedAt))}>
                Show the list from there
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** The filter without what came later than this. */
function downTo(q: string, iso: string): string {
  const before = new Date(Date.parse(iso) + 1).toISOString()
  return `${withRange(q, null)} before:${before}`.trim()
}
