import { type MutationOptions, useQueryClient } from '@tanstack/react-query'

/**
 * Returns a function that runs a mutation for a row that may be unmounted before the mutation ends. A failure is shown as a
 * toast.
 */
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
