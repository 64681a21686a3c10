import { mutationOptions, type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import type { CallOptions } from '#shared/rpc/transport.ts'

/** Creates a query that makes one call. Canceling the query cancels the call. */
export function callQuery<Output>(
  queryKey: QueryKey,
  call: (options: CallOptions) => Promise<Output>,
  options: Pick<
    UseQueryOptions<Output>,
    'staleTime' | 'gcTime' | 'refetchInterval' | 'refetchOnWindowFocus'
  > = {},
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => call({ signal }), ...options })
}

/**
 * Creates a mutation that makes one call. `failed` is the title of the toast that reports a failure when no component shows it.
 */
export function callMutation<Output, Input = void>(
  failed: string | null,
  call: (input: Input) => Promise<Output>,
  onSuccess: (output: Output, input: Input) => unknown = () => {},
) {
  return mutationOptions({ meta: { failed }, mutationFn: call, onSuccess })
}
