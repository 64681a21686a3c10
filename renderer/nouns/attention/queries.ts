import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import type { StaleAddress } from '#shared/endpoints/stale-address.ts'
import type { Unfinished } from '#shared/endpoints/unfinished.ts'
import { asAppError } from '#shared/errors.ts'
import type { OrphanedEndpoint } from '#shared/listening/contract.ts'
import type { EarlyWarning, EndpointMissed } from '#shared/missed/model.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import type { InterruptedReplay } from '#shared/receivers/replay.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import type { WorkspaceSummary } from '#shared/workspaces/contract.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { useApi } from '../../host/client.ts'
import { listenerStatus } from '../deliveries/queries.ts'
import { endpointList, unfinishedCreations } from '../endpoints/queries.ts'
import { replacementList } from '../endpoints/replacement/queries.ts'
import { orphanedEndpoints, staleAddressEndpoints } from '../listening/queries.ts'
import { missedStatus } from '../missed/queries.ts'
import { useForwardsNothing, useNewSecrets } from '../receivers/forwarding.ts'
import { interruptedReplays, receiverList } from '../receivers/queries.ts'
import { type TunnelOutage, tunnelOutage } from '../tunnel/outage.ts'
import { tunnelStatus } from '../tunnel/queries.ts'
import { workspaceList } from '../workspaces/queries.ts'
import { sessionStatus } from '../workspaces/session-queries.ts'

/** An item that needs a decision. */
export type AttentionItem = { readonly key: string } & (
  | { readonly kind: 'unfinished'; readonly of: Unfinished }
  | { readonly kind: 'disabled'; readonly of: Endpoint }
  | { readonly kind: 'cut-off'; readonly of: Replacement }
  | { readonly kind: 'stale-addresses'; readonly of: readonly StaleAddress[] }
  | { readonly kind: 'missed'; readonly of: EndpointMissed }
  | { readonly kind: 'warning'; readonly of: EarlyWarning }
  /** A receiver that should forward, although all its endpoints were deleted. */
  | { readonly kind: 'nothing-forwarded'; readonly of: Receiver }
  /** A receiver whose program may still use the signing secret of the previous sandbox. */
  | { readonly kind: 'new-secret'; readonly of: Receiver }
  | { readonly kind: 'left'; readonly of: OrphanedEndpoint }
  | { readonly kind: 'replay'; readonly of: InterruptedReplay }
  /**
   * Endpoints that deliver to the listener while it is off. Disabled endpoints are included, because the user may enable them
   * again.
   */
  | { readonly kind: 'listener-off'; readonly of: readonly Endpoint[] }
  /** Endpoints that deliver to a broken tunnel while the listener is on. */
  | { readonly kind: 'tunnel-outage'; readonly outage: TunnelOutage; readonly of: readonly Endpoint[] }
  /** A workspace that is not open, with endpoints that were disabled outside Notehook. */
  | { readonly kind: 'other-workspace'; readonly of: WorkspaceSummary }
)

