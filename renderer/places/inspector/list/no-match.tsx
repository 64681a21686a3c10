import { useNavigate } from '@tanstack/react-router'
import { FilterX } from 'lucide-react'
import { readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { noMatch as copy } from './copy.ts'
import css from './delivery-pane.module.css'

/** Shown if no stored delivery matches the filter, or none of those searched so far. */
export function NoMatch({
  q,
  more,
  onMore,
  onClear,
}: {
  readonly q: string
  /** Whether older deliveries have not been searched yet. */
  readonly more: boolean
  readonly onMore: () => void
  readonly onClear: () => void
}) {
  const navigate = useNavigate()
  const words = wordsIn(q)
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
          {words === '' ? null : (
            <Button size="small" onPress={() => void navigate({ to: '/notes', search: { q: words } })}>
              {copy.searchNotes}
            </Button>
          )}
          <Button size="small" onPress={onClear}>
            {copy.clear}
          </Button>
        </span>
      }
    >
      {words === '' ? (
        <>
          {copy.help[0]} <code>-</code> {copy.help[1]}
          <span className={css.examples}>
            {copy.examples.map((example) => (
              <code key={example}>{example}</code>
            ))}
          </span>
        </>
      ) : (
        // The rows show note titles, so the text says that the filter does not search them.
        copy.searched
      )}
    </EmptyState>
  )
}

/** Returns the words that are searched in payloads. */
const wordsIn = (q: string) =>
  readDeliveryFilter(q)
    .terms.filter(({ key, isNot, problem }) => key === null && !isNot && problem === null)
    .map(({ value }) => value)
    .join(' ')
