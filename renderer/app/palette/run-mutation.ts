import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { toast } from '#ui/feedback/toast/toast.ts'

/**
 * Runs a mutation that no component waits for: the palette is closed by then. A failure becomes a toast (`query-cache.ts`), and so does
 * `done`, of what may show nowhere on the page.
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
