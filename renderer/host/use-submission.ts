import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef } from 'react'

type Submission<Result, Variables> = Result extends unknown
  ? Omit<Result, 'mutate' | 'mutateAsync'> & {
      readonly mutate: (...input: [undefined] extends [Variables] ? [] : [variables: Variables]) => void
    }
  : never

/**
 * Submits a mutation only once, even on a double press. `isPending` can't prevent that, because it changes only with the next
 * render. `whileShown` runs on success if the component is still mounted, for example to close it. Callbacks that must always run
 * belong in the mutation's options.
 */
export function useSubmission<Data, Thrown, Variables, Context>(
  options: UseMutationOptions<Data, Thrown, Variables, Context>,
  whileShown?: (data: Data) => void,
): Submission<UseMutationResult<Data, Thrown, Variables, Context>, Variables> {
  const mutation = useMutation(options)
  const { mutate, isPending } = mutation
  const isRunning = useRef(false)
  const onShownSuccess = useRef(whileShown)
  onShownSuccess.current = whileShown
  useLayoutEffect(() => {
    if (!isPending) isRunning.current = false
  })
  const mutateOnce = useCallback(
    (variables: Variables) => {
      if (isRunning.current) return
      isRunning.current = true
      // biome-ignore lint/plugin: dropped with the component, as `whileShown` promises.
      mutate(variables, { onSuccess: (data) => onShownSuccess.current?.(data) })
    },
    [mutate],
  )
  return { ...mutation, mutate: mutateOnce } as Submission<typeof mutation, Variables>
}
