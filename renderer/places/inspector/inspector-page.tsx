import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { parseDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { rejectionWords } from '#shared/deliveries/rejected/rejected-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { isCovered, isTyping } from '#ui/hooks/focus.ts'
import { useOnePane } from '#ui/hooks/use-media.ts'
import { ListDetail } from '#ui/layout/list-detail.tsx'
import { WithTooltip } from '#ui/overlays/tooltip.tsx'
import { useApi } from '../../host/client.ts'
import { rejected as rejectedCopy } from '../../nouns/deliveries/copy.ts'
import { filterWords } from '../../nouns/deliveries/filter/filter-chips.ts'
import { listenerStatus } from '../../nouns/deliveries/queries.ts'
import RejectedDialog from '../../nouns/deliveries/rejected/rejected-dialog.tsx'
import { rejectedRequests } from '../../nouns/deliveries/rejected/rejected-queries.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { ListeningStrip } from '../../nouns/listening/listening-strip.tsx'
import { ReplayDialog } from '../../nouns/receivers/replay/replay-dialog.tsx'
import { useReplay } from '../../nouns/receivers/replay/use-replay.tsx'
import { sessionStatus } from '../../nouns/workspaces/session-queries.ts'
import { useHiddenDeliveries } from './actions/delete-with-undo.ts'
import type { DeliveryPlace } from './actions/use-delivery-actions.ts'
import { CompareView } from './compare/compare-view.tsx'
import { lowerFirst } from './detail/copy.ts'
import { DeliveryDetail } from './detail/delivery-detail.tsx'
import { listedDelivery } from './detail/listed-delivery.ts'
import { useNamedEndpoints } from './filter/use-named-endpoints.ts'
import css from './inspector-page.module.css'
import type { InspectorSearch } from './inspector-search.ts'
import { InspectorTitle, moreActionsId } from './inspector-title.tsx'
import { list as listCopy, selection as selectionCopy } from './list/copy.ts'
import { DeliveryExportDialog } from './list/delivery-export-dialog.tsx'
import { DeliveryPane } from './list/delivery-pane.tsx'
import { RemoveDeliveries } from './list/remove/remove-deliveries.tsx'
import { useDeliveryList } from './list/use-delivery-list.ts'
import { useDeliverySelection } from './list/use-delivery-selection.ts'
import { SessionView } from './session-file/session-view.tsx'

const route = getRouteApi('/inspector')

const ResponseDialog = lazy(() => import('../../nouns/deliveries/simulate/response-dialog.tsx'))

/** Shows received deliveries live with a detail pane, or the deliveries of a session file. */
export default function InspectorPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch: InspectorProps['onSearch'] = (changes, { replace = false } = {}) =>
    void navigate({ search: (now) => ({ ...now, ...changes }), replace })
  const { session } = search
  if (!session) return <Inspector search={search} onSearch={onSearch} />
  return (
    <SessionView
      search={session}
      onSearch={(changes, how) => onSearch({ session: { ...session, ...changes } }, how)}
      onClose={() => onSearch({ session: undefined })}
    />
  )
}

interface InspectorProps {
  readonly search: InspectorSearch
  readonly onSearch: (changes: InspectorSearch, how?: { readonly replace?: boolean }) => void
}

