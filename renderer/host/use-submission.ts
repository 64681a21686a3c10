import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef } from 'react'

/** Without callbacks of one call: those are dropped with the screen. */
type Submission<Result, Variables> = Result extends unknown
  ? Omit<Result, 'mutate' | 'mutateAsync'> & {
      readonly mutate: (...asked: [undefined] extends [Variables] ? [] : [variables: Variables]) => void
    }
  : never

/**
 * A mutation that is asked for by a press or by Enter: the second of a double one is no second submission. `isPending` is of
 * the last render and comes too late for that.
 *
 * What must happen whatever became of this screen belongs into the options. `whileShown` is for what the screen does to itself
 * on success, such as closing: it is left out once the screen is gone. A failure that no screen shows any more becomes a
 * message of its own (`cache.ts`).
 */
export function useSubmission<Data, Thrown, Variables, Context>(
  options: UseMutationOptions<Data, Thrown, Variables, Context>,
  whileShown?: (data: Data) => void,
): Submission<UseMutationResult<Data, Thrown, Variables, Context>, Variables> {
  const mutation = useMutation(options)
  const { mutate, isPending } = mutation
  const isUnderWay = useRef(false)
  const done = useRef(whileShown)
  done.current = whileShown
  // In each render, and not when it is settled: what is shown then is what came of it.
  useLayoutEffect(() => {
    if (!isPending) isUnderWay.current = false
  })
  const mutateOnce = useCallback(
    (variables: Variables) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      // biome-ignore lint/plugin: dropped with the screen, which is what `whileShown` promises.
      mutate(variables, { onSuccess: (data) => done.current?.(data) })
    },
    [mutate],
  )
  return { ...mutation, mutate: mutateOnce } as Submission<typeof mutation, Variables>
}
