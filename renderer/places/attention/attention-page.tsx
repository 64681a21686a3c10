import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { StaleAddress } from '#shared/endpoints/stale-address.ts'
import { assertNever } from '#shared/errors.ts'
import type { OrphanedEndpoint } from '#shared/listening/contract.ts'
import type { InterruptedReplay } from '#shared/receivers/replay.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorBanner, ErrorState } from '#ui/feedback/error-state.tsx'
import { Skeleton } from '#ui/feedback/loading.tsx'
import { Toolbar } from '#ui/layout/toolbar.tsx'
import { TimeText } from '#ui/text/time-text.tsx'
import { useApi } from '../../host/client.ts'
import { useSubmission } from '../../host/use-submission.ts'
import { AttentionRow } from '../../nouns/attention/attention-row.tsx'
import { actions, times } from '../../nouns/attention/copy.ts'
import { type AttentionItem, useAttention } from '../../nouns/attention/queries.ts'
import { type CreationProps, UnfinishedRow } from '../../nouns/attention/unfinished-creations.tsx'
import { startListener } from '../../nouns/deliveries/queries.ts'
import { useEndpointNames } from '../../nouns/endpoints/endpoint-names.ts'
import { resolveLeftoverEndpoint } from '../../nouns/listening/queries.ts'
import { receiverList } from '../../nouns/receivers/queries.ts'
import type { TunnelOutage } from '../../nouns/tunnel/outage.ts'
import { tunnelStatus } from '../../nouns/tunnel/queries.ts'
import { InWorkspace } from '../../nouns/workspaces/in-workspace.tsx'
import { NeedsWorkspace } from '../../nouns/workspaces/needs-workspace.tsx'
import css from './attention-page.module.css'
import { BehindRow, NothingForwardedRow, WarningRow } from './behind-row.tsx'
import { interrupted, left, listenerOff, page, staleAddresses, tunnelOutage } from './copy.ts'
import { CutOffRow, DisabledRow, type DowntimeProps } from './downtime-rows.tsx'

const RepointDialog = lazy(() => import('./repoint-dialog.tsx'))

interface ItemProps extends Omit<DowntimeProps, 'of'>, Required<Omit<CreationProps, 'of'>> {}

const route = getRouteApi('/attention')

/** Page of the items that need attention in the open workspace, or in the workspace of a link. */
export default function AttentionPage() {
  const { workspace } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (endpoint: string) => void navigate({ to: '/endpoints', search: { endpoint } })
  return (
    <InWorkspace id={workspace} onThere={() => void navigate({ search: {}, replace: true })}>
      <NeedsWorkspace>
        <Items onShow={show} onMade={({ id }) => show(id)} />
      </NeedsWorkspace>
    </InWorkspace>
  )
}

/** Lists everything in the open workspace that needs a decision. Notehook changes none of it on its own. */
function Items(props: ItemProps) {
  const { items, isLoading, error, isRetrying, retry } = useAttention()
  // Kept here, because the row disappears once the addresses are updated, but the outcomes must stay visible.
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
}: ItemProps & {
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
      return <OrphanedEndpointRow of={item.of} />
    default:
      return assertNever(item)
  }
}

/** An interrupted replay. The rest can be sent on the page of its receiver. */
function InterruptedReplayRow({
  of: { receiverId, startedAt, done, of },
}: {
  readonly of: InterruptedReplay
}) {
  const navigate = useNavigate()
  const { data: receivers = [] } = useQuery(receiverList(useApi()))
  return (
    <AttentionRow
      {...interrupted(done, of)}
      about={receivers.flatMap(({ id, name }) => (id === receiverId ? name : []))}
      when={
        <>
          {times.started} <TimeText iso={startedAt} />.
        </>
      }
      actions={
        <Button
          size="small"
          onPress={() => void navigate({ to: '/receivers', search: { receiver: receiverId } })}
        >
          {actions.showReceiver}
        </Button>
      }
    />
  )
}

/** A temporary endpoint that an earlier run did not delete. */
function OrphanedEndpointRow({ of: { id, url, createdAt } }: { readonly of: OrphanedEndpoint }) {
  const clean = useSubmission(resolveLeftoverEndpoint(useApi(), useQueryClient()))
  const actionButton = (label: string, action: 'delete' | 'keep') => (
    <Button
      size="small"
      pending={clean.isPending && clean.variables.action === action}
      isDisabled={clean.isPending}
      onPress={() => clean.mutate({ id, action })}
    >
      {label}
    </Button>
  )
  return (
    <AttentionRow
      title={left.title}
      about={[url]}
      when={
        <>
          {times.created} <TimeText iso={createdAt} />.
        </>
      }
      text={left.text}
      error={clean.error}
      actions={
        <>
          {actionButton(actions.delete, 'delete')}
          {actionButton(actions.keep, 'keep')}
        </>
      }
    />
  )
}

/** Endpoints that deliver here while the listener is off, or will once they are enabled again. */
function ListenerOffRow({ of }: { readonly of: readonly Endpoint[] }) {
  const names = useEndpointNames()
  const start = useSubmission(startListener(useApi(), useQueryClient()))
  return (
    <AttentionRow
      tone="danger"
      {...listenerOff(of)}
      about={of.map(({ id, url }) => names.of(id, url))}
      error={start.error}
      actions={
        <Button size="small" pending={start.isPending} onPress={() => start.mutate()}>
          {actions.startReceiving}
        </Button>
      }
    />
  )
}

/** Endpoints of this workspace that still have the previous public address. */
function StaleAddressesRow({
  of,
  onUpdate,
}: {
  readonly of: readonly StaleAddress[]
  readonly onUpdate: () => void
}) {
  const { data: tunnel } = useQuery(tunnelStatus(useApi()))
  const here = of.filter(({ isOpen }) => isOpen)
  return (
    <AttentionRow
      {...staleAddresses(here.length)}
      about={here.map(({ url }) => url)}
      when={
        tunnel?.since ? (
          <>
            {times.tunnelUp} <TimeText iso={tunnel.since} />.
          </>
        ) : null
      }
      actions={
        <Button size="small" onPress={onUpdate}>
          {actions.update}
        </Button>
      }
    />
  )
}

/** Endpoints that deliver to a tunnel that does not work, or will once they are enabled again. */
function TunnelOutageRow({
  outage,
  of,
}: {
  readonly outage: TunnelOutage
  readonly of: readonly Endpoint[]
}) {
  const names = useEndpointNames()
  const navigate = useNavigate()
  return (
    <AttentionRow
      tone="danger"
      {...tunnelOutage(outage, of)}
      about={of.map(({ id, url }) => names.of(id, url))}
      actions={
        <Button size="small" onPress={() => void navigate({ to: '/tunnel' })}>
          {actions.setUpTunnel}
        </Button>
      }
    />
  )
}
