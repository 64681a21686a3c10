import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readDeliveryFilter } from '#shared/deliveries/filter/filter.ts'
import { useApi } from '../../../host/client.ts'
import { endpointsById } from '../../../nouns/deliveries/filter/filter-language.ts'
import { useEndpointNames } from '../../../nouns/endpoints/endpoint-names.ts'
import { endpointList } from '../../../nouns/endpoints/queries.ts'
import { sessionStatus } from '../../../nouns/workspaces/session-queries.ts'

/**
 * Replaces endpoint names with ids in a filter that comes from a link. Returns `true` while a name can't be resolved yet because
 * the endpoints are loading.
 */
export function useNamedEndpoints(filterText: string, onAsk: (filter: string) => void): boolean {
  const api = useApi()
  const endpoints = useEndpointNames()
  const { data: session } = useQuery(sessionStatus(api))
  const isConnected = session?.state === 'connected'
  const { isPending } = useQuery({ ...endpointList(api), enabled: isConnected })
  const byId = endpointsById(filterText, endpoints)
  useEffect(() => {
    if (byId !== filterText) onAsk(byId)
  })
  const isLoading = session === undefined || (isConnected && isPending)
  return isLoading && hasName(filterText)
}

const hasName = (filter: string) =>
  readDeliveryFilter(filter).terms.some(
    ({ key, problem }) => key === 'endpoint' && problem?.kind === 'unknown-value',
  )
