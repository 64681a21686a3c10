import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * The same function at every render, which calls the latest one, so that what gets it is not drawn again for a new one. For what
 * happens after a render: a press, a key, a reply.
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
