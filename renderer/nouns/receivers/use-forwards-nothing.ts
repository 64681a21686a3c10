import { useQuery } from '@tanstack/react-query'
import type { Receiver } from '#shared/receivers/model.ts'
import { useApi } from '../../host/client.ts'
import { endpointList } from '../endpoints/queries.ts'
import { sessionStatus } from '../workspaces/session-queries.ts'

/** Returns a function that checks whether all endpoints that a receiver forwards were deleted. */
export function useForwardsNothing(): (receiver: Pick<Receiver, 'rules'>) => boolean {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data: endpoints } = useQuery({ ...endpointList(api), enabled: session?.state === 'connected' })
  const listed = new Set(endpoints?.map(({ id }) => id))
  return ({ rules: { endpointIds } }) =>
    endpoints !== undefined && endpointIds.length > 0 && !endpointIds.some((id) => listed.has(id))
}
