import type { MutationOptions, QueryClient } from '@tanstack/react-query'

/** Runs a mutation that no component waits for: the palette is closed by then. A failure becomes a toast (`query-cache.ts`). */
export function runMutation<Data, Thrown, Variables, Context>(
  cache: QueryClient,
  options: MutationOptions<Data, Thrown, Variables, Context>,
  variables: Variables,
): void {
  cache
    .getMutationCache()
    .build(cache, options)
    .execute(variables)
    .catch(() => {})
}
