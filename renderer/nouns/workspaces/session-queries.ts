import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type Client, revisionOf } from '#shared/rpc/client.ts'
import type { SessionStatus } from '#shared/workspaces/session-contract.ts'
import { callMutation } from '../../host/calls.ts'
import { useApi } from '../../host/client.ts'
import { isLatest, latestQuery } from '../../host/latest.ts'
import { keys } from '../../host/query-keys.ts'
import { dropOtherSession, setSession } from '../../host/session-cache.ts'
import { failures } from './copy.ts'

export function sessionStatus(api: Client) {
  return queryOptions({
    queryKey: keys.session,
    async queryFn({ client, signal }) {
      const before = client.getQueryData<SessionStatus>(keys.session)
      const status = await api.call('workspaces.status', {}, { signal })
      // Keeps the session of an event that arrived during the request, because it is newer than the response.
      const now = client.getQueryData<SessionStatus>(keys.session)
      if (now !== undefined && now !== before) return now
      if (!isLatest(client, keys.session, revisionOf(status))) return now ?? status
      dropOtherSession(client, before, status)
      return status
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useIsSandbox(): boolean {
  const { data } = useQuery(sessionStatus(useApi()))
  return data !== undefined && data.state !== 'welcome' && data.workspace.kind === 'sandbox'
}

export const serviceConnection = (api: Client) =>
  latestQuery(keys.serviceConnection, (options) => api.call('workspaces.connection', {}, options))

export const retrySession = (api: Client, cache: QueryClient) =>
  callMutation(
    null,
    (signal: AbortSignal) => api.call('workspaces.retry', {}, { signal }),
    (status) => setSession(cache, status),
  )

export const startSandbox = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.startSandbox,
    (signal: AbortSignal | null) => api.call('sandbox.start', {}, signal === null ? {} : { signal }),
    (status) => setSession(cache, status),
  )

export const stopSandbox = (api: Client, cache: QueryClient) =>
  callMutation(
    failures.stopSandbox,
    () => api.call('sandbox.stop'),
    (status) => setSession(cache, status),
  )
