import { useState } from 'react'

/** Remembers one of a few values on this computer. Without storage, it is kept only until the page closes. */
export function useRemembered<Value extends string>(
  name: string,
  values: readonly Value[],
  initial: Value,
): readonly [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => values.find((known) => known === stored(name)) ?? initial)
  return [
    value,
    (next) => {
      setValue(next)
      try {
        localStorage.setItem(name, next)
      } catch {}
    },
  ]
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
