import { type Mutation, MutationCache, type MutationObserver, QueryClient } from '@tanstack/react-query'
import { asAppError } from '#shared/errors.ts'
import { toast } from '#ui/feedback/toasts.tsx'
import { type OpenWorkspace, openWorkspaceIn } from './session-cache.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What is said of a failure that no screen shows any more; `null` where something else shows it. */
      readonly failed?: string | null
    }
  }
}

/**
 * What the page knows. Nothing is asked twice by itself: the host retries what is worth retrying, at the service's pace, and
 * says by an event when something changed.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: createMutationCache(() => openWorkspaceIn(client)),
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
  return client
}

/** A dialog that was closed, or a place that was left, shows no failure: then it is said in a message, with its workspace. */
function createMutationCache(open: () => OpenWorkspace | null): MutationCache {
  const askedIn = new WeakMap<object, OpenWorkspace | null>()
  const observers = new WeakMap<object, Set<Pick<MutationObserver, 'hasListeners'>>>()
  const cache = new MutationCache({
    onMutate: (_, mutation) => void askedIn.set(mutation, open()),
    onError(error, _, __, mutation) {
      const { failed = 'What you asked for was not done.' } = mutation.meta ?? {}
      const { code, message } = asAppError(error)
      if (failed === null || code === 'cancelled' || isShown(mutation) || mutation.options.onError) return
      const was = askedIn.get(mutation)
      const inOther = was && was.id !== open()?.id
      toast({ tone: 'danger', title: inOther ? `${was.label}: ${failed}` : failed, description: message })
    },
  })
  const isShown = (mutation: Mutation<unknown, unknown, unknown, unknown>) =>
    [...(observers.get(mutation) ?? [])].some((observer) => observer.hasListeners())
  cache.subscribe((event) => {
    if (event.type === 'observerAdded') {
      const known = observers.get(event.mutation) ?? new Set()
      observers.set(event.mutation, known.add(event.observer))
    }
    if (event.type === 'observerRemoved') observers.get(event.mutation)?.delete(event.observer)
  })
  return cache
}
