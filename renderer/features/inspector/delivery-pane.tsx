import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUp, FilterX, Pause, Play, Radio } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import type { InspectorStatus } from '../../../shared/contract/inspector.ts'
import type { DeliverySummary } from '../../../shared/domain/delivery.ts'
import { useApi } from '../../api/client.ts'
import { useEndpointNames } from '../../queries/endpoint-names.ts'
import { deliveryList } from '../../queries/inspector.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBanner, ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { ArrivalsSpoken } from './arrivals-spoken.tsx'
import css from './delivery-pane.module.css'
import { DeliveryHead, DeliveryRow, spokenDelivery } from './delivery-row.tsx'
import type { InspectorSearch } from './inspector-search.ts'
import { NothingYet } from './nothing-yet.tsx'
import { useHeldList } from './use-held-list.ts'

/** What arrived, newest first, growing at the top while it is looked at. */
export function DeliveryPane({
  search,
  onSearch,
  listener,
  listen,
}: {
  readonly search: InspectorSearch
  readonly onSearch: (changes: InspectorSearch, how?: { readonly replace?: boolean }) => void
  readonly listener: InspectorStatus | undefined
  readonly listen: ReactNode
}) {
  const filter = useMemo(
    () => (search.endpoint === undefined ? {} : { endpointId: search.endpoint }),
    [search.endpoint],
  )
  const query = useInfiniteQuery(deliveryList(useApi(), filter))
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const endpoints = useEndpointNames()
  const scroller = useRef<HTMLDivElement>(null)
  const all = useMemo(() => data?.pages.flatMap((page) => page.deliveries) ?? [], [data])
  const { shown, isHeld, waiting, hold, release, onScroll } = useHeldList(all)

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  const toTop = () => {
    release()
    scroller.current?.scrollTo({ top: 0 })
  }

  return (
    <section className={css.pane} aria-label="Deliveries">
      <div className={css.bar}>
        <Select
          label="Endpoint"
          hideLabel
          className={css.filter}
          options={filterOptions(endpoints.list, search.endpoint)}
          value={search.endpoint ?? everything}
          onChange={(id) => {
            release()
            onSearch({ endpoint: id === everything ? undefined : id, delivery: undefined })
          }}
        />
        <IconButton
          label={isHeld ? 'Follow what arrives' : 'Pause the list'}
          onPress={isHeld ? toTop : hold}
          isDisabled={all.length === 0}
        >
          {isHeld ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
        </IconButton>
      </div>
      {data && all.length > 0 ? (
        <div className={css.list}>
          <DeliveryHead />
          {isHeld && waiting > 0 ? (
            <div className={css.waiting}>
              <Button size="small" variant="primary" icon={<ArrowUp size={13} aria-hidden />} onPress={toTop}>
                {`${waiting.toLocaleString()} new`}
              </Button>
            </div>
          ) : null}
          <VirtualList
            label="Deliveries"
            items={shown}
            keyOf={keyOf}
            renderItem={(delivery) => <DeliveryRow delivery={delivery} endpoints={endpoints} />}
            labelOf={(delivery) => spokenDelivery(delivery, endpoints)}
            selectedKey={search.delivery ?? null}
            onSelect={({ id }, how) => onSearch({ delivery: id }, how)}
            onOpen={() => document.getElementById('delivery-detail')?.focus()}
            onNearEnd={loadMore}
            onScroll={onScroll}
            scrollerRef={scroller}
            rowHeight={50}
            total={hasNextPage ? -1 : shown.length}
            footer={
              <Footer
                loaded={shown.length}
                more={hasNextPage}
                error={isFetchNextPageError ? query.error : null}
                onRetry={() => void fetchNextPage()}
              />
            }
          />
        </div>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={isFetching} />
      ) : data && search.endpoint !== undefined ? (
        <EmptyState
          icon={FilterX}
          title="No deliveries of this endpoint"
          action={<Button onPress={() => onSearch({ endpoint: undefined })}>Show all endpoints</Button>}
        >
          The inspector on this machine has received none at its path yet.
        </EmptyState>
      ) : data ? (
        <NothingYet icon={Radio} {...{ listener, endpoints, listen }} />
      ) : (
        <Skeleton label="Reading the deliveries" lines={10} />
      )}
      <ArrivalsSpoken key={`${search.endpoint} ${data !== undefined}`} deliveries={all} />
    </section>
  )
}

function Footer({
  loaded,
  more,
  error,
  onRetry,
}: {
  readonly loaded: number
  readonly more: boolean
  readonly error: Error | null
  readonly onRetry: () => void
}) {
  if (error) return <ErrorBanner error={error} onRetry={onRetry} />
  const count = `${loaded.toLocaleString()} deliver${loaded === 1 ? 'y' : 'ies'}`
  return <>{more ? `${count} loaded, older ones to come` : `That is all: ${count}`}</>
}

const everything = 'all'

function filterOptions(list: ReturnType<typeof useEndpointNames>['list'], chosen: string | undefined) {
  const known = list.map(({ id, url, enabled }) => ({
    value: id,
    label: url,
    description: enabled ? id : `${id}, disabled`,
  }))
  const unknown =
    chosen === undefined || list.some(({ id }) => id === chosen)
      ? []
      : [{ value: chosen, label: chosen, description: 'Not in the list of endpoints' }]
  return [{ value: everything, label: 'All endpoints' }, ...known, ...unknown]
}

function keyOf({ id }: DeliverySummary): number {
  return id
}
