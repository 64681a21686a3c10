import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { toast } from '#ui/feedback/toast/toast.ts'

/**
 * Runs a mutation without a component, because the palette is closed by then. A failure becomes a toast (`query-cache.ts`). So does the
 * text `done`, for a success that the page may not show.
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
