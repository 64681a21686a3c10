import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint } from '#shared/endpoints/model.ts'
import { useApi } from '../../host/client.ts'
import { sessionStatus } from '../workspaces/session-queries.ts'
import { names as copy } from './copy.ts'
import { endpointLabels, endpointList } from './queries.ts'

export interface EndpointName {
  readonly host: string
  readonly end: string
}

export interface EndpointNames {
  readonly list: readonly Endpoint[]
  /** The names that the user gave, by endpoint id. Includes deleted endpoints. */
  readonly labels: ReadonlyMap<string, string>
  /**
   * Returns a name for a row: the user's name for the endpoint, or the host and the end of the path. For a deleted endpoint,
   * returns its last name or its URL.
   */
  readonly of: (id: string | null, url?: string | null) => string
  /** Returns the name in two parts. The second part distinguishes endpoints that share a host. */
  readonly partsOf: (id: string | null, url?: string | null) => EndpointName
  readonly isListed: (id: string) => boolean
  readonly deleted: readonly string[]
  readonly isDeleted: (id: string | null) => boolean
  /** Whether an endpoint was deleted, or disabled after this ISO time. Either ended the retries of earlier deliveries. */
  readonly haveRetriesEnded: (id: string | null, since: string) => boolean
}

/** Returns the endpoints' names. Without a connected workspace the list is empty, but the Inspector still works. */
export function useEndpointNames(): EndpointNames {
  const api = useApi()
  const { data: session } = useQuery(sessionStatus(api))
  const enabled = session?.state === 'connected'
  const { data } = useQuery({ ...endpointList(api), enabled })
  const { data: labels } = useQuery({ ...endpointLabels(api), enabled })
  return useMemo(() => {
    const list = data ?? []
    const names = new Map(list.map((endpoint) => [endpoint.id, endpointShortName(endpoint)]))
    const endedUntil = new Map(list.map((endpoint) => [endpoint.id, retriesEndedUntil(endpoint)]))
    const labelOf = new Map(labels?.map(({ id, label }) => [id, label]))
    /** An endpoint that has a name but is no longer listed was deleted. Without a name, it may be missing for another reason. */
    const isDeleted = (id: string | null) =>
      id !== null && data !== undefined && !names.has(id) && labelOf.has(id)
    const partsOf = (id: string | null, url: string | null = null): EndpointName => {
      if (id === null) return { host: copy.unknown, end: '' }
      const name = names.get(id)
      if (name) return name
      const label = labelOf.get(id)
      if (label !== undefined) return { host: label, end: isDeleted(id) ? copy.deleted : '' }
      return url === null
        ? { host: '', end: copy.notListed(id) }
        : endpointShortName({ label: null, url, urlRedacted: false })
    }
    return {
      list,
      labels: labelOf,
      of: (id, url) => {
        const { host, end } = partsOf(id, url)
        return `${host}${end}`
      },
      partsOf,
      isListed: (id) => names.has(id),
      deleted: [...labelOf.keys()].filter(isDeleted),
      isDeleted,
      haveRetriesEnded: (id, since) =>
        isDeleted(id) || Date.parse(since) <= (endedUntil.get(id ?? '') ?? Number.NaN),
    }
  }, [data, labels])
}

/**
 * Returns the same object as long as the names are the same. Every delivery changes the list of endpoints, which would otherwise
 * render all rows again.
 */
export function useSameNames(names: EndpointNames): EndpointNames {
  const facts = JSON.stringify([
    [...names.labels],
    names.list.map(({ id, label, url, urlRedacted, enabled, downtime }) => [
      id,
      label,
      url,
      urlRedacted,
      enabled,
      downtime,
    ]),
  ])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what rows use of it
  return useMemo(() => names, [facts])
}

/** Returns the host and path of an endpoint's URL. A redacted URL is only for display and is not parsed. */
export function receiverParts({ url, urlRedacted }: Pick<Endpoint, 'url' | 'urlRedacted'>): {
  readonly host: string
  readonly path: string
} {
  const parsed = urlRedacted ? null : URL.parse(url)
  if (!parsed?.host) return { host: url, path: '' }
  const path = `${parsed.pathname}${parsed.search}${parsed.hash}`
  return { host: parsed.host, path: path === '/' ? '' : path }
}

/**
 * Returns an endpoint's name, its host (unless the host is the name), and the end of its path. Together they identify the
 * endpoint.
 */
export function endpointName(endpoint: Pick<Endpoint, 'label' | 'url' | 'urlRedacted'>): {
  readonly name: string
  readonly where: string
  readonly end: string
} {
  const { host, path } = receiverParts(endpoint)
  const end = path.length > longPath ? `/…${path.slice(-endLetters)}` : path
  return endpoint.label === null ? { name: host, where: '', end } : { name: endpoint.label, where: host, end }
}

const longPath = 14
const endLetters = 6

/** Returns the part of the URL that distinguishes endpoints of the same host: the path if it is short, or its end. */
export function endpointEnd(endpoint: Pick<Endpoint, 'url' | 'urlRedacted'>): string {
  const { path } = receiverParts(endpoint)
  return path.length > longPath ? path.slice(-endLetters) : path
}

/** Returns a short name: the user's name for the endpoint, or the host and the end of the path. */
export function endpointShortName(endpoint: Pick<Endpoint, 'label' | 'url' | 'urlRedacted'>): EndpointName {
  const { name, end } = endpointName(endpoint)
  return { host: name, end: endpoint.label === null ? end : '' }
}

/**
 * Returns the time in milliseconds since 1970 before which all retries have ended, because the endpoint was disabled
 * (specification, section 3). Returns Infinity while it is disabled, and -Infinity if it was never seen disabled on this
 * computer.
 */
export function retriesEndedUntil({ enabled, downtime }: Pick<Endpoint, 'enabled' | 'downtime'>): number {
  if (!enabled) return Number.POSITIVE_INFINITY
  return typeof downtime?.to === 'string' ? Date.parse(downtime.to) : Number.NEGATIVE_INFINITY
}
