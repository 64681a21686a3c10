import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { EventData } from '#shared/rpc/events.ts'
import { keys } from './query-keys.ts'

/** How the page stands with its host. Told by events, never asked for. */
export interface Link {
  /** Why nothing can be asked right now; `null` when all is well. */
  readonly lost: EventData<'host.lost'>['reason'] | null
}

const unbroken: Link = { lost: null }

export function useLink(): Link {
  const { data } = useQuery<Link>({
    queryKey: keys.link,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? unbroken
}

export function setLink(cache: QueryClient, changes: Partial<Link>): void {
  cache.setQueryData<Link>(keys.link, (link = unbroken) => ({ ...link, ...changes }))
}
