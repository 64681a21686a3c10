import { useQuery } from '@tanstack/react-query'
import { ArrowUp, Radio } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { lettersOf } from '#shared/app/shown-commands.ts'
import type { ListenerStatus } from '#shared/deliveries/contract.ts'
import { discoveries } from '#shared/deliveries/discovery.ts'
import type { DeliverySummary } from '#shared/deliveries/model.ts'
import { KeyFoot } from '#ui/collections/key-hint.tsx'
import { SelectionBar } from '#ui/collections/selection-bar.tsx'
import { useRowHeight } from '#ui/collections/use-row-height.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Delayed } from '#ui/feedback/spinner.tsx'
import { InputTooLong } from '#ui/filters/input-too-long.tsx'
import { fullActions } from '#ui/overlays/action.ts'
import { ActionKeys } from '#ui/overlays/action-keys.tsx'
import { ActionItems } from '#ui/overlays/menu.tsx'
import { LiveStatus, VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useSelectionCommands } from '../../../frame/use-commands.ts'
import { useApi } from '../../../host/client.ts'
import type { DeliveryFilter } from '../../../host/query-keys.ts'
import { useCount } from '../../../host/use-count.ts'
import { earlierAttempts } from '../../../nouns/deliveries/earlier-attempts.ts'
import FilterBar from '../../../nouns/deliveries/filter/filter-bar.tsx'
import { belongsToList, mayBeKnown } from '../../../nouns/deliveries/live/membership.ts'
import { deliveryTotal } from '../../../nouns/deliveries/queries.ts'
import { useEndpointNames, useSameNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { useNoteTitles } from '../../../nouns/notes/use-note-titles.ts'
import { ReplayDialog } from '../../../nouns/receivers/replay/replay-dialog.tsx'
import { useDeliveryResults, useForwards } from '../../../nouns/receivers/sends/use-delivery-results.ts'
import { useHideDelivery } from '../actions/delete-with-undo.ts'
import { type DeliveryPlace, useDeliveryActions } from '../actions/use-delivery-actions.ts'
import { menu as compareCopy } from '../compare/copy.ts'
import { ViewBar } from '../filter/view-bar.tsx'
import type { InspectorSearch } from '../inspector-search.ts'
import { useArrivals } from '../live/use-arrivals.ts'
import { Timeline, TimelineRange, useTimelineView } from '../timeline/timeline.tsx'
import { announcement, list as copy, keyHints } from './copy.ts'
import css from './delivery-pane.module.css'
import { DeliveryBones, DeliveryRow, DeliveryTable, deliveryLabel, type RowNote } from './delivery-row.tsx'
import { NoMatch, NothingYet } from './empty-list.tsx'
import { OutOfListStrip } from './out-of-list-strip.tsx'
import { countDeliveries } from './remove/queries.ts'
import { RemoveSelected } from './remove/remove-deliveries.tsx'
import { selectionActions } from './selection-actions.ts'
import { useChosenRow } from './use-chosen-row.ts'
import type { DeliveryList } from './use-delivery-list.ts'
import type { DeliverySelection } from './use-delivery-selection.ts'
import { useHolding } from './use-holding.ts'

/** The live list of deliveries, newest first, with its filter and timeline. */
export function DeliveryPane({
  list,
  selection,
  onExportSelected,
  scroller,
  place,
  search,
  onSearch,
  listener,
}: {
  readonly list: DeliveryList
  readonly selection: DeliverySelection
  readonly onExportSelected: () => void
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly place: DeliveryPlace
  readonly search: InspectorSearch
  readonly onSearch: (changes: InspectorSearch, how?: { readonly replace?: boolean }) => void
  readonly listener: ListenerStatus | undefined
}) {
  const { q, filter, held, isRead, hasMore, loadMore } = list
  const { shown, waiting, hold, unhold } = held
  const all = list.all ?? none
  const endpoints = useEndpointNames()
  const namesInRows = useSameNames(endpoints)
  const timeline = useTimelineView()
  const [isRemoving, setRemoving] = useState(false)
  const [replaying, setReplaying] = useState<readonly number[] | null>(null)
  const rowHeight = useRowHeight()
  const discovered = useMemo(() => discoveries(all), [all])
  const earlier = useMemo(() => earlierAttempts(all), [all])
  // Rows whose new status no longer matches the filter. They stay visible until the list is updated.
  const left = useMemo(
    () => new Set(shown.filter((one) => mayBeKnown(one) && belongsToList(filter, one) === false).map(keyOf)),
    [shown, filter],
  )
  const arrivedAfter = useArrivals(all[0]?.id ?? 0, `${q} ${isRead}`)
  const { noteOf, resultOf, onRange } = useRowDetails(shown)
  const hasReceivers = useForwards(all)
  const outOfList = useChosenRow({
    chosen: search.delivery,
    filter,
    all,
    held,
    pages: list.pages,
    isRead,
    readMore: hasMore ? loadMore : undefined,
  })
  const isClosed = search.delivery === undefined
  const isChoosing = place.marked !== undefined || (isClosed && search.compare !== undefined)
  const beside = isClosed ? 'closed' : 'open'
  const state = isChoosing ? 'choosing' : search.compare === undefined ? beside : 'comparing'
  const holding = useHolding(held, {
    isClosed,
    isEmpty: all.length === 0,
    isNoneSelected: selection.count === 0,
  })
  // Deselects deliveries that another window or the retention limit deleted. Deliveries older than the loaded rows stay selected,
  // because they may still exist.
  useEffect(() => {
    if (!isRead || selection.count === 0) return
    const oldest = hasMore ? (all.at(-1)?.id ?? 0) : 0
    const listed = new Set(all.map(({ id }) => id))
    const left = selection.ids.filter((id) => id >= oldest && !listed.has(id))
    if (left.length > 0) selection.drop(left)
  }, [all, isRead, hasMore, selection])
  const hide = useHideDelivery()
  const selected = selection.count === 0 ? none : all.filter(selection.has)
  const webhookIds = selected.flatMap(({ webhookId }) => (webhookId === null ? [] : [webhookId]))
  const compareSelected = (newer: number, older: number) => {
    selection.clear()
    onSearch({ delivery: newer, compare: older })
  }
  const removeSelected = () => {
    const [only] = selected
    if (only === undefined || selection.count > 1) return setRemoving(true)
    selection.clear()
    hide(only)
    place.onRemoved(only.id)
  }
  const ofSelected = selectionActions({
    ids: selection.ids,
    webhookIds,
    onCompare: compareSelected,
    onReplay: () => setReplaying(selection.ids),
    onExport: onExportSelected,
    onDelete: removeSelected,
  })
  useSelectionCommands(selection.count, ofSelected)
  const picking = {
    ...selection,
    set(deliveries: readonly DeliverySummary[], isSelected: boolean) {
      if (isSelected && deliveries.length > 0) hold('selection')
      selection.set(deliveries, isSelected)
    },
  }
  const total = useTotal(filter, hasMore && selection.count > 1)
  const setFilter = (text: string) => onSearch({ q: text === '' ? undefined : text })
  const labelParts = (delivery: DeliverySummary) => ({
    note: noteOf(delivery),
    endpoints: namesInRows,
    discovered: discovered.get(delivery.id),
    result: resultOf(delivery.id),
    isCompared: delivery.id === search.compare,
    earlier: earlier.get(delivery.id),
    hasLeft: left.has(delivery.id),
  })

  return (
    <section className={css.pane} aria-label={copy.label}>
      <div className={css.filters}>
        <div className={css.filter}>
          <FilterBar
            filterText={list.filterText}
            isNaming={list.isNaming}
            onAsk={(text, how) => onSearch({ q: text === '' ? undefined : text }, how)}
            deliveries={all}
            endpoints={endpoints}
          />
        </div>
        <div className={css.views}>
          <ViewBar q={q} onFilter={setFilter} />
        </div>
        <TimelineRange view={timeline} q={q} onFilter={setFilter} />
      </div>
      <Timeline view={timeline} q={q} onFilter={setFilter} />
      {list.isUnread ? (
        <InputTooLong what={copy.tooLongKind} onClear={() => onSearch({ q: undefined })}>
          {copy.tooLong}
        </InputTooLong>
      ) : all.length > 0 ? (
        <div className={css.list} {...holding}>
          <DeliveryTable
            hasReceivers={hasReceivers}
            notice={
              isChoosing ? (
                <>
                  <strong role="status" className={css.choosing}>
                    <span className={css.wide}>{compareCopy.choose}</span>
                    <span className={css.narrow}>{compareCopy.chooseShort}</span>
                  </strong>
                  <Button
                    size="small"
                    variant="quiet"
                    className={css.inHead}
                    onPress={() => onSearch({ compare: undefined })}
                  >
                    {compareCopy.cancel}
                  </Button>
                </>
              ) : null
            }
            fresh={
              waiting > 0 ? (
                <Button
                  size="small"
                  className={css.fresh}
                  icon={<ArrowUp size={12} aria-hidden />}
                  onPress={() => {
                    held.release()
                    scroller.current?.scrollTo({ top: 0 })
                  }}
                >
                  {copy.new(waiting)}
                </Button>
              ) : null
            }
          >
            <VirtualList
              label={copy.label}
              items={shown}
              keyOf={keyOf}
              renderItem={(delivery) => (
                <DeliveryRow delivery={delivery} hasReceivers={hasReceivers} {...labelParts(delivery)} />
              )}
              labelOf={(delivery) => deliveryLabel(delivery, labelParts(delivery))}
              isNew={({ id }) => id > arrivedAfter}
              selectedKey={search.delivery ?? null}
              // While the user chooses the second delivery, moving through the list must not open deliveries.
              follows={!isChoosing}
              onSelect={({ id }, how) => {
                hold('open')
                // A comparison with another body ends here, because that body belongs to the previous delivery.
                const comparesBodies = typeof search.compare === 'string'
                onSearch({ delivery: id, ...(comparesBodies ? { compare: undefined } : {}) }, how)
              }}
              pane="delivery-detail"
              isOutdated={!isRead}
              onPair={({ id }) => {
                hold('open')
                onSearch({ delivery: id, compare: search.delivery })
              }}
              textOf={(delivery) => titleOf(noteOf(delivery))}
              letters={lettersOf('delivery')}
              menu={(delivery) =>
                selection.count > 1 && selection.has(delivery) ? (
                  <ActionItems groups={fullActions(ofSelected)} />
                ) : (
                  <DeliveryItems delivery={delivery} place={place} />
                )
              }
              rowKeys={(delivery) =>
                selection.count > 0 ? (
                  <ActionKeys groups={ofSelected} />
                ) : (
                  <DeliveryKeys delivery={delivery} place={place} />
                )
              }
              onMenu={(isOpen) => (isOpen ? hold('menu') : unhold('menu'))}
              picking={isChoosing && selection.count === 0 ? undefined : picking}
              pickMark="over"
              onRange={onRange}
              onNearEnd={loadMore}
              onScroll={held.onScroll}
              scrollerRef={scroller}
              rowHeight={rowHeight}
              total={hasMore ? -1 : shown.length}
              footer={
                <ListFooter
                  loaded={shown.length}
                  waiting={waiting}
                  left={left.size}
                  more={hasMore}
                  error={list.pageError}
                  onRetry={list.loadNext}
                />
              }
            />
          </DeliveryTable>
        </div>
      ) : list.error ? (
        <ErrorState error={list.error} onRetry={list.retry} retrying={list.isFetching} />
      ) : list.all && q !== '' && !list.isFetching ? (
        <NoMatch q={q} more={hasMore} onMore={list.loadNext} onClear={() => onSearch({ q: undefined })} />
      ) : list.isRead && q === '' ? (
        <NothingYet icon={Radio} listener={listener} endpoints={endpoints} />
      ) : (
        <div className={css.list} aria-busy="true">
          <VisuallyHidden>{copy.loading}</VisuallyHidden>
          <Delayed>
            <DeliveryTable hasReceivers={hasReceivers}>
              <div className={css.bones}>
                <DeliveryBones rowHeight={rowHeight} hasReceivers={hasReceivers} />
              </div>
            </DeliveryTable>
          </Delayed>
        </div>
      )}
      {all.length > 0 && selection.count === 0 ? (
        <KeyFoot keys={keyHints[state]} closes={state === 'open'} list={scroller} />
      ) : null}
      <OutOfListStrip why={outOfList} q={q} onFilter={setFilter} />
      <SelectionBar count={selection.count} total={total} onClear={selection.clear} actions={ofSelected} />
      {replaying === null ? null : (
        <ReplayDialog of={{ filter: { ids: [...replaying] } }} onClose={() => setReplaying(null)} />
      )}
      {isRemoving ? (
        <RemoveSelected
          ids={selection.ids}
          onClose={(isDeleted) => {
            setRemoving(false)
            if (!isDeleted) return
            if (search.delivery !== undefined && selection.ids.includes(search.delivery)) {
              onSearch({ delivery: undefined }, { replace: true })
            }
            selection.clear()
            requestAnimationFrame(() => scroller.current?.focus())
          }}
        />
      ) : null}
      <NewDeliveryAnnouncer key={`${q} ${isRead}`} deliveries={all} />
    </section>
  )
}

const none: readonly DeliverySummary[] = []

const titleOf = (note: RowNote) => (note && 'title' in note ? note.title : '')

function keyOf({ id }: DeliverySummary): number {
  return id
}

function useTotal(filter: DeliveryFilter, isNeeded: boolean): number | null {
  const isAll = filter.q === undefined
  const all = useQuery({ ...deliveryTotal(useApi()), enabled: isNeeded && isAll })
  const count = useCount(isNeeded && !isAll ? filter : null, countDeliveries)
  if (!isNeeded) return null
  if (isAll) return all.data?.count ?? null
  return count.state === 'counted' ? count.counted.matching : null
}

/** Shows how many deliveries are listed, or why loading more failed. */
function ListFooter({
  loaded,
  waiting,
  left,
  more,
  error,
  onRetry,
}: {
  readonly loaded: number
  readonly waiting: number
  readonly left: number
  readonly more: boolean
  readonly error: Error | null
  readonly onRetry: () => void
}) {
  if (error) return <ErrorBanner error={error} onRetry={onRetry} />
  const count = more ? copy.loaded(loaded) : waiting > 0 ? copy.waiting(loaded, waiting) : copy.end(loaded)
  return <>{left > 0 ? `${count}. ${copy.left(left)}` : count}</>
}

/** Milliseconds between announcements, so that many deliveries are announced in one sentence. */
const everyMs = 5000

/**
 * Announces to screen readers how many deliveries arrived and how many of them are not verified. The initial rows are not
 * announced.
 */
function NewDeliveryAnnouncer({ deliveries }: { readonly deliveries: readonly DeliverySummary[] }) {
  const latest = useRef(deliveries)
  latest.current = deliveries
  const announced = useRef(deliveries[0]?.id ?? 0)
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setInterval(() => {
      const fresh = latest.current.filter(({ id }) => id > announced.current)
      announced.current = Math.max(announced.current, latest.current[0]?.id ?? 0)
      const unverified = fresh.filter(({ verdict }) => verdict !== 'verified').length
      setText(fresh.length === 0 ? '' : announcement(fresh.length, unverified))
    }, everyMs)
    return () => clearInterval(timer)
  }, [])
  return <LiveStatus>{text}</LiveStatus>
}

