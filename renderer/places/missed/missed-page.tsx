import { useQuery } from '@tanstack/react-query'
import { Plus, RefreshCw, Webhook } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { EndpointMissed, MissedStatus } from '#shared/missed/model.ts'
import { KeyFoot } from '#ui/collections/key-hint.tsx'
import { useRowHeight } from '#ui/collections/use-row-height.ts'
import { VirtualList } from '#ui/collections/virtual-list.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LoadingLine } from '#ui/feedback/loading.tsx'
import { QueryPlaceholder } from '#ui/feedback/query-placeholder.tsx'
import { useOnePane } from '#ui/hooks/use-media.ts'
import { ListDetail, Panes } from '#ui/layout/list-detail.tsx'
import { TitleRow } from '#ui/layout/title-row.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { checking, states } from '../../nouns/missed/copy.ts'
import { isCheckingIn, missedStatus } from '../../nouns/missed/queries.ts'
import { useLook } from '../../nouns/missed/use-look.ts'
import { useIsSandbox } from '../../nouns/workspaces/session-queries.ts'
import { page as copy, keyHints } from './copy.ts'
import { EndpointNotes } from './endpoint-notes.tsx'
import { EndpointRow, endpointRowLabel } from './endpoint-row.tsx'
import css from './missed.module.css'
import type { MissedSearch } from './missed-search.ts'
import { nameOf } from './name-of.ts'

/** Shows the events that receivers missed: the endpoints, and the outages and notes of the selected one. */
export default function MissedPage({
  search,
  onSearch,
  onCreate,
}: {
  readonly search: MissedSearch
  readonly onSearch: (change: MissedSearch, how?: { readonly replace: boolean }) => void
  readonly onCreate: () => void
}) {
  const onePane = useOnePane()
  const query = useQuery(missedStatus(useApi()))
  const { data } = query
  const look = useLook()
  const sorted = useSteadyOrder(data?.endpoints)
  const isAlone = search.endpoint === undefined && onePane && search.form === undefined
  const found =
    sorted.find(({ endpointId }) => endpointId === search.endpoint) ?? (isAlone ? undefined : sorted[0])
  return (
    <Panes>
      <TitleRow title={copy.title} beside={data ? <Count of={data} /> : null}>
        {data ? <AsOf iso={data.asOf} isChecking={isCheckingIn(data)} /> : null}
        <Button
          icon={<RefreshCw size={14} aria-hidden />}
          ref={look.button}
          pending={look.isLooking}
          onPress={look.begin}
        >
          {copy.look}
        </Button>
      </TitleRow>
      {look.isLooking ? <LoadingLine words={look.words} onStop={look.stop} /> : null}
      {data === undefined ? (
        <QueryPlaceholder query={query} label={copy.loading} lines={6} isPage />
      ) : data.endpoints.length === 0 ? (
        <EmptyState
          icon={Webhook}
          title={copy.emptyTitle}
          action={
            <Button variant="primary" icon={<Plus size={14} aria-hidden />} onPress={onCreate}>
              {copy.create}
            </Button>
          }
        >
          {copy.empty}
        </EmptyState>
      ) : (
        <ListDetail
          name="missed-list"
          listWidth={300}
          list={
            <EndpointList
              endpoints={sorted}
              selected={found?.endpointId ?? null}
              onSelect={(endpoint, how) => onSearch({ endpoint }, how)}
            />
          }
          detail={
            found ? (
              <EndpointNotes
                key={found.endpointId}
                of={found}
                search={search}
                onSearch={(change) => onSearch({ ...change, endpoint: found.endpointId }, { replace: true })}
                onClose={() => onSearch({})}
                alone={onePane}
                interrupted={data.interruptedJobs.find(({ endpointId }) => endpointId === found.endpointId)}
              />
            ) : null
          }
        />
      )}
    </Panes>
  )
}

function Count({ of }: { readonly of: MissedStatus }) {
  const { behind } = of
  if (behind === 0 || (behind === null && isCheckingIn(of))) return null
  return <span className={css.faint}>{behind === null ? copy.unknown : states.behind(behind)}</span>
}

function AsOf({ iso, isChecking }: { readonly iso: string | null; readonly isChecking: boolean }) {
  return (
    <span className={css.asOf} role="status">
      {iso === null ? (
        copy.notIndexed
      ) : isChecking ? (
        checking
      ) : (
        <>
          {copy.asOf} <TimeText iso={iso} show="short" />
        </>
      )}
    </span>
  )
}

function EndpointList({
  endpoints,
  selected,
  onSelect,
}: {
  readonly endpoints: readonly EndpointMissed[]
  readonly selected: string | null
  readonly onSelect: (endpointId: string, how: { readonly replace: boolean }) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight() + 22
  const isSandbox = useIsSandbox()
  return (
    <>
      <VirtualList
        label={copy.all}
        items={endpoints}
        keyOf={keyOf}
        textOf={nameOf}
        letters="u"
        renderItem={renderRow}
        labelOf={(of) => endpointRowLabel(of, isSandbox)}
        selectedKey={selected}
        onSelect={({ endpointId }, how) => onSelect(endpointId, how)}
        pane="missed-endpoint"
        scrollerRef={list}
        rowHeight={rowHeight}
      />
      <KeyFoot keys={keyHints} list={list} />
    </>
  )
}

/** Sorts the endpoints, and keeps the order until one is added or removed, so that rows don't move under the pointer. */
function useSteadyOrder(endpoints: readonly EndpointMissed[] = noEndpoints): readonly EndpointMissed[] {
  const order = useRef<readonly string[]>([])
  return useMemo(() => {
    const byId = new Map(endpoints.map((of) => [of.endpointId, of]))
    if (byId.size !== order.current.length || order.current.some((id) => !byId.has(id)))
      order.current = endpoints.toSorted(mostMissedFirst).map(keyOf)
    return order.current.flatMap((id) => byId.get(id) ?? [])
  }, [endpoints])
}

const noEndpoints: readonly EndpointMissed[] = []
const names = new Intl.Collator(undefined, { numeric: true })
const mostMissedFirst = (a: EndpointMissed, b: EndpointMissed) =>
  b.behind - a.behind || b.pending - a.pending || names.compare(nameOf(a), nameOf(b))

const keyOf = ({ endpointId }: EndpointMissed) => endpointId
const renderRow = (of: EndpointMissed) => <EndpointRow of={of} />
