import { useEffect, useRef, useState } from 'react'

/** The value, followed at most once in `ms`, however often it changes. The first value is immediate. */
export function useThrottled<Value>(value: Value, ms: number): Value {
  const [followed, setFollowed] = useState(value)
  const latest = useRef(value)
  latest.current = value
  const last = useRef(0)
  const isBehind = followed !== value
  // With `followed`: the value may have changed again by the time it was followed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isBehind) return
    const follow = () => {
      last.current = performance.now()
      setFollowed(latest.current)
    }
    const timer = setTimeout(follow, Math.max(0, last.current + ms - performance.now()))
    return () => clearTimeout(timer)
  }, [isBehind, followed, ms])
  return followed
}
