import { withRange } from '#shared/deliveries/filter/filter-range.ts'
import { Button } from '#ui/controls/button.tsx'
import { AboutItem } from '#ui/layout/list-detail.tsx'
import { outOfList as copy } from './copy.ts'
import css from './delivery-pane.module.css'
import type { OutOfList } from './use-chosen-row.ts'

/** Explains why the open delivery has no row in the list, with a button that shows the row. */
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
    document.getElementById('delivery-detail')?.focus()
  }
  return (
    <AboutItem>
      <div role="status">
        {why === null ? null : (
          <div className={css.outOfList}>
            {why === 'filtered-out' ? (
              <>
                <span>{copy.filteredOut}</span>
                <Button size="small" onPress={() => filterBy('')}>
                  {copy.showAll}
                </Button>
              </>
            ) : (
              <>
                <span>{copy.farDown}</span>
                <Button size="small" onPress={() => filterBy(withoutNewer(q, why.farFrom.firstReceivedAt))}>
                  {copy.showFrom}
                </Button>
              </>
            )}
          </div>
        )}
      </div>
    </AboutItem>
  )
}

function withoutNewer(q: string, iso: string): string {
  const before = new Date(Date.parse(iso) + 1).toISOString()
  return `${withRange(q, null)} before:${before}`.trim()
}
