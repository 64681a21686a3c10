import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { useApi } from '../../host/client.ts'
import { sessionStatus } from '../workspaces/index.ts'
import { endpointList } from './queries.ts'

export interface EndpointName {
  readonly host: string
  readonly end: string
}

export interface EndpointNames {
  readonly list: readonly Endpoint[]
  /** Short enough for a row: what it is called here, else the host and the end of the path. One that is not in the list is named by its URL, if that is known. */
  readonly of: (id: string | null, url?: string | null) => string
  /** The same in two parts: the second tells endpoints of one host apart. */
  readonly partsOf: (id: string | null, url?: string | null) => EndpointName
  readonly isListed: (id: string) => boolean
}

/** The endpoints by name. The inspector is there without a workspace too, and then there is no list. */
export function useEndpointNames(): EndpointNames {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const { data } = useQuery({ ...endpointList(api), enabled: session?.state === 'connected' })
  return useMemo(() => {
    const list = data ?? []
    const names = new Map(list.map((endpoint) => [endpoint.id, nameOf(endpoint)]))
    const partsOf = (id: string | null, url: string | null = null): EndpointName =>
      id === null
        ? { host: 'Unknown endpoint', end: '' }
        : (names.get(id) ??
          (url === null ? { host: '', end: `not listed …${id.slice(-6)}` } : nameOfUrl(url)))
    return {
      list,
      of: (id, url) => {
        const { host, end } = partsOf(id, url)
        return `${host}${end}`
      },
      partsOf,
      isListed: (id) => names.has(id),
    }
  }, [data])
}

function nameOf({ label, url, urlRedacted }: Endpoint): EndpointName {
  return label === null ? nameOfUrl(url, urlRedacted) : { host: label, end: '' }
}

/** Of an endpoint that may be in no list. */
export function nameOfUrl(url: string, urlRedacted = false): EndpointName {
  const parsed = urlRedacted ? null : URL.parse(url)
  if (!parsed?.host) return { host: url, end: '' }
  const path = parsed.pathname === '/' ? '' : parsed.pathname
  return { host: parsed.host, end: path.length > 14 ? `/…${path.slice(-6)}` : path }
}
