import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a stable function that calls the latest one, so that components receiving it are not rendered again. For calls after rendering,
 * such as a press, a key or a reply.
 */
export function useStable<Args extends readonly unknown[], Result>(
  latest: (...args: Args) => Result,
): (...args: Args) => Result {
  const current = useRef(latest)
  useLayoutEffect(() => {
    current.current = latest
  })
  return useCallback((...args) => current.current(...args), [])
}
