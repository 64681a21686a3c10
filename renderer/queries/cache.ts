import { QueryClient } from '@tanstack/react-query'

/**
 * What the page knows. Nothing is asked twice by itself: the host retries what is worth retrying, at the service's pace, and
 * says by an event when something changed.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
