import { useEffect, useState } from 'react'

/** The value as it was when it last stood still for `ms`: what is typed, once the typing pauses. The first one at once. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
