import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUp, Download, Pause, Play, Radio, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { InspectorStatus } from '#shared/deliveries/contract.ts'
import { discoveries } from '#shared/deliveries/discovery.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { isTooLong } from '#ui/filters/completing-field.tsx'
import { InputTooLong } from '#ui/filters/input-too-long.tsx'
import { useApi } from '../../../host/client.ts'
import { useEndpointNames } from '../../endpoints/index.ts'
import type { InspectorSearch } from '../deliveries-search.ts'
import { FilterBar } from '../filter/filter-bar.tsx'
import { ViewBar } from '../filter/view-bar.tsx'
import { deliveryList } from '../queries.ts'
import { Timeline } from '../timeline/timeline.tsx'
import { useChosenRow } from '../use-chosen-row.ts'
import { useHeldList } from '../use-held-list.ts'
import { ArrivalsSpoken } from './announced-deliveries.tsx'
import { DeliveryExportDialog } from './delivery-export-dialog.tsx'
import css from './delivery-pane.module.css'
import { DeliveryHead, DeliveryRow, spokenDelivery } from './delivery-row.tsx'
import { NoMatch } from './no-match.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { OutOfListStrip } from './out-of-list-strip.tsx'
import { RemoveDeliveries } from './remove-deliveries.tsx'

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
  const asked = search.q ?? ''
  const unread = isTooLong(asked)
  const q = unread ? '' : asked.trim()
  const filter = useMemo(() => (q === '' ? {} : { q }), [q])
  // The rows stay while the next filter is looked for.
  const query = useInfiniteQuery({
    ...deliveryList(useApi(), filter),
    placeholderData: keepPreviousData,
    enabled: !unread,
  })
  const data = unread ? undefined : query.data
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const endpoints = useEndpointNames()
  const [isExporting, setExporting] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const all = useMemo(() => data?.pages.flatMap((page) => page.deliveries) ?? [], [data])
  const discovered = useMemo(() => discoveries(all), [all])
  const { shown, isHeld, waiting, hold, release, onScroll } = useHeldList(all)

  const letGo = useRef(release)
  letGo.current = release
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => letGo.current(), [q])
  const pages = data?.pages.length ?? 0
  const isThin = all.length < thin && pages < stepsAlone

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  useEffect(() => {
    if (isThin) loadMore()
  }, [isThin, loadMore])
  const outOfList = useChosenRow({
    chosen: search.delivery,
    filter,
    all,
    held: { shown, release },
    pages,
    isRead: data !== undefined && !query.isPlaceholderData,
    readMore: hasNextPage ? loadMore : undefined,
  })
  const setFilter = (text: string) => onSearch({ q: text === '' ? undefined : text })
  const toTop = () => {
    release()
    scroller.current?.scrollTo({ top: 0 })
  }

  return (
    <section className={css.pane} aria-label="Deliveries">
      <div className={css.bar}>
        <div className={css.filter}>
          <FilterBar
            asked={asked}
            onAsk={(text, how) => onSearch({ q: text === '' ? undefined : text }, how)}
            deliveries={all}
            endpoints={endpoints}
          />
        </div>
        {isHeld && waiting > 0 ? (
          <Button size="small" variant="primary" icon={<ArrowUp size={13} aria-hidden />} onPress={toTop}>
            {`${waiting.toLocaleString()} new`}
          </Button>
        ) : null}
        <IconButton label="Export…" onPress={() => setExporting(true)} isDisabled={all.length === 0}>
          <Download size={15} aria-hidden />
        </IconButton>
        <IconButton id={deleteId} label="Delete…" onPress={() => setRemoving(true)} isDisabled={unread}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
        <IconButton
          label={isHeld ? 'Follow what arrives' : 'Pause the list'}
          onPress={isHeld ? toTop : hold}
          isDisabled={all.length === 0}
        >
          {isHeld ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
        </IconButton>
      </div>
      {data && (all.length > 0 || q !== '') ? (
        <>
          <ViewBar q={q} onFilter={setFilter} />
          <Timeline q={q} onFilter={setFilter} />
        </>
      ) : null}
      <OutOfListStrip why={outOfList} q={q} onFilter={setFilter} />
      {unread ? (
        <InputTooLong what="filter" onClear={() => onSearch({ q: undefined })}>
          Shorten it above.
        </InputTooLong>
      ) : data && all.length > 0 ? (
        <div className={css.list}>
          <DeliveryHead />
          <VirtualList
            label="Deliveries"
            items={shown}
            keyOf={keyOf}
            renderItem={(delivery) => (
              <DeliveryRow
                {...{ delivery, endpoints }}
                discovered={discovered.get(delivery.id)}
                isMarked={delivery.id === search.compare}
              />
            )}
            labelOf={(delivery) =>
              spokenDelivery(delivery, endpoints, discovered.get(delivery.id), delivery.id === search.compare)
            }
            selectedKey={search.delivery ?? null}
            onSelect={({ id }, how) => {
              hold()
              // Another body belongs to one delivery only.
              const isOfOne = typeof search.compare === 'string'
              onSearch({ delivery: id, ...(isOfOne ? { compare: undefined } : {}) }, how)
            }}
            onOpen={() => document.getElementById('delivery-detail')?.focus()}
            onNearEnd={loadMore}
            onScroll={onScroll}
            scrollerRef={scroller}
            rowHeight={50}
            total={hasNextPage ? -1 : shown.length}
            footer={
              <Footer
                loaded={shown.length}
                waiting={isHeld ? waiting : 0}
                more={hasNextPage}
                error={isFetchNextPageError ? query.error : null}
                onRetry={() => void fetchNextPage()}
              />
            }
          />
        </div>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={isFetching} />
      ) : data && q !== '' ? (
        <NoMatch
          isLooking={isFetching}
          more={hasNextPage}
          onMore={() => void fetchNextPage()}
          onClear={() => onSearch({ q: undefined })}
        />
      ) : data ? (
        <NothingYet icon={Radio} {...{ listener, endpoints, listen }} />
      ) : (
        <Skeleton label="Reading the deliveries" lines={10} />
      )}
      {isExporting ? (
        <DeliveryExportDialog
          filter={filter}
          title={q === '' ? 'Deliveries' : `Deliveries ${q}`}
          onClose={() => setExporting(false)}
        />
      ) : null}
      {isRemoving ? (
        <RemoveDeliveries
          filter={filter}
          onClose={(going) => {
            setRemoving(false)
            // The dialog came in the place of another, the one that counted, which is what it would hand the focus back to.
            requestAnimationFrame(() => document.getElementById(deleteId)?.focus())
            if (going) onSearch({ delivery: undefined }, { replace: true })
          }}
        />
      ) : null}
      <ArrivalsSpoken key={`${q} ${data !== undefined && !query.isPlaceholderData}`} deliveries={all} />
    </section>
  )
}

const deleteId = 'delete-deliveries'

function Footer({
  loaded,
  waiting,
  more,
  error,
  onRetry,
}: {
  readonly loaded: number
  /** Newer ones, which are not in the list while it holds still. */
  readonly waiting: number
  readonly more: boolean
  readonly error: Error | null
  readonly onRetry: () => void
}) {
  if (error) return <ErrorBanner error={error} onRetry={onRetry} />
  const count = `${loaded.toLocaleString()} deliver${loaded === 1 ? 'y' : 'ies'}`
  if (more) return <>{`${count} loaded, older ones to come`}</>
  return <>{waiting > 0 ? `${count}, and ${waiting.toLocaleString()} new above` : `That is all: ${count}`}</>
}

/** A filter that matches seldom is looked for so many steps back by itself, until there are rows to scroll. */
const stepsAlone = 20
const thin = 30

function keyOf({ id }: DeliverySummary): number {
  return id
}
