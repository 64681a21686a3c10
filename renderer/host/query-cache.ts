import {
  type Mutation,
  MutationCache,
  type MutationObserver,
  notifyManager,
  QueryClient,
} from '@tanstack/react-query'
import { asAppError } from '#shared/errors.ts'
import { toast, withdrawProblem } from '#ui/feedback/toast/toast.ts'
import { keys } from './query-keys.ts'
import { type OpenWorkspace, openWorkspaceIn } from './session-cache.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The title of the toast for a failure that no component shows any more. `null` if the failure is shown elsewhere. */
      readonly failed?: string | null
    }
  }
}

/**
 * Creates the page's query cache. Queries are not refetched automatically, because the host retries at the service's pace and
 * sends an event when data changes.
 */
export function createQueryClient(): QueryClient {
  // Replaces the default scheduler, whose timer delays every render by up to 4 ms.
  notifyManager.setScheduler(queueMicrotask)
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
  // These queries are cached only briefly, because scrolling and searching create many of them and each is cheap to repeat.
  client.setQueryDefaults(keys.deliveries.allNoteEvents, { gcTime: 30_000 })
  return client
}

/**
 * Shows a failure as a toast that names its workspace, if the component that started the mutation has unmounted. Removes the
 * toast when the same action succeeds.
 */
function createMutationCache(open: () => OpenWorkspace | null): MutationCache {
  const startedIn = new WeakMap<object, OpenWorkspace | null>()
  const observers = new WeakMap<object, Set<Pick<MutationObserver, 'hasListeners'>>>()
  const cache = new MutationCache({
    onMutate: (_, mutation) => void startedIn.set(mutation, open()),
    onError(error, _, __, mutation) {
      const { failed = unnamed } = mutation.meta ?? {}
      const { code, message } = asAppError(error)
      if (failed === null || code === 'canceled' || isShown(mutation) || mutation.options.onError) return
      toast({ tone: 'danger', title: titleOf(failed, mutation), description: message })
    },
    onSuccess(_, __, ___, mutation) {
      if (mutation.meta?.failed) withdrawProblem(titleOf(mutation.meta.failed, mutation))
    },
  })
  const titleOf = (failed: string, mutation: object) => {
    const origin = startedIn.get(mutation)
    return origin && origin.id !== open()?.id ? `${origin.label}: ${failed}` : failed
  }
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

const unnamed = 'Couldn’t complete the action.'
