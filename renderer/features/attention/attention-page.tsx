import { CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { StaleAddress } from '#shared/endpoints/stale-address.ts'
import { assertNever } from '#shared/errors.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import css from './attention-page.module.css'
import { BehindRow, NothingForwardedRow, WarningRow } from './behind-row.tsx'
import { page } from './copy.ts'
import { CutOffRow, DisabledRow, type DowntimeProps } from './downtime-rows.tsx'
import { InterruptedReplayRow } from './interrupted-replay-row.tsx'
import { LeftEndpointRow } from './left-endpoint-row.tsx'
import { ListenerOffRow } from './listener-off-row.tsx'
import { type AttentionItem, useAttention } from './queries.ts'
import { StaleAddressesRow } from './stale-addresses-row.tsx'
import { TunnelOutageRow } from './tunnel-outage-row.tsx'
import { type CreationProps, UnfinishedRow } from './unfinished-creations.tsx'

const RepointDialog = lazy(() => import('./repoint-dialog.tsx'))

interface AttentionPageProps extends Omit<DowntimeProps, 'of'>, Required<Omit<CreationProps, 'of'>> {}

/** Everything in the open workspace that needs a decision. Notehook changes none of it on its own. */
export default function AttentionPage(props: AttentionPageProps) {
  const { items, isLoading, error, isRetrying, retry } = useAttention()
  // Kept here because the row leaves the list once the addresses are updated, and the outcomes must stay visible.
  const [updating, setUpdating] = useState<readonly StaleAddress[] | null>(null)
  return (
    <>
      <Toolbar level={1} title={page.title} subtitle={items.length > 0 ? page.count(items.length) : ' '} />
      {items.length > 0 ? (
        <div className={css.scroll}>
          {error ? (
            <div className={css.problem}>
              <ErrorBanner error={error} onRetry={retry} retrying={isRetrying} />
            </div>
          ) : null}
          <ul className={css.list} aria-label={page.title}>
            {items.map((item) => (
              <Item key={item.key} item={item} onUpdate={setUpdating} {...props} />
            ))}
          </ul>
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} retrying={isRetrying} />
      ) : isLoading ? (
        <Skeleton label={page.loading} lines={4} />
      ) : (
        <EmptyState icon={CircleCheck} title={page.emptyTitle}>
          {page.empty}
        </EmptyState>
      )}
      {updating ? (
        <Suspense>
          <RepointDialog staleAddresses={updating} onClose={() => setUpdating(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

function Item({
  item,
  onUpdate,
  ...props
}: AttentionPageProps & {
  readonly item: AttentionItem
  readonly onUpdate: (endpoints: readonly StaleAddress[]) => void
}) {
  switch (item.kind) {
    case 'unfinished':
      return <UnfinishedRow of={item.of} {...props} />
    case 'disabled':
      return <DisabledRow of={item.of} {...props} />
    case 'cut-off':
      return <CutOffRow of={item.of} {...props} />
    case 'stale-addresses':
      return <StaleAddressesRow of={item.of} onUpdate={() => onUpdate(item.of)} />
    case 'behind':
      return <BehindRow of={item.of} />
    case 'warning':
      return <WarningRow of={item.of} />
    case 'nothing-forwarded':
      return <NothingForwardedRow of={item.of} />
    case 'listener-off':
      return <ListenerOffRow of={item.of} />
    case 'tunnel-outage':
      return <TunnelOutageRow outage={item.outage} of={item.of} />
    case 'replay':
      return <InterruptedReplayRow of={item.of} />
    case 'left':
      return <LeftEndpointRow of={item.of} />
    default:
      return assertNever(item)
  }
}
