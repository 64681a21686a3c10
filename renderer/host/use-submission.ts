import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef } from 'react'

/** Leaves out the callbacks of a single call, because they are dropped when the component unmounts. */
type Submission<Result, Variables> = Result extends unknown
  ? Omit<Result, 'mutate' | 'mutateAsync'> & {
      readonly mutate: (...input: [undefined] extends [Variables] ? [] : [variables: Variables]) => void
    }
  : never

/**
 * Submits a mutation once, even on a double press. `isPending` alone can't prevent the second submission, because it changes only
 * with the next render.
 *
 * Put callbacks that must always run in the options. `whileShown` is for changes to the component on success, such as closing it,
 * and is skipped after unmounting. A failure that no component shows becomes a toast (`query-cache.ts`).
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
  // Resets on render instead of when the mutation settles, so that the result is on screen before another submission.
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
