import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A mutation that is asked for by a press or by Enter: the second of a double one is no second submission. `isPending` is of
 * the last render and comes too late for that.
 */
export function useSubmission<Data, Thrown, Variables, Context>(
  options: UseMutationOptions<Data, Thrown, Variables, Context>,
): UseMutationResult<Data, Thrown, Variables, Context> {
  const mutation = useMutation(options)
  const { mutate, isPending } = mutation
  const isUnderWay = useRef(false)
  // In each render, and not when it is settled: what is shown then is what came of it.
  useLayoutEffect(() => {
    if (!isPending) isUnderWay.current = false
  })
  const mutateOnce = useCallback<typeof mutate>(
    (...asked) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      mutate(...asked)
    },
    [mutate],
  )
  return { ...mutation, mutate: mutateOnce }
}