function Inspector({ search, onSearch }: InspectorProps) {
  const onePane = useOnePane()
  const cache = useQueryClient()
  const { data: listener } = useQuery(listenerStatus(useApi()))
  const { data: session } = useQuery(sessionStatus(useApi()))
  useHiddenDeliveries(session && session.state !== 'welcome' ? session.workspace.id : undefined)
  const isNaming = useNamedEndpoints(search.q ?? '', (q) => onSearch({ q }, { replace: true }))
  const list = useDeliveryList(search.q ?? '', isNaming)
  const selection = useDeliverySelection(list.q)
  const scroller = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<number | null>(null)
  const [asks, setAsks] = useState<'export' | 'export-selected' | 'delete' | 'replay' | null>(null)
  // On a small screen, the user has to close the first delivery to choose the second one, so closing must not end the comparison.
  const close = useCallback(
    () => onSearch({ delivery: undefined, ...(onePane ? {} : { compare: undefined }) }),
    [onSearch, onePane],
  )
  const marked = search.compare === search.delivery ? search.delivery : undefined
  useCompareKey(
    search.compare === undefined ? null : () => onSearch({ compare: undefined }),
    marked !== undefined || (search.compare !== undefined && search.delivery === undefined),
  )
  useEffect(() => {
    if (marked === undefined) return
    const pane = document.getElementById('delivery-detail')
    if (pane?.contains(document.activeElement)) scroller.current?.focus()
  }, [marked])

  const filterText = filterWords(list.q, useEndpointNames(), new Date())
  const sending = useReplay()
  const place: DeliveryPlace = {
    sending: sending.actions,
    open: search.delivery,
    marked,
    q: search.q ?? '',
    onCompare: (delivery, compare) => onSearch({ delivery, compare }),
    onFilter: (q) => onSearch({ q }),
    onEditRemark(delivery) {
      setEditing(delivery)
      if (delivery !== search.delivery) onSearch({ delivery, compare: undefined })
    },
    onRemoved(delivery) {
      if (delivery === search.delivery)
        onSearch({ delivery: undefined, compare: undefined }, { replace: true })
      // Focuses the list, because the focused element may have been removed with the detail pane.
      requestAnimationFrame(() => scroller.current?.focus())
    },
  }

  const detail =
    search.delivery === undefined || (onePane && marked !== undefined) ? null : search.compare !==
        undefined && search.compare !== search.delivery ? (
      <CompareView
        id={search.delivery}
        compareWith={search.compare}
        onClose={() => onSearch({ compare: undefined })}
        alone={onePane}
      />
    ) : (
      <DeliveryDetail
        id={search.delivery}
        tab={search.tab ?? 'payload'}
        onTab={(tab) => onSearch({ tab: tab === 'payload' ? undefined : tab }, { replace: true })}
        onClose={close}
        alone={onePane}
        place={place}
        editing={editing}
        onEditing={setEditing}
      />
    )

  return (
    <div className={css.page}>
      <InspectorTitle
        list={list}
        selected={selection.count}
        listener={listener}
        rejected={
          <RejectedButton
            isOpen={search.refused === true && !search.answers}
            onOpen={(open) =>
              open ? onSearch({ refused: true }) : onSearch({ refused: undefined }, { replace: true })
            }
          />
        }
        onSimulate={() => onSearch({ answers: true })}
        onReplay={() => setAsks('replay')}
        onExport={() => setAsks('export')}
        onExportSelected={() => setAsks('export-selected')}
        onDelete={() => setAsks('delete')}
        onSession={(file) => onSearch({ session: { file } })}
        onResume={() => {
          list.held.release()
          scroller.current?.scrollTo({ top: 0 })
        }}
      />
      <ListeningStrip />
      <ListDetail
        name="delivery"
        list={
          <DeliveryPane
            list={list}
            selection={selection}
            onExportSelected={() => setAsks('export-selected')}
            scroller={scroller}
            place={place}
            search={search}
            onSearch={onSearch}
            listener={listener}
          />
        }
        detail={detail}
        detailWidth={456}
      />
      {search.answers ? (
        <Suspense>
          <ResponseDialog
            initial={endpointInView(cache, search)}
            onClose={() => onSearch({ answers: undefined }, { replace: true })}
          />
        </Suspense>
      ) : null}
      {asks === 'export' ? (
        <DeliveryExportDialog
          filter={list.filter}
          words={filterText}
          title={listCopy.exportTitle(filterText)}
          onClose={() => setAsks(null)}
        />
      ) : null}
      {asks === 'export-selected' ? (
        <DeliveryExportDialog
          filter={list.filter}
          ids={selection.ids}
          title={selectionCopy.exportTitle(selection.count)}
          onClose={() => setAsks(null)}
        />
      ) : null}
      {sending.dialog}
      {asks === 'replay' ? <ReplayDialog of={{ filter: list.filter }} onClose={() => setAsks(null)} /> : null}
      {asks === 'delete' ? (
        <RemoveDeliveries
          filter={list.filter}
          onClose={(isDeleting) => {
            setAsks(null)
            requestAnimationFrame(() => document.getElementById(moreActionsId)?.focus())
            if (isDeleting) onSearch({ delivery: undefined }, { replace: true })
          }}
        />
      ) : null}
    </div>
  )
}

/** Returns the open delivery's endpoint or, if no delivery is open, the first endpoint in the filter. */
function endpointInView(cache: QueryClient, { delivery, q = '' }: InspectorSearch): string | undefined {
  const open = delivery === undefined ? undefined : listedDelivery(cache, delivery)
  return open?.endpointId ?? parseDeliveryFilter(q).endpoints.any[0]
}

/**
 * Shows the number of rejected requests, which are not in the list, and opens their details. Renders nothing while there are
 * none.
 */
function RejectedButton({
  isOpen,
  onOpen,
}: {
  readonly isOpen: boolean
  readonly onOpen: (open: boolean) => void
}) {
  const { data: rejected = [] } = useQuery(rejectedRequests(useApi()))
  const [last] = rejected
  const total = rejected.reduce((sum, { requests }) => sum + requests, 0)
  const label = last ? rejectedCopy.countLabel(total, lowerFirst(rejectionWords(last).short)) : ''
  return (
    <>
      {last ? (
        <WithTooltip text={label}>
          <Button size="small" variant="quiet" aria-label={label} onPress={() => onOpen(true)}>
            {rejectedCopy.count(total)}
          </Button>
        </WithTooltip>
      ) : null}
      {isOpen ? <RejectedDialog onClose={() => onOpen(false)} /> : null}
    </>
  )
}

/**
 * Lets the user end a comparison with D, and also with Escape while the second delivery is still to be chosen. `onPress` is
 * `null` if there is no comparison.
 */
function useCompareKey(onPress: (() => void) | null, isChoosing: boolean): void {
  const latest = useRef({ onPress, isChoosing })
  latest.current = { onPress, isChoosing }
  useEffect(() => {
    const end = (event: KeyboardEvent) => {
      const { target, defaultPrevented } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || defaultPrevented) return
      const isOver = target instanceof Element && target.closest('[role$="dialog"], [role="menu"]') !== null
      if (isOver || isTyping(target) || latest.current.onPress === null) return
      event.preventDefault()
      if (!event.repeat) latest.current.onPress()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      const isInList = target instanceof Element && target.closest('[role="listbox"]') !== null
      if (key !== 'd' || (isInList && latest.current.isChoosing)) return
      end(event)
    }
    // The capture phase runs before the pane's handler, which would close the pane.
    const onCapture = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && latest.current.isChoosing && !isCovered()) end(event)
    }
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('keydown', onCapture, true)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('keydown', onCapture, true)
    }
  }, [])
}
