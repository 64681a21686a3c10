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
    const names = new Map(list.map((endpoint) => [endpoint.id, endpointShortName(endpoint)]))
    const partsOf = (id: string | null, url: string | null = null): EndpointName =>
      id === null
        ? { host: 'Unknown endpoint', end: '' }
        : (names.get(id) ??
          (url === null
            ? { host: '', end: `not listed …${id.slice(-6)}` }
            : endpointShortName({ label: null, url, urlRedacted: false })))
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

/** A receiver in two parts. A redacted URL is display text and is not taken apart. */
export function receiverParts({ url, urlRedacted }: Pick<Endpoint, 'url' | 'urlRedacted'>): {
  readonly host: string
  readonly path: string
} {
  const parsed = urlRedacted ? null : URL.parse(url)
  if (!parsed?.host) return { host: url, path: '' }
  const path = `${parsed.pathname}${parsed.search}${parsed.hash}`
  return { host: parsed.host, path: path === '/' ? '' : path }
}

/** What an endpoint is called in a line, and what tells it from others beside that: of a longer path only the end. */
export function endpointName(endpoint: Pick<Endpoint, 'label' | 'url' | 'urlRedacted'>): {
  readonly name: string
  readonly where: string
} {
  const { host, path } = receiverParts(endpoint)
  const end = path.length > longPath ? `/…${path.slice(-6)}` : path
  return endpoint.label === null
    ? { name: host, where: end }
    : { name: endpoint.label, where: `${host}${end}` }
}

const longPath = 14

/** The same where there is no room for both: its name, or its host and the end of its path. */
export function endpointShortName(endpoint: Pick<Endpoint, 'label' | 'url' | 'urlRedacted'>): EndpointName {
  const { name, where } = endpointName(endpoint)
  return { host: name, end: endpoint.label === null ? where : '' }
}
