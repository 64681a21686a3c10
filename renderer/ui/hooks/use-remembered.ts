import { useState } from 'react'

/** One of a few values, remembered on this machine under a name; by a page that may store nothing, until it is closed. */
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
      } catch {
        // Nothing is lost but the choice.
      }
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
