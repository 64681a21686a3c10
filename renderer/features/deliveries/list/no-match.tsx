import { FilterX } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { noMatch as copy } from './copy.ts'
import css from './delivery-pane.module.css'

/** No stored delivery matches the filter, or none of those searched so far. */
export function NoMatch({
  isSearching,
  more,
  onMore,
  onClear,
}: {
  readonly isSearching: boolean
  /** Older ones have not been searched yet. */
  readonly more: boolean
  readonly onMore: () => void
  readonly onClear: () => void
}) {
  if (isSearching) return <Skeleton label={copy.searching} lines={10} />
  return (
    <EmptyState
      icon={FilterX}
      title={more ? copy.titleSoFar : copy.title}
      action={
        <span className={css.links}>
          {more ? <Button onPress={onMore}>{copy.more}</Button> : null}
          <Button onPress={onClear}>{copy.clear}</Button>
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
