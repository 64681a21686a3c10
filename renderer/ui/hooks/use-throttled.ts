import { useEffect, useRef, useState } from 'react'

/** Returns the value, updated at most once every `ms`. The first value is returned immediately. */
export function useThrottled<Value>(value: Value, ms: number): Value {
  const [followed, setFollowed] = useState(value)
  const latest = useRef(value)
  latest.current = value
  const last = useRef(0)
  const isBehind = followed !== value
  // Depends on `followed`, because the value may have changed again before `followed` was updated.
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
