import { lazy, Suspense } from 'react'
import { asAppError } from '#shared/errors.ts'
import type { ReplayFilter, ReplayMode } from '#shared/receivers/replay.ts'
import { ErrorBanner } from '#ui/feedback/error-state.tsx'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { useEndpointNames } from '../../endpoints/endpoint-names.ts'
import { replay as copy } from './copy.ts'
import type { ReplayCount } from './count-replay.ts'
import css from './replay.module.css'

const FilterBar = lazy(() => import('../../deliveries/filter/filter-bar.tsx'))

export function ReplayFilterBar({
  filter,
  onChange,
}: {
  readonly filter: ReplayFilter
  readonly onChange: (filter: ReplayFilter) => void
}) {
  return (
    <Suspense>
      <FilterBar
        filterText={filter.q ?? ''}
        onAsk={(q) => onChange(q === '' ? {} : { q })}
        deliveries={none}
        endpoints={useEndpointNames()}
        file="replay"
      />
    </Suspense>
  )
}

const none: readonly never[] = []

/** Shows how many deliveries match, or the progress while they are being counted. */
export function CountLine({ count, mode }: { readonly count: ReplayCount; readonly mode: ReplayMode }) {
  const settled = useDebounced(count.state === 'counting', 300)
  if (count.state === 'failed') return <ErrorBanner error={asAppError(count.error)} />
  if (count.state === 'counting')
    return (
      <p className={css.count} role="status">
        {settled ? copy.counting(count.soFar) : ' '}
      </p>
    )
  const { matching, unverified } = count.counted
  return (
    <p className={css.count} role="status">
      {matching === 0 ? copy.nothing : copy.matching(matching)}
      {unverified > 0 && mode !== 'exact' ? (
        <span className={css.warn}> {copy.unverifiedMany(unverified)}</span>
      ) : null}
    </p>
  )
}
