import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ArrowUp, Download, Pause, Play, Radio, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
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
import { list as copy } from './copy.ts'
import { DeliveryExportDialog } from './delivery-export-dialog.tsx'
import css from './delivery-pane.module.css'
import { DeliveryHead, DeliveryRow, deliveryLabel } from './delivery-row.tsx'
import { NewDeliveryAnnouncer } from './new-delivery-announcer.tsx'
import { NoMatch } from './no-match.tsx'
import { NothingYet } from './nothing-yet.tsx'
import { OutOfListStrip } from './out-of-list-strip.tsx'
import { RemoveDeliveries } from './remove-deliveries.tsx'

/** The list of deliveries, newest first, updated live. */
export function DeliveryPane({
  search,
  onSearch,
  listener,
  listen,
}: {
  readonly search: InspectorSearch
  readonly onSearch: (changes: InspectorSearch, how?: { readonly replace?: boolean }) => void
  readonly listener: ListenerStatus | undefined
  readonly listen: ReactNode
}) {
  const asked = search.q ?? ''
  const isUnread = isTooLong(asked)
  const q = isUnread ? '' : asked.trim()
  const filter = useMemo(() => (q === '' ? {} : { q }), [q])
  // The rows stay while those of the next filter are read.
  const query = useInfiniteQuery({
    ...deliveryList(useApi(), filter),
    placeholderData: keepPreviousData,
    enabled: !isUnread,
  })
  const data = isUnread ? undefined : query.data
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const endpoints = useEndpointNames()
  const [isExporting, setExporting] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const all = useMemo(() => data?.pages.flatMap((page) => page.deliveries) ?? [], [data])
  const discovered = useMemo(() => discoveries(all), [all])
  const { shown, isHeld, waiting, hold, release, onScroll } = useHeldList(all)

  const latestRelease = useRef(release)
  latestRelease.current = release
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => latestRelease.current(), [q])
  const pages = data?.pages.length ?? 0
  const needsMore = all.length < minRows && pages < maxAutomaticPages

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])
  useEffect(() => {
    if (needsMore) loadMore()
  }, [needsMore, loadMore])
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
  const scrollToTop = () => {
    release()
    scroller.current?.scrollTo({ top: 0 })
  }

  return (
    <section className={css.pane} aria-label={copy.label}>
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
          <Button
            size="small"
            variant="primary"
            icon={<ArrowUp size={13} aria-hidden />}
            onPress={scrollToTop}
          >
            {copy.new(waiting)}
          </Button>
        ) : null}
        <IconButton label={copy.export} onPress={() => setExporting(true)} isDisabled={all.length === 0}>
          <Download size={15} aria-hidden />
        </IconButton>
        <IconButton id={deleteId} label={copy.delete} onPress={() => setRemoving(true)} isDisabled={isUnread}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
        <IconButton
          label={isHeld ? copy.resume : copy.pause}
          onPress={isHeld ? scrollToTop : hold}
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
      {isUnread ? (
        <InputTooLong what={copy.tooLongKind} onClear={() => onSearch({ q: undefined })}>
          {copy.tooLong}
        </InputTooLong>
      ) : data && all.length > 0 ? (
        <div className={css.list}>
          <DeliveryHead />
          <VirtualList
            label={copy.label}
            items={shown}
            keyOf={keyOf}
            renderItem={(delivery) => (
              <DeliveryRow
                delivery={delivery}
                endpoints={endpoints}
                discovered={discovered.get(delivery.id)}
                isMarked={delivery.id === search.compare}
              />
            )}
            labelOf={(delivery) =>
              deliveryLabel(delivery, endpoints, discovered.get(delivery.id), delivery.id === search.compare)
            }
            selectedKey={search.delivery ?? null}
            onSelect={({ id }, how) => {
              hold()
              // A comparison with another body ends, since that body belongs to the delivery shown before.
              const comparesBodies = typeof search.compare === 'string'
              onSearch({ delivery: id, ...(comparesBodies ? { compare: undefined } : {}) }, how)
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
          isSearching={isFetching}
          more={hasNextPage}
          onMore={() => void fetchNextPage()}
          onClear={() => onSearch({ q: undefined })}
        />
      ) : data ? (
        <NothingYet icon={Radio} listener={listener} endpoints={endpoints} listen={listen} />
      ) : (
        <Skeleton label={copy.loading} lines={10} />
      )}
      {isExporting ? (
        <DeliveryExportDialog
          filter={filter}
          title={copy.exportTitle(q)}
          onClose={() => setExporting(false)}
        />
      ) : null}
      {isRemoving ? (
        <RemoveDeliveries
          filter={filter}
          onClose={(isDeleting) => {
            setRemoving(false)
            // The dialog replaced the one that counted, and would return the focus to that.
            requestAnimationFrame(() => document.getElementById(deleteId)?.focus())
            if (isDeleting) onSearch({ delivery: undefined }, { replace: true })
          }}
        />
      ) : null}
      <NewDeliveryAnnouncer key={`${q} ${data !== undefined && !query.isPlaceholderData}`} deliveries={all} />
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
  /** How many newer ones are not in the list while it is held. */
  readonly waiting: number
  readonly more: boolean
  readonly error: Error | null
  readonly onRetry: () => void
}) {
  if (error) return <ErrorBanner error={error} onRetry={onRetry} />
  if (more) return <>{copy.more(loaded)}</>
  return <>{waiting > 0 ? copy.waiting(loaded, waiting) : copy.end(loaded)}</>
}

/** For a filter that rarely matches, this many pages are read without scrolling, until there are enough rows to scroll. */
const maxAutomaticPages = 20
const minRows = 30

function keyOf({ id }: DeliverySummary): number {
  return id
}
