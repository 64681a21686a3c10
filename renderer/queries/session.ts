import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Client } from '../../shared/contract/client.ts'
import { keys } from './keys.ts'
import { enterSession } from './live.ts'

// `session.connect` is not here: it carries the API key, and a mutation would keep its input.

export function sessionStatus(api: Client) {
  return queryOptions({
    queryKey: keys.session,
    queryFn: () => api.call('session.status'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Told by events once it is known. */
export function serviceLink(api: Client) {
  return queryOptions({
    queryKey: keys.serviceLink,
    queryFn: () => api.call('session.link'),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function retrySession(api: Client, cache: QueryClient) {
  return mutationOptions({
    mutationFn: () => api.call('session.retry'),
    onSuccess: (status) => enterSession(cache, status),
  })
}

export function disconnect(api: Client, cache: QueryClient) {
  return mutationOptions({
    mutationFn: () => api.call('session.disconnect'),
    onSuccess: (status) => enterSession(cache, status),
  })
}

export function startPractice(api: Client, cache: QueryClient) {
  return mutationOptions({
    mutationFn: () => api.call('practice.start', {}),
    onSuccess: (status) => enterSession(cache, status),
  })
}

export function stopPractice(api: Client, cache: QueryClient) {
  return mutationOptions({
    mutationFn: () => api.call('practice.stop'),
    onSuccess: (status) => enterSession(cache, status),
  })
}
