import { type MutationOptions, useQueryClient } from '@tanstack/react-query'

/** Returns a function that runs a mutation for a row, which may be gone before the result. A failure becomes a toast. */
export function usePerform() {
  const cache = useQueryClient()
  return <Data, Thrown, Variables, Context>(
    options: MutationOptions<Data, Thrown, Variables, Context>,
    variables: Variables,
  ): Promise<Data | null> =>
    cache
      .getMutationCache()
      .build(cache, options)
      .execute(variables)
      .catch(() => null)
}
