import { useState } from 'react'

/**
 * State that outlives the page: what somebody typed is still there after a reload or after the host was started again. Kept
 * for this tab only. Never for a secret.
 */
export function useDraft<Value>(
  name: string,
  initial: Value,
  isValue: (stored: unknown) => stored is Value,
): readonly [Value, (value: Value) => void, () => void] {
  const key = `draft:${name}`
  const [value, setValue] = useState<Value>(() => {
    const stored = read(key)
    return isValue(stored) ? stored : initial
  })
  const change = (next: Value) => {
    setValue(next)
    write(key, JSON.stringify(next))
  }
  const clear = () => {
    setValue(initial)
    write(key, null)
  }
  return [value, change, clear]
}

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** A page that may not store anything keeps the draft until it is closed. */
function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // The draft is still in the form.
  }
}