/** Returns everything that needs attention. Each kind is loaded separately, so that a failed request doesn't hide the rest. */
export function useAttention() {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const enabled = session?.state === 'connected'
  const unfinished = useQuery({ ...unfinishedCreations(api), enabled })
  const endpoints = useQuery({ ...endpointList(api), enabled })
  const replacements = useQuery({ ...replacementList(api), enabled })
  const stale = useQuery({ ...staleAddressEndpoints(api, tunnel), enabled })
  const orphaned = useQuery({ ...orphanedEndpoints(api), enabled })
  const missed = useQuery({ ...missedStatus(api), enabled })
  const replays = useQuery({ ...interruptedReplays(api), enabled })
  const receivers = useQuery({ ...receiverList(api), enabled })
  const workspaces = useQuery({ ...workspaceList(api), enabled })
  const forwardsNothing = useForwardsNothing()
  const newSecrets = useNewSecrets()
  const orphans = (receivers.data ?? []).filter((receiver) => receiver.live && forwardsNothing(receiver))
  const isOff = useListenerOff()
  const outage = useTunnelOutage(tunnel)
  const parts: readonly UseQueryResult<unknown>[] = [
    unfinished,
    endpoints,
    replacements,
    stale,
    orphaned,
    missed,
    replays,
    receivers,
    workspaces,
  ]
  const failed = parts.filter(({ error }) => error !== null && asAppError(error).code !== 'no-webhooks')
  const isStale = stale.data?.some(({ isOpen }) => isOpen)
  const muted = (missed.data?.endpoints ?? []).filter((one) => one.muted)
  const isMuted = (id: string) => muted.some(({ endpointId }) => endpointId === id)
  const disabled = (endpoints.data ?? []).filter((one) => wasDisabled(one) && !isMuted(one.id))
  const cutOff = (replacements.data ?? []).filter(hasCutOff)
  const shown = new Set([...disabled.map(({ id }) => id), ...cutOff.map(({ newId }) => newId)])
  const missing = (missed.data?.endpoints ?? []).filter(
    (one) => one.behind > 0 && !one.muted && !shown.has(one.endpointId),
  )
  const unreached = isOff || outage ? (endpoints.data ?? []).filter(leadsHere) : []
  const items: readonly AttentionItem[] = [
    ...unreachedItem(isOff, outage, unreached),
    ...(unfinished.data ?? []).map((of) => ({ kind: 'unfinished' as const, key: `u ${of.id}`, of })),
    ...disabled.map((of) => ({ kind: 'disabled' as const, key: `e ${of.id}`, of })),
    ...cutOff.map((of) => ({ kind: 'cut-off' as const, key: `r ${of.id}`, of })),
    ...(stale.data && isStale ? [{ kind: 'stale-addresses' as const, key: 'a', of: stale.data }] : []),
    ...missing.map((of) => ({ kind: 'missed' as const, key: `e ${of.endpointId}`, of })),
    ...(missed.data?.warnings ?? [])
      .filter(({ kind, about }) => kind !== 'behind' && !orphans.some(({ id }) => id === about))
      .map((of) => ({ kind: 'warning' as const, key: `w ${of.kind} ${of.about}`, of })),
    ...orphans.map((of) => ({ kind: 'nothing-forwarded' as const, key: `n ${of.id}`, of })),
    ...(receivers.data ?? [])
      .filter((receiver) => receiver.live && newSecrets(receiver).length > 0)
      .map((of) => ({ kind: 'new-secret' as const, key: `s ${of.id}`, of })),
    ...(replays.data ?? []).map((of) => ({ kind: 'replay' as const, key: `i ${of.receiverId}`, of })),
    ...(orphaned.data ?? [])
      .filter(({ isOpen }) => isOpen)
      .map((of) => ({ kind: 'left' as const, key: `l ${of.id}`, of })),
    ...(workspaces.data ?? [])
      .filter(({ isOpen, endpointsOff }) => !isOpen && endpointsOff.notFromHere > 0)
      .map((of) => ({ kind: 'other-workspace' as const, key: `o ${of.id}`, of })),
  ]
  return {
    items: enabled ? items : [],
    muted: enabled ? muted : [],
    /** Endpoints whose missed events were all caught up in the last days, newest first. */
    resolved: enabled ? (missed.data?.endpoints ?? []).filter(wasResolved).sort(byCatchUp) : [],
    isLoading: parts.some(({ isLoading }) => isLoading),
    error: failed[0]?.error ?? null,
    isRetrying: failed.some(({ isFetching }) => isFetching),
    retry() {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** Milliseconds for which the listener must be off. A restart, for example on another port, takes less than a second. */
const restartMs = 3_000

function useListenerOff(): boolean {
  const { data: listener } = useQuery(listenerStatus(useApi()))
  const isOff = listener !== undefined && listener.state !== 'listening'
  return useDebounced(isOff, restartMs) && isOff
}

/** Returns the outage once it has lasted a while, because a tunnel is briefly down whenever it reconnects. */
function useTunnelOutage(tunnel: TunnelStatus | undefined): TunnelOutage | null {
  const outage = tunnel?.state === 'proving' ? null : tunnelOutage(tunnel)
  const lasting = useDebounced(outage, restartMs)
  return lasting === outage ? outage : null
}

function unreachedItem(
  isOff: boolean,
  outage: TunnelOutage | null,
  of: readonly Endpoint[],
): readonly AttentionItem[] {
  if (of.length === 0) return []
  if (isOff) return [{ kind: 'listener-off', key: 'o', of }]
  return outage ? [{ kind: 'tunnel-outage', key: 't', outage, of }] : []
}

const leadsHere = (endpoint: Endpoint) => endpoint.receivedHere && (endpoint.enabled || wasDisabled(endpoint))

/**
 * Whether the service or someone elsewhere disabled the endpoint. Excludes endpoints that were disabled here, or before they were
 * first listed, because the user already knows about them.
 */
const wasDisabled = ({ disabledState }: Endpoint) =>
  disabledState?.by === 'service' || disabledState?.by === 'elsewhere'

const hasCutOff = ({ step, cutsOff }: Replacement) => step === 'done' && cutsOff.downtime !== null

/** Number of days for which a resolved problem is shown. */
export const resolvedDays = 7

const wasResolved = ({ behind, caughtUpAt }: EndpointMissed) =>
  behind === 0 && caughtUpAt !== null && Date.now() - Date.parse(caughtUpAt) < resolvedDays * 86_400_000

const byCatchUp = (a: EndpointMissed, b: EndpointMissed) =>
  Date.parse(b.caughtUpAt ?? '') - Date.parse(a.caughtUpAt ?? '')
