import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { list as copy } from './copy.ts'

/** How many deliveries the list shows, or why it does not show more. */
export function ListFooter({
  loaded,
  waiting,
  left,
  more,
  error,
  onRetry,
}: {
  readonly loaded: number
  /** How many newer ones are not in the list while it is held. */
  readonly waiting: number
  /** How many don't match the filter anymore. */
  readonly left: number
  readonly more: boolean
  readonly error: Error | null
  readonly onRetry: () => void
}) {
  if (error) return <ErrorBanner error={error} onRetry={onRetry} />
  const count = more ? copy.loaded(loaded) : waiting > 0 ? copy.waiting(loaded, waiting) : copy.end(loaded)
  return <>{left > 0 ? `${count}. ${copy.left(left)}` : count}</>
}
