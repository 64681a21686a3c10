import { useEffect, useState } from 'react'

/**
 * Returns the value once it has not changed for `ms`, such as typed text after a pause. The first value is returned immediately.
 */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
