import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#shared/endpoints/model.ts'
import type { Receiver } from '#shared/receivers/model.ts'
import { useApi } from '../../host/client.ts'
import { endpointList } from '../endpoints/queries.ts'
import { sessionStatus, useIsSandbox } from '../workspaces/session-queries.ts'
import { sendResult } from './receiver-state.ts'

/**
 * Returns the given endpoints that a receiver doesn't forward. The receiver may reject their deliveries, because it may not have
 * their signing secrets. Empty if the receiver has its own secret or none.
 */
export function unforwarded(
  { signsWith, rules }: Pick<Receiver, 'signsWith' | 'rules'>,
  endpointIds: readonly string[],
): readonly string[] {
  if (signsWith !== 'endpoint' || rules.endpointIds.length === 0) return []
  return endpointIds.filter((id) => !rules.endpointIds.includes(id))
}

/** Sorts receivers by how many of these endpoints they forward, most first. */
export function byForwarding(
  receivers: readonly Receiver[],
  endpointIds: readonly string[],
): readonly Receiver[] {
  const missing = (receiver: Receiver) => unforwarded(receiver, endpointIds).length
  return receivers.toSorted((a, b) => missing(a) - missing(b))
}

/**
 * Returns a function that lists the sandbox endpoints whose signing secret a receiver may lack, because the sandbox was started
 * again after the receiver was added. Empty once the receiver accepted a request.
 */
export function useNewSecrets(): (receiver: Receiver) => readonly Endpoint[] {
  const isSandbox = useIsSandbox()
  const { data: endpoints = [] } = useQuery({ ...endpointList(useApi()), enabled: isSandbox })
  const startedMs = Math.min(...endpoints.map((one) => Date.parse(one.createdAt ?? '')))
  return ({ createdAt, signsWith, rules: { endpointIds }, status: { lastSend } }) => {
    const passedAt = lastSend && sendResult(lastSend).tone === 'ok' ? lastSend.at : createdAt
    if (!isSandbox || signsWith !== 'endpoint' || !(startedMs > Date.parse(passedAt))) return []
    return endpoints.filter(({ id }) => endpointIds.length === 0 || endpointIds.includes(id))
  }
}

/**
 * Returns a function that checks whether all endpoints that a receiver forwards were deleted, or would be once the endpoint
 * `deleting` is.
 */
export function useForwardsNothing(): (receiver: Pick<Receiver, 'rules'>, deleting?: string) => boolean {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: endpoints } = useQuery({ ...endpointList(api), enabled: session?.state === 'connected' })
  const listed = new Set(endpoints?.map(({ id }) => id))
  return ({ rules: { endpointIds } }, deleting) =>
    endpoints !== undefined &&
    endpointIds.length > 0 &&
    !endpointIds.some((id) => id !== deleting && listed.has(id))
}
