import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint } from '../../../shared/domain/endpoint.ts'
import { useApi } from '../../api/client.ts'
import { endpointList } from '../../queries/endpoints.ts'
import { sessionStatus } from '../../queries/session.ts'

export interface EndpointNames {
  readonly list: readonly Endpoint[]
  /** Short enough for a row: the host and the end of the path. An endpoint that is not in the list has its id. */
  readonly of: (id: string | null) => string
  readonly isListed: (id: string) => boolean
}

/** The endpoints by name. The inspector is there without a workspace too, and then there is no list. */
export function useEndpointNames(): EndpointNames {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data } = useQuery({ ...endpointList(api), enabled: session?.state === 'connected' })
  return useMemo(() => {
    const list = data ?? []
    const names = new Map(list.map((endpoint) => [endpoint.id, shortUrl(endpoint)]))
    return {
      list,
      of: (id) => (id === null ? 'Unknown endpoint' : (names.get(id) ?? id)),
      isListed: (id) => names.has(id),
    }
  }, [data])
}

function shortUrl({ url, urlRedacted }: Endpoint): string {
  const parsed = urlRedacted ? null : URL.parse(url)
  if (!parsed?.host) return url
  const path = parsed.pathname === '/' ? '' : parsed.pathname
  return `${parsed.host}${path.length > 14 ? `/…${path.slice(-6)}` : path}`
}
