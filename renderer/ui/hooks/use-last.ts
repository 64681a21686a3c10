import { useRef } from 'react'

/** Returns the selected item. If it was deleted while still selected, returns its last state. */
export function useLast<T extends { readonly id: string }>(
  selected: T | undefined,
  id: string | undefined,
): T | undefined {
  const last = useRef(selected)
  if (selected) last.current = selected
  return last.current?.id === id ? last.current : undefined
}
