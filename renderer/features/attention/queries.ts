import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Replacement } from '#shared/endpoints/replacement.ts'
import type { StaleAddress } from '#shared/endpoints/stale-address.ts'
import type { Unfinished } from '#shared/endpoints/unfinished.ts'
import { asAppError } from '#shared/errors.ts'
import type { LeftEndpoint } from '#shared/listening/contract.ts'
import type { EarlyWarning, EndpointMissed } from '#shared/missed/model.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import type { InterruptedReplay } from '#shared/receivers/replay.ts'
import type { TunnelStatus } from '#shared/tunnel/contract.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { useApi } from '../../host/client.ts'
import { listenerStatus } from '../deliveries/index.ts'
import { endpointList, replacementList, unfinishedCreations } from '../endpoints/index.ts'
import { leftoverEndpoints, staleAddressEndpoints } from '../listening/index.ts'
import { missedStatus } from '../missed/index.ts'
import { interruptedReplays, receiverList, useForwardsNothing } from '../receivers/index.ts'
import { type TunnelOutage, tunnelOutage, tunnelStatus } from '../tunnel/index.ts'
import { sessionStatus } from '../workspaces/index.ts'

/** Something in the open workspace that needs a decision. */
export type AttentionItem =
  | { readonly kind: 'unfinished'; readonly key: string; readonly of: Unfinished }
  | { readonly kind: 'disabled'; readonly key: string; readonly of: Endpoint }
  | { readonly kind: 'cut-off'; readonly key: string; readonly of: Replacement }
  /** Endpoints of all workspaces; at least one belongs to the open one. */
  | { readonly kind: 'stale-addresses'; readonly key: string; readonly of: readonly StaleAddress[] }
  | { readonly kind: 'behind'; readonly key: string; readonly of: readonly EndpointMissed[] }
  /** Of one kind. */
  | { readonly kind: 'warning'; readonly key: string; readonly of: readonly EarlyWarning[] }
  /** It is to forward, and none of its endpoints exists anymore. */
  | { readonly kind: 'nothing-forwarded'; readonly key: string; readonly of: Receiver }
  | { readonly kind: 'left'; readonly key: string; readonly of: LeftEndpoint }
  | { readonly kind: 'replay'; readonly key: string; readonly of: InterruptedReplay }
  /** They lead to the listener, which is off, and are enabled or to be enabled again. */
  | { readonly kind: 'listener-off'; readonly key: string; readonly of: readonly Endpoint[] }
  /** The same of the tunnel, while the listener is on. */
  | {
      readonly kind: 'tunnel-outage'
      readonly key: string
      readonly outage: TunnelOutage
      readonly of: readonly Endpoint[]
    }

/** Everything that needs attention. The parts are read separately, so that one that fails does not hide the others. */
export function useAttention() {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: tunnel } = useQuery(tunnelStatus(api))
  const enabled = session?.state === 'connected'
  const unfinished = useQuery({ ...unfinishedCreations(api), enabled })
  const endpoints = useQuery({ ...endpointList(api), enabled })
  const replacements = useQuery({ ...replacementList(api), enabled })
  const stale = useQuery({ ...staleAddressEndpoints(api, tunnel), enabled })
  const left = useQuery({ ...leftoverEndpoints(api), enabled })
  const missed = useQuery({ ...missedStatus(api), enabled })
  const replays = useQuery({ ...interruptedReplays(api), enabled })
  const receivers = useQuery({ ...receiverList(api), enabled })
  const forwardsNothing = useForwardsNothing()
  const isOff = useListenerOff()
  const outage = useTunnelOutage(tunnel)
  const parts: readonly UseQueryResult<unknown>[] = [
    unfinished,
    endpoints,
    replacements,
    stale,
    left,
    missed,
    replays,
    receivers,
  ]
  const failed = parts.filter(({ error }) => error !== null && asAppError(error).code !== 'no-webhooks')
  const isStale = stale.data?.some(({ isOpen }) => isOpen)
  const disabled = (endpoints.data ?? []).filter(wasDisabled)
  const cutOff = (replacements.data ?? []).filter(hasCutOff)
  // These say themselves how far they are behind.
  const told = new Set([...disabled.map(({ id }) => id), ...cutOff.map(({ newId }) => newId)])
  const behind = (missed.data?.endpoints ?? []).filter((one) => one.behind > 0 && !told.has(one.endpointId))
  const unreached = isOff || outage ? (endpoints.data ?? []).filter(leadsHere) : []
  const warnings = Object.groupBy(missed.data?.warnings ?? [], ({ kind }) => kind)
  const items: readonly AttentionItem[] = [
    ...unreachedItem(isOff, outage, unreached),
    ...(unfinished.data ?? []).map((of) => ({ kind: 'unfinished' as const, key: `u ${of.id}`, of })),
    ...disabled.map((of) => ({ kind: 'disabled' as const, key: `d ${of.id}`, of })),
    ...cutOff.map((of) => ({ kind: 'cut-off' as const, key: `r ${of.id}`, of })),
    ...(stale.data && isStale ? [{ kind: 'stale-addresses' as const, key: 'a', of: stale.data }] : []),
    ...(behind.length > 0 ? [{ kind: 'behind' as const, key: 'b', of: behind }] : []),
    // What is behind has its own row.
    ...Object.entries(warnings).flatMap(([kind, of]) =>
      kind === 'behind' ? [] : [{ kind: 'warning' as const, key: `w ${kind}`, of }],
    ),
    ...(receivers.data ?? [])
      .filter((receiver) => receiver.live && forwardsNothing(receiver))
      .map((of) => ({ kind: 'nothing-forwarded' as const, key: `n ${of.id}`, of })),
    ...(replays.data ?? []).map((of) => ({ kind: 'replay' as const, key: `i ${of.receiverId}`, of })),
    ...(left.data ?? [])
      .filter(({ isOpen }) => isOpen)
      .map((of) => ({ kind: 'left' as const, key: `l ${of.id}`, of })),
  ]
  return {
    items: enabled ? items : [],
    isLoading: parts.some(({ isLoading }) => isLoading),
    error: failed[0]?.error ?? null,
    isRetrying: failed.some(({ isFetching }) => isFetching),
    retry() {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** The listener restarts within a second, such as with another port. */
const restartMs = 3_000

function useListenerOff(): boolean {
  const { data: listener } = useQuery(listenerStatus(useApi()))
  const isOff = listener !== undefined && listener.state !== 'listening'
  return useDebounced(isOff, restartMs) && isOff
}

/** A tunnel is given up only after a while, but it is down for a moment whenever it is opened again. */
function useTunnelOutage(tunnel: TunnelStatus | undefined): TunnelOutage | null {
  const outage = tunnel?.state === 'proving' ? null : tunnelOutage(tunnel)
  const lasting = useDebounced(outage, restartMs)
  return lasting === outage ? outage : null
}

/** One item, the first cause: a tunnel to a listener that is off is down because of it. */
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

/** By the service or elsewhere. The user already knows of one that was disabled here or before it was first listed. */
const wasDisabled = ({ disabledState }: Endpoint) =>
  disabledState?.by === 'service' || disabledState?.by === 'elsewhere'

/** It deleted the old endpoint and so ended the retries of failed deliveries. */
const hasCutOff = ({ step, cutsOff }: Replacement) => step === 'done' && cutsOff.downtime !== null
