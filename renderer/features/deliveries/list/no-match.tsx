import { FilterX } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import css from './delivery-pane.module.css'

/** Nothing that is kept passes the filter, or nothing so far. */
export function NoMatch({
  isLooking,
  more,
  onMore,
  onClear,
}: {
  readonly isLooking: boolean
  /** Older ones were not looked at yet. */
  readonly more: boolean
  readonly onMore: () => void
  readonly onClear: () => void
}) {
  if (isLooking) return <Skeleton label="Looking through older deliveries" lines={10} />
  return (
    <EmptyState
      icon={FilterX}
      title={more ? 'Nothing so far passes the filter' : 'No delivery passes the filter'}
      action={
        <span className={css.links}>
          {more ? <Button onPress={onMore}>Look further back</Button> : null}
          <Button onPress={onClear}>Clear the filter</Button>
        </span>
      }
    >
      Every piece must hold; <code>-</code> in front turns one round.
      <span className={css.examples}>
        <code>type:note.edited</code>
        <code>-verdict:verified</code>
        <code>attempt:&gt;1</code>
        <code>lag:&gt;1h</code>
      </span>
    </EmptyState>
  )
}