const block = 20

function useRowDetails(shown: readonly DeliverySummary[]) {
  const [range, setRange] = useState<readonly [from: number, to: number]>([0, 2 * block])
  const onRange = useCallback((first: number, last: number) => {
    const from = Math.max(0, (Math.floor(first / block) - 1) * block)
    const to = (Math.floor(last / block) + 2) * block
    setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]))
  }, [])
  const noteIds = useMemo(
    () => shown.slice(...range).flatMap(({ noteId }) => (noteId === null ? [] : [noteId])),
    [shown, range],
  )
  const titleOf = useNoteTitles(noteIds)
  const resultOf = useDeliveryResults(
    useMemo(() => shown.slice(...range).map(({ id }) => id), [shown, range]),
  )
  // Unchanged titles keep their objects. Otherwise, every batch of deliveries would render all rows again.
  const notes = useRef<ReadonlyMap<string, { readonly title: string }>>(new Map())
  const noteOf = useMemo(() => {
    const named = new Map<string, { readonly title: string }>()
    const before = notes.current
    notes.current = named
    return ({ noteId }: DeliverySummary): RowNote => {
      if (noteId === null) return null
      const title = titleOf(noteId)
      if (typeof title !== 'string') return title
      const known = named.get(noteId) ?? before.get(noteId)
      const note = known?.title === title ? known : { title }
      named.set(noteId, note)
      return note
    }
  }, [titleOf])
  return { noteOf, resultOf, onRange }
}

interface Props {
  readonly delivery: DeliverySummary
  readonly place: DeliveryPlace
}

function DeliveryItems({ delivery, place }: Props) {
  return <ActionItems groups={useDeliveryActions(delivery, place)} />
}

function DeliveryKeys({ delivery, place }: Props) {
  return <ActionKeys groups={useDeliveryActions(delivery, place)} />
}
