import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { EventData } from '#shared/rpc/events.ts'
import { keys } from './query-keys.ts'

export interface HostConnection {
  /** Why the host can't be called right now, or `null` if it can. */
  readonly lost: EventData<'host.lost'>['reason'] | null
}

const connected: HostConnection = { lost: null }

export function useHostConnection(): HostConnection {
  const { data } = useQuery<HostConnection>({
    queryKey: keys.hostConnection,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data ?? connected
}

export function setHostConnection(cache: QueryClient, changes: Partial<HostConnection>): void {
  cache.setQueryData<HostConnection>(keys.hostConnection, (connection = connected) => ({
    ...connection,
    ...changes,
  }))
}
