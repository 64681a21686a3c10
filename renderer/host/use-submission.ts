import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef } from 'react'

/** Without callbacks per call, which are dropped with the component. */
type Submission<Result, Variables> = Result extends unknown
  ? Omit<Result, 'mutate' | 'mutateAsync'> & {
      readonly mutate: (...input: [undefined] extends [Variables] ? [] : [variables: Variables]) => void
    }
  : never

/**
 * A mutation started by a press or by Enter, in which a double press submits only once. `isPending` belongs to the last render
 * and is too late for that.
 *
 * Put what must always happen in the options. `whileShown` is for what the component does to itself on success, such as
 * closing, and is skipped once the component is gone. A failure that no component shows becomes a toast (`query-cache.ts`).
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
  // On each render, not when it settles, so that the result is on screen before another submission.
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
