import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { toast } from '#ui/feedback/toast/toast.ts'

/**
 * Runs a mutation outside a component, because the palette has closed by then. A failure is shown as a toast (`query-cache.ts`).
 * On success, `done` is shown as a toast, because the page may not show the change.
 */
export function runMutation<Data, Thrown, Variables, Context>(
  cache: QueryClient,
  options: MutationOptions<Data, Thrown, Variables, Context>,
  variables: Variables,
  done?: string,
): void {
  cache
    .getMutationCache()
    .build(cache, options)
    .execute(variables)
    .then(
      () => done !== undefined && toast({ title: done }),
      () => {},
    )
}
