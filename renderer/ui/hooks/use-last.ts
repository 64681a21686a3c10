import { useRef } from 'react'

/** The selected item. While its id stays selected, a deleted item is returned as it was last. */
export function useLast<T extends { readonly id: string }>(
  selected: T | undefined,
  id: string | undefined,
): T | undefined {
  const last = useRef(selected)
  if (selected) last.current = selected
  return last.current?.id === id ? last.current : undefined
}
