import { FilterX } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { noMatch as copy } from './copy.ts'
import css from './delivery-pane.module.css'

/** No stored delivery matches the filter, or none of those searched so far. */
export function NoMatch({
  more,
  onMore,
  onClear,
}: {
  /** Older ones have not been searched yet. */
  readonly more: boolean
  readonly onMore: () => void
  readonly onClear: () => void
}) {
  return (
    <EmptyState
      icon={FilterX}
      title={more ? copy.titleSoFar : copy.title}
      action={
        <span className={css.links}>
          {more ? (
            <Button size="small" onPress={onMore}>
              {copy.more}
            </Button>
          ) : null}
          <Button size="small" onPress={onClear}>
            {copy.clear}
          </Button>
        </span>
      }
    >
      {copy.help[0]} <code>-</code> {copy.help[1]}
      <span className={css.examples}>
        {copy.examples.map((example) => (
          <code key={example}>{example}</code>
        ))}
      </span>
    </EmptyState>
  )
}
