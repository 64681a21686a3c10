import { ErrorBanner, ErrorState } from './error-state.tsx'
import { Skeleton } from './loading.tsx'

/** Takes the place of a query's data: a skeleton, or the error with a retry. With `isPage`, the error fills the page. */
export function QueryPlaceholder({
  query: { error, isFetching, refetch },
  isPage = false,
  ...skeleton
}: {
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown }
  readonly label: string
  readonly lines?: number
  readonly isPage?: boolean
}) {
  const Problem = isPage ? ErrorState : ErrorBanner
  return error ? (
    <Problem error={error} onRetry={() => void refetch()} retrying={isFetching} />
  ) : (
    <Skeleton {...skeleton} />
  )
}
