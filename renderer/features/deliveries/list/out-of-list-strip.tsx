import { withRange } from '#shared/deliveries/filter/filter-range.ts'
import { Button } from '#ui/controls/button.tsx'
import { AboutItem } from '#ui/layout/one-pane.tsx'
import type { OutOfList } from '../use-chosen-row.ts'
import css from './delivery-pane.module.css'

/** Why the delivery that is open has no row in the list, and what brings the row. */
export function OutOfListStrip({
  why,
  q,
  onFilter,
}: {
  readonly why: OutOfList
  readonly q: string
  readonly onFilter: (q: string) => void
}) {
  const filterBy = (text: string) => {
    onFilter(text)
    // The button that was pressed is gone now.
    document.getElementById('delivery-detail')?.focus()
  }
  return (
    <AboutItem>
      <div role="status">
        {why === null ? null : (
          <div className={css.outOfList}>
            {why === 'filtered-out' ? (
              <>
                <span>The delivery shown does not match the filter.</span>
                <Button size="small" onPress={() => filterBy('')}>
                  Show all deliveries
                </Button>
              </>
            ) : (
              <>
                <span>The delivery shown is further down the list.</span>
                <Button size="small" onPress={() => filterBy(downTo(q, why.farFrom.firstReceivedAt))}>
                  Show the list from there
                </Button>
              </>
            )}
          </div>
        )}
      </div>
    </AboutItem>
  )
}

/** The filter without what came later than this. */
function downTo(q: string, iso: string): string {
  const before = new Date(Date.parse(iso) + 1).toISOString()
  return `${withRange(q, null)} before:${before}`.trim()
}
